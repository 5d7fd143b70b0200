// Package outline tells in which section of a page a place of its text is.
//
// A section begins with a heading, or a definition of a description list, that has an identifier, and ends
// with the next one that has, or with a heading of the same level or above. The sections of a page are kept as a table
// behind the text that snippets are cut from: docs/format/index.md describes it.
//
// Floor: 2 (pure), a part of document. Stability: engine. It does not decide what may be shown:
// what it is given may be.
package outline

import (
	"bytes"
	"encoding/binary"

	"github.com/aranea-search/aranea/internal/show"
)

// Limits of an outline.
const (
	maxTable   = 48 << 10 // bytes; sections beyond it are not kept
	maxHeading = 200      // bytes of a heading that is told
)

// mark is the last byte of a text with a table. Texts without one are empty or end with a line
// feed.
const mark = 0

// tail is the length of what follows the table: its length, and mark.
const tail = 3

// The forms of the entries of a table, in the low bits of a number. The other bits are the
// number of lines between the heading and that of the entry before.
const (
	formEnd   = 0 // the section ends
	formLine  = 1 // the identifier follows; the heading is the line
	formAlone = 2 // the identifier and the heading follow; the heading is not in the text

	formBits = 2
)

// A Builder builds the outline of a page. It is used by one goroutine.
type Builder struct {
	table    []byte
	last     int // line of the last entry
	level    int // of the current section, 0 for none
	headings int
	ids      int // headings with identifiers
}

// Reset begins a page.
func (b *Builder) Reset() { *b = Builder{table: b.table[:0]} }

// Heading adds the next heading of a page, of level 1 to 6: its identifier, "" for none, and the
// number of the line of the text that it is; or, with heading not empty, that follows it. The
// first heading of a page begins no section: the page itself leads to it.
func (b *Builder) Heading(level, line int, id, heading string) {
	first := b.headings == 0
	b.headings++
	if id != "" {
		b.ids++
	}
	switch {
	case first:
	case id == "", len(b.table) > maxTable:
		if b.level >= level {
			b.add(line, formEnd)
			b.level = 0
		}
	case heading == "":
		b.add(line, formLine, id)
		b.level = level
	default:
		b.add(line, formAlone, id, show.Clip(heading, maxHeading))
		b.level = level
	}
}

// definitionLevel is the level of the section of a definition: below all headings.
const definitionLevel = 7

// Definition adds a definition of a description list: its identifier, and the number of the line of the
// text that it is. Its section ends with the next definition or heading.
func (b *Builder) Definition(line int, id string) {
	if len(b.table) <= maxTable {
		b.ids++
		b.add(line, formLine, id)
		b.level = definitionLevel
	}
}

// add adds an entry.
func (b *Builder) add(line int, form uint64, texts ...string) {
	b.table = binary.AppendUvarint(b.table, uint64(line-b.last)<<formBits|form)
	b.last = line
	for _, s := range texts {
		b.table = binary.AppendUvarint(b.table, uint64(len(s)))
		b.table = append(b.table, s...)
	}
}

// AppendTo appends the outline to the text of the page, unless the page has fewer than two
// headings with identifiers.
func (b *Builder) AppendTo(text []byte) []byte {
	if b.ids < 2 || len(b.table) == 0 {
		return text
	}
	text = append(text, b.table...)
	return append(binary.LittleEndian.AppendUint16(text, uint16(len(b.table))), mark)
}

// An Outline is the table of the sections of a page.
type Outline []byte

// Split splits what AppendTo returned.
func Split(stored []byte) (text []byte, o Outline) {
	n := len(stored) - tail
	if n < 0 || stored[len(stored)-1] != mark {
		return stored, nil
	}
	from := n - int(binary.LittleEndian.Uint16(stored[n:]))
	if from < 0 {
		return stored, nil
	}
	return stored[:from:from], Outline(stored[from:n])
}

// A Section is a part of a page with a heading.
type Section struct{ Heading, ID string }

