package segment

import (
	"math"

	"github.com/aranea-search/aranea/index/varint"
)

// A list of postings that is partly unreadable is read as far as possible. A short list is lost
// as a whole; a long one loses the blocks whose postings or positions are in a hole.

// Lost reports whether some of the postings cannot be read. Any document that Next does not
// return may then be in the list too.
func (p *Postings) Lost() bool { return p.lost }

// patch begins the entry without its unreadable parts, after open failed because of a hole.
func (p *Postings) patch() {
	p.lost = true
	if !p.patchLong() {
		p.heads, p.data, p.blocks, p.kept = nil, nil, 0, nil
		p.df, p.maxImpact = 1, 0 // lower bounds
	}
	p.err = nil
	p.Rewind()
}

// patchLong begins a long list. It returns false if the entry is not one, or its block heads
// cannot be read.
func (p *Postings) patchLong() bool {
	size := uint64(p.pst.Len())
	b, err := p.pst.Bytes(p.at, min(entryGuess, size-p.at))
	if err != nil {
		return false
	}
	c := varint.NewReader(b)
	header, n := c.Uint(), c.Uint()
	head := p.at + uint64(len(b)-c.Len())
	p.kind, p.df = kind(header&(1<<kindBits-1)), int(header>>headerShift)
	if c.Bad() || header&tinyBit != 0 || p.df < BlockDocs || p.df > int(p.limit) || n > size-head {
		return false
	}
	p.end = head + n
	c = varint.NewReader(p.pst.Raw()[head:p.end])
	if p.kind == kindStem {
		p.skipForms(&c)
	}
	if !p.readLong(&c) {
		return false
	}
	if _, err = p.pst.Bytes(head, n-uint64(len(p.data))); err != nil {
		return false
	}
	p.leaveOut()
	return p.blocks > 0
}

// leaveOut drops those blocks of a long list that cannot be read in full.
func (p *Postings) leaveOut() {
	p.lost = true
	at, n := p.end-uint64(len(p.data)), 0
	var heads []byte
	var kept []keep
	for b := range p.blocks {
		lo, hi := p.dataRange(b)
		if lo > hi || hi > uint64(len(p.data)) {
			continue
		}
		if _, err := p.pst.Bytes(at+lo, hi-lo); err != nil {
			continue
		}
		k := keep{before: math.MaxUint32}
		if b > 0 {
			k.before = p.blockLast(b - 1)
		}
		if p.kind == kindForm {
			lo, hi = p.posRange(b)
			if k.posEnd = hi; lo > hi || p.pos.Holed(p.posAt+lo, hi-lo) {
				continue
			}
		}
		heads, kept = append(heads, p.head(b)...), append(kept, k)
		n += min(BlockDocs, p.df-b*BlockDocs)
	}
	p.heads, p.kept, p.blocks, p.df = heads, kept, len(kept), max(n, 1)
}

// dataRange returns the beginning and end of the data of a block in a long list.
func (p *Postings) dataRange(b int) (lo, hi uint64) {
	lo, hi = p.dataAt(b), uint64(len(p.data))
	if b+1 < p.blocks {
		hi = p.dataAt(b + 1)
	}
	return lo, hi
}
