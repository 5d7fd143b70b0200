package segment

import (
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea/index/varint"
)

// Positions appends the positions in the current document to dst, ascending.
func (p *Postings) Positions(dst []uint32) []uint32 {
	from := len(dst)
	dst = p.gaps(dst)
	last := uint32(0)
	for i, d := range dst[from:] {
		last += d
		dst[from+i] = last
	}
	return dst
}

// gaps appends the first position in the current document and the differences of
// the others.
func (p *Postings) gaps(dst []uint32) []uint32 {
	if p.kind != kindForm || p.Doc() == NoDoc {
		return dst
	}
	if !p.hasTfs && !p.frequencies() {
		return dst
	}
	if !p.posHave || p.posNext > p.i { // asked again for the same document
		if !p.beginPositions() {
			return dst
		}
	}
	skip := 0
	for ; p.posNext < p.i; p.posNext++ {
		skip += int(p.freqs[p.posNext])
	}
	n := int(p.freqs[p.i])
	p.posNext = p.i + 1
	for skip > 0 {
		if p.posI == p.posN && !p.nextRun() {
			return p.badPositions(dst)
		}
		k := min(skip, p.posN-p.posI)
		p.posI, skip = p.posI+k, skip-k
	}
	for n > 0 {
		if p.posI == p.posN && !p.nextRun() {
			return p.badPositions(dst)
		}
		k := min(n, p.posN-p.posI)
		var ok bool
		if dst, ok = p.take(dst, k); !ok {
			return p.badPositions(dst)
		}
		n -= k
	}
	return dst
}

// take appends the next k values of the run. A run that is read from its start on
// is likely to be read whole and is decoded at once; of another one only what is
// wanted is.
func (p *Postings) take(dst []uint32, k int) ([]uint32, bool) {
	from := p.posI
	p.posI += k
	if p.posPacked != nil && from > 0 {
		dst = slices.Grow(dst, k)[:len(dst)+k]
		return dst, readPart(dst[len(dst)-k:], p.posPacked, p.posN, from)
	}
	if p.posPacked != nil {
		if _, ok := readRun(p.posRun[:p.posN], p.posPacked); !ok {
			return dst, false
		}
		p.posPacked = nil
	}
	return append(dst, p.posRun[from:from+k]...), true
}

func (p *Postings) badPositions(dst []uint32) []uint32 {
	p.fail()
	return dst
}

// beginPositions stands before the positions of the block.
func (p *Postings) beginPositions() bool {
	p.posHave, p.posNext, p.posI, p.posN, p.posLeft, p.posPacked = true, 0, 0, 0, 0, nil
	if p.heads == nil {
		if p.posData = p.data; p.data == nil { // the one position is there
			p.posN = 1
			return true
		}
	} else {
		lo, hi := uint64(binary.LittleEndian.Uint32(p.head(p.block)[headPos:])), p.posLen
		if p.block+1 < p.blocks {
			hi = uint64(binary.LittleEndian.Uint32(p.head(p.block + 1)[headPos:]))
		}
		ok := lo <= hi && hi <= p.posLen
		if ok {
			p.posData, ok = p.pos.slice(p.posAt+lo, hi-lo)
		}
		if !ok {
			return p.fail()
		}
	}
	for _, f := range p.freqs[:p.n] {
		p.posLeft += int(f)
	}
	return true
}

// nextRun goes to the next run.
func (p *Postings) nextRun() bool {
	n := min(p.posLeft, maxRun)
	if n <= 0 {
		return false
	}
	p.posI, p.posN, p.posLeft, p.posPacked = 0, n, p.posLeft-n, nil
	if n >= fewValues {
		rest, ok := skipRun(p.posData, n)
		p.posPacked, p.posData = p.posData, rest
		return ok
	}
	c := varint.NewReader(p.posData)
	for i := range n {
		p.posRun[i] = uint32(c.Uint())
	}
	p.posData = c.Rest()
	return !c.Bad()
}
