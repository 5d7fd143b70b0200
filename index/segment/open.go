package segment

import (
	"slices"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/index/wordforms"
)

// entryGuess is how many bytes of an entry are read first.
const entryGuess = 24

// open begins the entry at an offset of the postings part.
func (p *Postings) open(s *Segment, at uint64) error {
	return p.begin(s, s.parts[partPostings], s.parts[partPositions], at)
}

// begin begins the entry at an offset of one part, with its positions in another.
func (p *Postings) begin(s *Segment, entries, positions *damage.Part, at uint64) error {
	p.pst, p.pos, p.at, p.limit, p.err = entries, positions, at, uint32(s.foot.Docs), nil
	p.tables, p.format = s.tables, s.foot.Format
	p.heads, p.data, p.blocks, p.posAt, p.posLen = nil, nil, 1, 0, 0
	p.loaded, p.lost, p.kept = -1, false, nil
	p.posStart, p.marksAt = 0, 0
	p.marked, p.marksOf = s.foot.OwnWords, -1
	p.Rewind()
	size := uint64(p.pst.Len())
	if at >= size {
		return p.pst.Err(at)
	}
	b, err := p.pst.Bytes(at, min(entryGuess, size-at))
	if err != nil {
		return err
	}
	c := varint.NewReader(b)
	header := c.Uint()
	p.kind, p.df = kind(header&(1<<kindBits-1)), int(header>>headerShift)
	if header&tinyBit != 0 {
		return p.openTiny(&c, header>>headerShift)
	}
	if c.Bad() || p.df <= 0 || p.df > s.foot.Docs {
		return p.damaged()
	}
	if p.df < BlockDocs && p.format >= shortBits {
		return p.openShort(at + uint64(len(b)-c.Len()))
	}
	n := c.Uint()
	head := uint64(len(b) - c.Len())
	if c.Bad() || n > size-at-head {
		return p.damaged()
	}
	if b, err = p.pst.Bytes(at+head, n); err != nil {
		return err
	}
	p.end = at + head + n
	return p.openBody(b)
}

// openBody opens an entry that says how long it is, without its head.
func (p *Postings) openBody(b []byte) error {
	c := varint.NewReader(b)
	if p.kind == kindStem {
		p.skipForms(&c)
	}
	if p.df < BlockDocs {
		return p.openFormer(c.Rest())
	}
	return p.openLong(&c)
}

// skipForms skips the forms of a stem.
func (p *Postings) skipForms(c *varint.Reader) {
	if p.format >= shortBits {
		wordforms.Skip(c)
	} else {
		wordforms.SkipFormer(c)
	}
}

// openTiny opens an entry whose header holds its only document and position.
func (p *Postings) openTiny(c *varint.Reader, n uint64) error {
	p.df, p.data = 1, nil
	p.freqs[0], p.imps[0] = 1, 0
	switch {
	case p.format < fewBytes:
		return p.openFormerTiny(c, n)
	case p.kind == kindForm && p.limit > 0:
		at := n / uint64(p.limit)
		n -= at * uint64(p.limit)
		if at >= uint64(p.tables.Span(uint32(n))) {
			return p.damaged()
		}
		if p.posOnly = uint32(at); !p.placesOnly {
			p.imps[0] = p.tables.Impact(uint32(n), 1)
		}
	case p.kind == kindURL:
		p.imps[0] = c.Byte()
	}
	if c.Bad() || p.kind == kindStem || n >= uint64(p.limit) {
		return p.damaged()
	}
	p.docs[0], p.maxImpact = uint32(n), p.imps[0]
	return nil
}

func (p *Postings) openLong(c *varint.Reader) error {
	if !p.readLong(c) {
		return p.damaged()
	}
	return nil
}