// Of returns the section that most of some ascending places of the text are in. Places in the
// heading count twice, because it says what its section is about. In case of a tie the first
// section with a place in its heading counts, then the first. It is the zero Section if the
// places are in none.
func (o Outline) Of(text []byte, places []int) (best Section) {
	if len(o) == 0 || len(places) == 0 || places[len(places)-1] > len(text) {
		return best
	}
	w := walk{rest: o}
	w.advance()
	line, at, n, most := 0, 0, 0, 0
	headed, bestHeaded := false, false
	for _, place := range places {
		line += bytes.Count(text[at:place], []byte("\n"))
		at = place
		for w.more && w.next.line <= line {
			w.advance()
			n, headed = 0, false
		}
		n++
		if w.here.form == formLine && w.here.line == line {
			n, headed = n+1, true
		}
		if n > most || n == most && headed && !bestHeaded {
			most, best, bestHeaded = n, w.here.section(text), headed
		}
	}
	return best
}

// Find returns the first section whose heading and identifier are such, and where its text is, with the
// heading. It is the zero Section if there is none.
func (o Outline) Find(text []byte, is func(heading, id string) bool) (s Section, from, to int) {
	line := 0
	move := func(to int) {
		for ; line < to && from < len(text); line++ {
			if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
				from += i + 1
			} else {
				from = len(text)
			}
		}
	}
	w := walk{rest: o}
	for w.advance(); w.more; {
		w.advance()
		if w.here.form == formEnd {
			continue
		}
		move(w.here.line)
		s = Section{ID: string(w.here.id), Heading: string(w.here.heading)}
		if w.here.form == formLine {
			s.Heading = string(lineOf(text[from:], 0))
		}
		if !is(s.Heading, s.ID) {
			continue
		}
		start := from
		if s = w.here.section(text); w.more {
			move(w.next.line)
			return s, start, from
		}
		return s, start, len(text)
	}
	return Section{}, 0, 0
}

// An entry is an entry of a table.
type entry struct {
	line        int
	form        uint64
	id, heading []byte
}

// section returns the section that begins with the entry.
func (e *entry) section(text []byte) Section {
	s := Section{ID: string(e.id), Heading: string(e.heading)}
	if e.form == formLine {
		s.Heading = string(lineOf(text, e.line))
	}
	if s.Heading = show.Clip(plain(s.Heading), maxHeading); s.Heading == "" || s.ID == "" {
		return Section{}
	}
	return s
}

// lineOf returns a line of a text, nil if it has fewer.
func lineOf(text []byte, line int) []byte {
	for ; line > 0; line-- {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return nil
		}
		text = text[i+1:]
	}
	before, _, _ := bytes.Cut(text, []byte("\n"))
	return before
}

// A walk reads a table. A table that is not what a Builder made ends where that shows.
type walk struct {
	rest       []byte
	here, next entry
	more       bool // there is a next entry
}

// advance makes the next entry the current one.
func (w *walk) advance() {
	w.here = w.next
	v, n := binary.Uvarint(w.rest)
	if w.more = n > 0 && v>>formBits <= 1<<30; !w.more {
		return
	}
	w.rest = w.rest[n:]
	w.next = entry{line: w.here.line + int(v>>formBits), form: v & (1<<formBits - 1)}
	switch w.next.form {
	case formEnd:
	case formLine:
		w.next.id, w.more = w.text()
	case formAlone:
		if w.next.id, w.more = w.text(); w.more {
			w.next.heading, w.more = w.text()
		}
	default:
		w.more = false
	}
}

// text reads a text preceded by its length.
func (w *walk) text() ([]byte, bool) {
	size, n := binary.Uvarint(w.rest)
	if n <= 0 || size > uint64(len(w.rest)-n) {
		return nil, false
	}
	s := w.rest[n : n+int(size)]
	w.rest = w.rest[n+int(size):]
	return s, true
}
