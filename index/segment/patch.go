package segment

import (
	"math"

	"github.com/aranea-search/aranea/index/varint"
)

// A list of postings of which something cannot be read is read as far as it can be. A
// short list is lost as a whole; of a long one, the blocks are left out whose postings
// or positions are in a hole.

// Lost reports whether some of the postings cannot be read: any document may be in the
// list then that Next does not come to.
func (p *Postings) Lost() bool { return p.lost }

// patch begins the entry without what cannot be read, after open failed at a hole.
func (p *Postings) patch() {
	p.lost = true
	if !p.patchLong() {
		p.heads, p.data, p.blocks, p.kept = nil, nil, 0, nil
		p.df, p.maxImpact = 1, 0 // at least
	}
	p.err = nil
	p.Rewind()
}

// patchLong begins a long list. It reports false if the entry is none, or what tells of
// its blocks cannot be read.
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
		skipForms(&c)
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

// leaveOut leaves the blocks of a long list out of which something cannot be read.
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

// dataRange returns where a block of a long list begins and ends.
func (p *Postings) dataRange(b int) (lo, hi uint64) {
	lo, hi = p.dataAt(b), uint64(len(p.data))
	if b+1 < p.blocks {
		hi = p.dataAt(b + 1)
	}
	return lo, hi
}
