// Package ruby separates the annotations of a block from its words: what browsers show above or
// beside them, such as their pronunciation (HTML, the ruby element). An annotation does not
// split the text that it stands above.
//
// Floor: 2 (pure), inside extract. Stability: engine. It parses no markup and enforces no
// limits; its callers do both.
package ruby

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// Annotations collects the annotations of one block after another. The zero value is ready. It
// is for one goroutine.
type Annotations struct {
	in       atom.Atom // the open rt, rtc or rp; 0 for none
	begun    bool      // the open part has text
	separate bool      // the next annotation is a separate word
	from     int       // where the text of the previous ruby element ended
	text     []byte
}

// Reset prepares for the next document. It frees the buffer if it is larger than keep bytes.
func (a *Annotations) Reset(keep int) {
	if cap(a.text) > keep {
		a.text = nil
	}
	*a = Annotations{text: a.text[:0]}
}

// Start handles the start tags ruby, rb, rt, rtc and rp; at is the number of bytes of text
// before the tag. The start of a part ends the previous one.
func (a *Annotations) Start(tag atom.Atom, at int) {
	a.end()
	switch tag {
	case atom.Rt, atom.Rp:
		a.in = tag
	case atom.Rtc:
		a.in, a.separate = tag, true
	case atom.Ruby:
		a.separate = a.separate || at != a.from
	}
}

// End handles the end tags of these elements.
func (a *Annotations) End(at int) {
	a.end()
	a.from = at
}

// end ends the open part. Whitespace at either end of it separates nothing.
func (a *Annotations) end() {
	a.in, a.begun, a.text = 0, false, bytes.TrimRight(a.text, whitespace)
}

const whitespace = " \t\n\r\f"

// Open reports whether text at this position is not part of the block: it is an annotation, or a
// parenthesis that browsers without ruby show around it.
func (a *Annotations) Open() bool { return a.in != 0 }

// Len returns the bytes of annotations of this block so far.
func (a *Annotations) Len() int { return len(a.text) }

// Add adds a text for which Open returned true.
func (a *Annotations) Add(s []byte) {
	if !a.begun {
		s = bytes.TrimLeft(s, whitespace)
	}
	if a.in == atom.Rp || len(s) == 0 {
		return
	}
	if a.separate {
		a.text, a.separate = append(a.text, ' '), false
	}
	a.text, a.begun = append(a.text, s...), true
}

// Take ends the block and returns its annotations, which are valid until the next one is added.
// The annotations of one ruby element, or of several without text between them, form one word.
func (a *Annotations) Take() []byte {
	a.end()
	text := a.text
	a.text, a.separate = a.text[:0], true
	return text
}
