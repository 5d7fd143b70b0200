package html

import (
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// maxSizes is the number of open text size tags that are tracked.
const maxSizes = 64

// sizes are the open tags that change the size of text.
type sizes struct {
	open  []sized
	start int // of the text of the current size, -1 if there was none since
}

// A sized tag makes its text larger (1), smaller (-1), or leaves it (0).
type sized struct {
	tag  atom.Atom
	step int8
}

func (s *sizes) reset() { s.open, s.start = s.open[:0], -1 }

// now returns the step of the current text.
func (s *sizes) now() int8 {
	if n := len(s.open); n > 0 {
		return s.open[n-1].step
	}
	return 0
}

// startSize handles the start tags big, small and font.
func (p *Parser) startSize(tag atom.Atom) {
	if len(p.sizes.open) >= maxSizes {
		return
	}
	step := p.sizes.now()
	switch tag {
	case atom.Big:
		step = 1
	case atom.Small:
		step = -1
	case atom.Font:
		if s := p.z.Written("size"); len(s) > 0 {
			step = stepOf(s)
		}
	default:
		return
	}
	if step != p.sizes.now() {
		p.endSizeSpan()
	}
	p.sizes.open = append(p.sizes.open, sized{tag, step})
}

// stepOf reads the size of a font: from 1 to 7, where 3 is that of running text, or relative to
// it.
func stepOf(s []byte) int8 {
	switch c := s[0]; {
	case c == '+', '4' <= c && c <= '7':
		return 1
	case c == '-', c == '1', c == '2':
		return -1
	}
	return 0
}

// endSize handles the end tags.
func (p *Parser) endSize(tag atom.Atom) {
	for i := len(p.sizes.open) - 1; i >= 0; i-- {
		if p.sizes.open[i].tag != tag {
			continue
		}
		before := int8(0)
		if i > 0 {
			before = p.sizes.open[i-1].step
		}
		if before != p.sizes.now() {
			p.endSizeSpan()
		}
		p.sizes.open = p.sizes.open[:i]
		return
	}
}

// endSizeSpan ends the span of larger or smaller text of this block.
func (p *Parser) endSizeSpan() {
	if p.sizes.start < 0 {
		return
	}
	kind := aranea.ElementLarge
	if p.sizes.now() < 0 {
		kind = aranea.ElementSmall
	}
	if end := trimEnd(p.text); end > p.sizes.start {
		p.emit(kind, p.sizes.start, end)
	}
	p.sizes.start = -1
}
