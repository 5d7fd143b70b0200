package segment

import (
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea/index/eliasfano"
)

// Positions appends the positions in the current document to dst, ascending.
func (p *Postings) Positions(dst []uint32) []uint32 {
	if p.posOne() {
		return append(dst, p.posOnly)
	}
	if !p.findPositions() {
		return dst
	}
	from := len(dst)
	dst, ok := eliasfano.At(dst, p.posData, p.posBit, p.freqs[p.i], p.tables.Span(p.docs[p.i]))
	if !ok {
		p.fail()
		return dst[:from]
	}
	return dst
}

// FirstPosition returns the first position in the current document, NoDoc if there is none.
func (p *Postings) FirstPosition() uint32 {
	if p.posOne() {
		return p.posOnly
	}
	if !p.findPositions() {
		return NoDoc
	}
	first, ok := eliasfano.First(p.posData, p.posBit, p.freqs[p.i], p.tables.Span(p.docs[p.i]))
	if !ok {
		p.fail()
		return NoDoc
	}
	return first
}

// Meet filters ascending positions: it keeps p if the term occurs at p+places in the current
// document. Each is looked up by itself, which is cheaper than Positions if there are few of
// them compared to Freq.
func (p *Postings) Meet(at []uint32, places uint32) []uint32 {
	if p.posOne() {
		if slices.Contains(at, p.posOnly-places) {
			return append(at[:0], p.posOnly-places)
		}
		return at[:0]
	}
	if !p.findPositions() {
		return at[:0]
	}
	kept, ok := eliasfano.Meet(at, places, p.posData, p.posBit, p.freqs[p.i], p.tables.Span(p.docs[p.i]))
	if !ok {
		p.fail()
	}
	return kept
}

// posOne reports whether the entry is tiny, so that its only position is known.
func (p *Postings) posOne() bool {
	return p.kind == kindForm && p.heads == nil && p.data == nil && p.Doc() != NoDoc
}

// findPositions seeks to the positions of the current document, and returns whether there are
// any.
func (p *Postings) findPositions() bool {
	if p.kind != kindForm || p.Doc() == NoDoc || !p.hasTfs && !p.frequencies() || !p.posHave && !p.beginPositions() {
		return false
	}
	if p.posNext > p.i { // it was asked for before
		p.posNext, p.posBit = 0, p.posStart
	}
	p.posBit += eliasfano.Bits(p.docs[p.posNext:p.i], p.freqs[p.posNext:p.i], p.tables.Spans)
	p.posNext = p.i
	return true
}

// copyPositions appends the encoded positions of the postings [lo, hi) of the block.
func (p *Postings) copyPositions(to *eliasfano.Writer, lo, hi int) {
	if p.i = lo; p.posOne() {
		if !to.Add(p.posOnly, p.tables.Span(p.docs[0])) {
			p.fail()
		}
		return
	}
	if !p.findPositions() {
		return
	}
	n := eliasfano.Bits(p.docs[lo:hi], p.freqs[lo:hi], p.tables.Spans)
	if p.posBit+n > 8*uint64(len(p.posData)) {
		p.fail()
		return
	}
	to.CopyBits(p.posData, p.posBit, n)
}

// posRange returns the beginning and end of the positions of a block in a long list.
func (p *Postings) posRange(b int) (lo, hi uint64) {
	lo, hi = uint64(binary.LittleEndian.Uint32(p.head(b)[headPos:])), p.posLen
	if b+1 < p.blocks {
		hi = uint64(binary.LittleEndian.Uint32(p.head(b + 1)[headPos:]))
	}
	return lo, hi
}

// beginPositions seeks to the positions of the block.
func (p *Postings) beginPositions() bool {
	p.posHave, p.posNext, p.posBit = true, 0, p.posStart
	if p.heads == nil {
		p.posData = p.data
		return true
	}
	lo, hi := p.posRange(p.block)
	if p.kept != nil {
		hi = p.kept[p.block].posEnd
	}
	if lo > hi || hi > p.posLen {
		return p.fail()
	}
	var err error
	if p.posData, err = p.pos.Bytes(p.posAt+lo, hi-lo); err != nil {
		return p.stop(err) // whoever opens the list again finds this block left out
	}
	return true
}