// readLong reads the header of a long list. It returns false if it is invalid.
func (p *Postings) readLong(c *varint.Reader) bool {
	p.maxImpact = 0
	if p.kind != kindFilter {
		p.maxImpact = c.Byte()
	}
	if p.kind == kindForm {
		p.posAt, p.posLen = c.Uint(), c.Uint()
	}
	p.blocks = (p.df + BlockDocs - 1) / BlockDocs
	p.heads = c.Take(uint64(p.blocks * p.kind.headSize()))
	p.data = c.Rest()
	return !c.Bad() && p.posLen <= uint64(p.pos.Len()) && p.posAt <= uint64(p.pos.Len())-p.posLen
}

// openShort opens a list of fewer than BlockDocs postings that begins at an offset. Its end is known
// once it was read, so it is verified then.
func (p *Postings) openShort(from uint64) error {
	raw := p.pst.Raw()[from:]
	end, ok := p.readShort(raw)
	if !ok {
		end = uint64(len(raw)) // whatever of it is wrong
	}
	if _, err := p.pst.Bytes(from, end); err != nil {
		return err
	}
	if !ok {
		return p.damaged()
	}
	p.data, p.maxImpact = raw[:end], slices.Max(p.imps[:p.df])
	return nil
}

// readShort decodes all postings, and returns the end of the list; false if it is invalid.
func (p *Postings) readShort(b []byte) (end uint64, ok bool) {
	at := uint64(0)
	if p.kind == kindStem {
		c := varint.NewReader(b)
		wordforms.Skip(&c)
		at = 8 * uint64(len(b)-c.Len())
	}
	marked := false
	if p.kind.hasMarks() {
		marked = packed.Word(b, at/8)&1 != 0
		at++
	}
	some := shortpostings.Postings{Docs: p.docs[:p.df], Freqs: p.freqs[:p.df], Impacts: p.imps[:p.df]}
	if p.kind.hasMarks() {
		at, ok = some.Counted(b, at, p.tables, !p.placesOnly)
	} else {
		at, ok = some.Others(b, at, p.tables, p.kind == kindURL)
	}
	switch p.posStart = at; {
	case !ok:
		return 0, false
	case p.kind == kindForm:
		at += eliasfano.Bits(some.Docs, some.Freqs, p.tables.Spans)
	case p.kind == kindStem: // what was read is no frequency
		for i := range some.Freqs {
			some.Freqs[i] = 1
		}
	}
	if end = (at + 7) / 8; end > uint64(len(b)) {
		return 0, false
	}
	if marked {
		n, ok := marks.Size(b[end:], p.df)
		p.marksAt = end
		return end + uint64(n), ok
	}
	return end, true
}

// openFormerTiny is openTiny for formats before fewBytes: the number is 0 for the expected
// impact, otherwise 1, and the rest follows.
func (p *Postings) openFormerTiny(c *varint.Reader, n uint64) error {
	doc := c.Uint()
	if doc >= uint64(p.limit) || n > 1 || n == 0 && p.kind != kindForm {
		return p.damaged()
	}
	switch {
	case n == 0:
		p.imps[0] = p.tables.Impact(uint32(doc), 1)
	case p.kind != kindFilter:
		p.imps[0] = c.Byte()
	}
	if p.kind == kindForm {
		p.posOnly = uint32(c.Uint())
	}
	if c.Bad() {
		return p.damaged()
	}
	p.docs[0], p.maxImpact = uint32(doc), p.imps[0]
	return nil
}

// openFormer is openShort for formats before shortBits: data are the postings, and behind them their
// positions.
func (p *Postings) openFormer(data []byte) error {
	some := shortpostings.Postings{Docs: p.docs[:p.df], Freqs: p.freqs[:p.df], Impacts: p.imps[:p.df]}
	var ok bool
	switch {
	case p.kind == kindForm && p.format < fewBytes:
		p.data, ok = some.Oldest(data, p.tables)
	case p.kind == kindForm:
		p.data, ok = some.Form(data, p.tables, !p.placesOnly)
	case p.kind == kindStem && p.format >= fewBytes:
		p.data, ok = some.Stem(data, p.tables)
	default:
		p.data, ok = some.Other(data, p.tables, p.kind != kindFilter)
	}
	if !ok {
		return p.damaged()
	}
	p.maxImpact = slices.Max(some.Impacts)
	return nil
}
