package segment

import (
	"encoding/binary"

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
		if p.posI == p.posN && p.posLeft >= maxRun && skip >= maxRun { // a run that nobody wants
			rest, ok := skipRun(p.posData, maxRun)
			if !ok {
				return p.badPositions(dst)
			}
			p.posData, p.posLeft, skip = rest, p.posLeft-maxRun, skip-maxRun
			continue
		}
		if p.posI == p.posN && !p.fillPositions() {
			return p.badPositions(dst)
		}
		k := min(skip, p.posN-p.posI)
		p.posI, skip = p.posI+k, skip-k
	}
	for n > 0 {
		if p.posI == p.posN && !p.fillPositions() {
			return p.badPositions(dst)
		}
		k := min(n, p.posN-p.posI)
		dst = append(dst, p.posRun[p.posI:p.posI+k]...)
		p.posI, n = p.posI+k, n-k
	}
	return dst
}

func (p *Postings) badPositions(dst []uint32) []uint32 {
	p.fail()
	return dst
}

// beginPositions stands before the positions of the block.
func (p *Postings) beginPositions() bool {
	p.posHave, p.posNext, p.posI, p.posN, p.posLeft = true, 0, 0, 0, 0
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

// fillPositions decodes the next run.
func (p *Postings) fillPositions() bool {
	n := min(p.posLeft, maxRun)
	if n <= 0 {
		return false
	}
	p.posI, p.posN, p.posLeft = 0, n, p.posLeft-n
	var ok bool
	if n >= fewValues {
		p.posData, ok = readRun(p.posRun[:n], p.posData)
		return ok
	}
	c := varint.NewReader(p.posData)
	for i := range n {
		p.posRun[i] = uint32(c.Uint())
	}
	p.posData = c.Rest()
	return !c.Bad()
}
