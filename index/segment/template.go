package segment

import (
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/packed"
)

// A segment marks the postings of forms and stems whose term stands in the document only in the
// template of its site. The marks are behind all else of a block or of a short list, where versions
// that do not know them do not look.

// OwnWords reports whether the segment marks what stands in the template only. Segments of earlier
// versions do not.
func (s *Segment) OwnWords() bool { return s.foot.OwnWords }

// Marked reports whether InTemplate and Own may be asked.
func (p *Postings) Marked() bool { return p.marked && p.kind.hasMarks() }

// InTemplate marks which of the documents that Docs returned have the term in the template only; nil
// if that is damaged, see Err.
func (p *Postings) InTemplate() *marks.Marks {
	if p.err == nil && p.marksOf != p.block {
		p.marksOf = p.block
		var ok bool
		if p.marks, ok = p.readMarks(); !ok {
			p.fail()
		}
	}
	if p.err != nil {
		return nil
	}
	return &p.marks
}

// Own reports whether the current document has the term outside of the template. If that is damaged,
// see Err, it reports true.
func (p *Postings) Own() bool {
	m := p.InTemplate()
	return m == nil || !m.Has(p.i)
}

// readMarks finds and reads the marks of the block.
func (p *Postings) readMarks() (marks.Marks, bool) {
	if p.heads == nil {
		return p.shortMarks()
	}
	rest, ok := p.lazy, len(p.lazy) > 0
	if ok { // the least impact, and the packed differences to it
		rest, ok = packed.Skip(rest[1:], p.n)
	}
	if ok && p.kind == kindForm {
		rest, ok = packed.Skip(rest, p.n) // frequencies
	}
	if !ok {
		return marks.Marks{}, false
	}
	return marks.Read(rest, p.n)
}

// shortMarks reads the marks of a short list, which has them only if one is set.
func (p *Postings) shortMarks() (marks.Marks, bool) {
	b := p.data
	switch {
	case p.format >= shortBits && p.marksAt == 0:
		return marks.Marks{}, true
	case p.format >= shortBits:
		b = b[p.marksAt:]
	case p.kind == kindForm && b != nil:
		size := (eliasfano.Bits(p.docs[:p.n], p.freqs[:p.n], p.tables.Spans) + 7) / 8
		b = b[min(size, uint64(len(b))):]
	}
	if len(b) == 0 {
		return marks.Marks{}, true
	}
	return marks.Read(b, p.n)
}
