// Package preformat keeps the whitespace of preformatted text beside a text in which it is collapsed.
//
// Floor: 0 (leaves). Stability: engine. It is pure; all sizes are limited.
package preformat

import "math"

// A Break is whitespace of preformatted text: Lines line feeds and Indent spaces. In the collapsed
// text a single space stands for it; at the beginning of a block it stands before the text, and
// says that the block is preformatted.
type Break struct {
	At            uint32 // byte offset into the collapsed text
	Lines, Indent uint16
}

// Limits of the breaks of a page. Preformatted text beyond them has single spaces.
const (
	MaxBreaks  = 100_000
	MaxSize    = 1 << 20 // line feeds and spaces of all breaks together
	keptBreaks = 4 << 10 // memory for as many is kept for the next page
	tabStop    = 8       // columns
)

// A Finder finds the breaks of one page after another.
type Finder struct {
	On            bool // otherwise there are none
	open          bool // text is preformatted
	lines, indent int  // the whitespace since the last word of the open one
	breaks        []Break
	size          int // line feeds and spaces of breaks, and of those that were taken back
}

// Reset begins another page.
func (f *Finder) Reset() { f.open, f.breaks, f.size = false, f.breaks[:0], 0 }

// Set says that a preformatted element has begun or ended, and whether text is preformatted now.
func (f *Finder) Set(open bool) { f.open, f.lines, f.indent = open && f.On, 0, 0 }

// Open reports whether text is preformatted now.
func (f *Finder) Open() bool { return f.open }

// Space notes a whitespace character: a line feed, a tab or a space; others do not count.
func (f *Finder) Space(c byte) {
	switch c {
	case '\n':
		f.lines, f.indent = f.lines+1, 0
	case '\t':
		f.indent += tabStop - f.indent%tabStop
	case ' ':
		f.indent++
	}
}

// Word notes that a word begins behind a collapsed text whose current block began at start.
func (f *Finder) Word(text []byte, start int) {
	b := Break{Lines: uint16(min(f.lines, math.MaxUint16)), Indent: uint16(min(f.indent, math.MaxUint16))}
	f.lines, f.indent = 0, 0
	switch at := len(text); {
	case at == start:
		b.At, b.Lines = uint32(at), 0
	case text[at-1] == ' ' && (b.Lines > 0 || b.Indent > 1):
		b.At = uint32(at - 1)
	default:
		return
	}
	for len(f.breaks) > 0 && f.breaks[len(f.breaks)-1].At >= b.At { // that text was taken back
		f.breaks = f.breaks[:len(f.breaks)-1]
	}
	if f.size += int(b.Lines) + int(b.Indent); len(f.breaks) < MaxBreaks && f.size <= MaxSize {
		f.breaks = append(f.breaks, b)
	}
}

// Breaks ends a page and returns its breaks in the order of the text.
func (f *Finder) Breaks() []Break {
	found := append([]Break(nil), f.breaks...)
	if cap(f.breaks) > keptBreaks {
		f.breaks = nil
	}
	return found
}

// Append appends the text of a preformatted block, which begins at start in the collapsed text, with its
// whitespace as written. breaks begin with the first one of the block.
func Append(dst, text []byte, start uint32, breaks []Break) []byte {
	at := 0
	for i, b := range breaks {
		place := int(b.At - start)
		if place >= len(text) {
			break
		}
		dst = append(dst, text[at:place]...)
		for range b.Lines {
			dst = append(dst, '\n')
		}
		for range b.Indent {
			dst = append(dst, ' ')
		}
		if at = place; i > 0 {
			at++ // the space that stands for it
		}
	}
	return append(dst, text[at:]...)
}
