// Package text extracts plain text files.
//
// Floor: 2 (pure). Stability: engine.
package text

import (
	"bytes"

	"github.com/aranea-search/aranea"
)

// Parse fills the page with one element for each paragraph, that is, each run of lines that are not empty,
// and for each heading before or between them. It reports whether a limit was reached.
func Parse(p *aranea.Page, body []byte, maxText, maxElements int) (limited bool) {
	w := writer{page: p, out: make([]byte, 0, min(len(body), maxText)), maxText: maxText, maxElements: maxElements}
	var found headings
	for len(body) > 0 {
		if len(w.out) == w.start {
			if words, rest, kind, ok := found.next(body); ok {
				fits := w.add(words)
				if w.flush(kind); !fits {
					return w.end(true)
				}
				body = rest
				continue
			}
		}
		var line []byte
		line, body, _ = bytes.Cut(body, []byte("\n"))
		if len(bytes.TrimSpace(plain(line))) == 0 {
			w.flush(aranea.ElementText)
		} else if !w.add(line) {
			return w.end(true)
		}
	}
	return w.end(false)
}

// A writer writes the text of a page.
type writer struct {
	page                 *aranea.Page
	out                  []byte
	start                int // of the open element
	maxText, maxElements int
}

// add adds the words of a line to the open element. It reports whether there was room.
func (w *writer) add(line []byte) bool {
	for _, word := range bytes.Fields(plain(line)) {
		if len(w.out)+len(word)+2 > w.maxText || len(w.page.Elements) >= w.maxElements {
			return false
		}
		if len(w.out) > w.start {
			w.out = append(w.out, ' ')
		}
		w.out = append(w.out, word...)
	}
	return true
}

// flush ends the open element, if it has words.
func (w *writer) flush(kind aranea.ElementKind) {
	if end := len(w.out); end > w.start {
		w.page.Elements = append(w.page.Elements, aranea.Element{Kind: kind, Start: uint32(w.start), End: uint32(end)})
		w.out = append(w.out, '\n')
		w.start = len(w.out)
	}
}

func (w *writer) end(limited bool) bool {
	w.flush(aranea.ElementText)
	w.page.Text = w.out
	return limited
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
