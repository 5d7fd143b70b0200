// Package text extracts plain text files.
//
// Floor: 2 (pure). Stability: engine.
package text

import (
	"bytes"

	"github.com/aranea-search/aranea"
)

// Parse fills the page with one text element for each paragraph, that is, each run of lines that
// are not empty. It reports whether a limit was reached.
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

// plain returns a line without terminal control sequences, and with other control characters
// replaced by whitespace.
func plain(line []byte) []byte {
	first := bytes.IndexFunc(line, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r == 0x7F })
	if first < 0 {
		return line
	}
	out := append(make([]byte, 0, len(line)), line[:first]...)
	for i := first; i < len(line); {
		n := control(line[i:])
		if n == 0 && (line[i] < ' ' || line[i] == 0x7F) {
			out, n = append(out, ' '), 1
		}
		if n == 0 {
			out, n = append(out, line[i]), 1
		}
		i += n
	}
	return out
}

// control returns the length of the escape sequence of ECMA-48 at the beginning of b, or 0 if
// there is none: one for colors and cursors (5.4), for charsets (ECMA-35, 13.1), or a string for
// the terminal such as its title (5.6), if it ends in the same line.
func control(b []byte) int {
	if len(b) < 2 || b[0] != 0x1B {
		return 0
	}
	switch b[1] {
	case '[':
		return final(b, run(b, run(b, 2, '0', '?'), ' ', '/'), '@')
	case ']', 'P', 'X', '^', '_':
		if end := bytes.IndexAny(b[2:], "\x07\x1b"); end >= 0 && b[2+end] == 0x07 {
			return 2 + end + 1
		} else if end >= 0 && 2+end+1 < len(b) && b[2+end+1] == '\\' {
			return 2 + end + 2
		}
		return 2
	}
	return final(b, run(b, 1, '!', '/'), '0')
}

// run returns where the run of bytes from lo to hi that begins at i ends.
func run(b []byte, i int, lo, hi byte) int {
	for i < len(b) && lo <= b[i] && b[i] <= hi {
		i++
	}
	return i
}

// final returns the index after the byte at i if that ends a sequence, or else i: a cut sequence
// must not remove any of the text that follows.
func final(b []byte, i int, lo byte) int {
	return run(b[:min(i+1, len(b))], i, lo, '~')
}
