// Package ruby keeps the annotations of a block apart from its words: what browsers show
// above or beside them, such as how they are read (HTML, the ruby element). An annotation
// parts no words of the text that it stands above.
//
// Floor: 2 (pure), inside extract. Stability: engine. It reads no markup and bounds nothing: its
// users do.
package ruby

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// Annotations are those of one block after another. The zero value is ready; it is used
// by one goroutine.
type Annotations struct {
	in       atom.Atom // the open rt, rtc or rp; 0 for none
	begun    bool      // the open part has text
	separate bool      // the next annotation is a word of its own
	from     int       // where the text of the ruby element before ended
	text     []byte
}

// Reset ends the use of a document, and gives back more than keep bytes of memory.
func (a *Annotations) Reset(keep int) {
	if cap(a.text) > keep {
		a.text = nil
	}
	*a = Annotations{text: a.text[:0]}
}

// Start handles the start tags of ruby, ruby, rb, rt, rtc and rp, where at bytes of text
// stand before it. The start of one part ends the one before.
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

// End handles the end tags of ruby.
func (a *Annotations) End(at int) {
	a.end()
	a.from = at
}

// end ends the open part. Whitespace at its ends parts nothing.
func (a *Annotations) end() {
	a.in, a.begun, a.text = 0, false, bytes.TrimRight(a.text, whitespace)
}

const whitespace = " \t\n\r\f"

// Open reports whether text at this place is no part of the block: an annotation, or the
// parentheses that browsers without ruby show around it.
func (a *Annotations) Open() bool { return a.in != 0 }

// Len returns the bytes of the annotations of this block so far.
func (a *Annotations) Len() int { return len(a.text) }

// Add takes a text for which Open holds.
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

// Take ends the block and returns its annotations, which hold until the next is added.
// Those of one ruby element, or of several without text between them, are one word.
func (a *Annotations) Take() []byte {
	a.end()
	text := a.text
	a.text, a.separate = a.text[:0], true
	return text
}
