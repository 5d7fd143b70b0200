// Package text extracts plain text files.
//
// Floor: 2 (pure). Stability: engine.
package text

import (
	"bytes"

	"github.com/aranea-search/aranea"
)

// Parse fills the page with one text element for each paragraph, that is, each
// run of lines that are not empty. It reports whether a limit was reached.
func Parse(p *aranea.Page, body []byte, maxText, maxElements int) (limited bool) {
	out := make([]byte, 0, min(len(body), maxText))
	start := 0
	flush := func() {
		if end := len(out); end > start {
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Start: uint32(start), End: uint32(end)})
			out = append(out, '\n')
			start = len(out)
		}
	}
	for len(body) > 0 {
		var line []byte
		line, body, _ = bytes.Cut(body, []byte("\n"))
		words := bytes.Fields(plain(line))
		if len(words) == 0 {
			flush()
			continue
		}
		for _, w := range words {
			if len(out)+len(w)+2 > maxText || len(p.Elements) >= maxElements {
				flush()
				p.Text = out
				return true
			}
			if len(out) > start {
				out = append(out, ' ')
			}
			out = append(out, w...)
		}
	}
	flush()
	p.Text = out
	return false
}

// plain returns a line without what steers a terminal (ECMA-48), and with whitespace in
// the place of other control characters.
func plain(line []byte) []byte {
	first := bytes.IndexFunc(line, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r == 0x7F })
	if first < 0 {
		return line
	}
	out := append(make([]byte, 0, len(line)), line[:first]...)
	for i := first; i < len(line); i++ {
		switch c := line[i]; {
		case c == 0x1B && i+1 < len(line) && line[i+1] == '[':
			for i += 2; i < len(line) && line[i] >= ' ' && line[i] < '@'; i++ { // up to the letter that ends it
			}
		case c < ' ' || c == 0x7F:
			out = append(out, ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}
