package index

import (
	"encoding/binary"
	"math"
	"sort"
)

// NoDoc is the document number after the last.
const NoDoc = math.MaxUint32

// Postings walk through the documents of one term in one segment, in order. It
// starts before the first document. It is used by one goroutine.
type Postings struct {
	df         int
	positional bool
	maxImpact  uint8
	limit      uint32 // documents in the segment
	pst, pos   *part
	// The term's bytes in both parts; those of the postings without the heads.
	pstAt, pstEnd uint64
	posAt, posEnd uint64

	heads  []byte // block heads, nil for a short list
	blocks int
	block  int // the block that is decoded, -1 for none
	n, i   int // postings in it, and the current one

	docs, tfs [blockDocs]uint32
	imps      [blockDocs]uint8

	posData   []byte // positions from posting posNext of the block on
	posNext   int
	posLoaded bool // posData is that of the block
	err       error
}

// start reads the heads and stands before the first posting.
func (p *Postings) start() error {
	p.block, p.i, p.n, p.blocks = -1, -1, 0, 1
	p.heads, p.err, p.posLoaded = nil, nil, false
	if p.pstAt > p.pstEnd {
		return p.pst.err(p.pstAt)
	}
	if p.df < blockDocs {
		return nil
	}
	p.blocks = (p.df + blockDocs - 1) / blockDocs
	n := uint64(p.blocks * blockHead)
	var ok bool
	if p.heads, ok = p.pst.slice(p.pstAt, n); !ok || n > p.pstEnd-p.pstAt {
		return p.pst.err(p.pstAt)
	}
	p.pstAt += n
	return nil
}

// DocFreq returns the number of documents, deleted ones included.
func (p *Postings) DocFreq() int { return p.df }

// MaxImpact returns the largest impact of any posting.
func (p *Postings) MaxImpact() uint8 { return p.maxImpact }

// Err returns what stopped the walk early, nil if nothing did.
func (p *Postings) Err() error { return p.err }

func (p *Postings) head(b int) []byte { return p.heads[b*blockHead : (b+1)*blockHead] }

// blockLast returns the last document of a block.
func (p *Postings) blockLast(b int) uint32 {
	if p.heads == nil {
		return NoDoc - 1
	}
	return binary.LittleEndian.Uint32(p.head(b))
}

// blockBytes returns the interval of a block within the term's postings.
func (p *Postings) blockBytes(b int) (lo, hi uint64) {
	lo, hi = 0, p.pstEnd-p.pstAt
	if p.heads != nil {
		lo = uint64(binary.LittleEndian.Uint32(p.head(b)[4:]))
		if b+1 < p.blocks {
			hi = uint64(binary.LittleEndian.Uint32(p.head(b + 1)[4:]))
		}
	}
	return lo, hi
}

// blockPositions is the same for the term's positions.
func (p *Postings) blockPositions(b int) (lo, hi uint64) {
	lo, hi = 0, p.posEnd-p.posAt
	if p.heads != nil {
		lo = binary.LittleEndian.Uint64(p.head(b)[8:])
		if b+1 < p.blocks {
			hi = binary.LittleEndian.Uint64(p.head(b + 1)[8:])
		}
	}
	return lo, hi
}

// load decodes a block.
func (p *Postings) load(b int) bool {
	p.block, p.i, p.posLoaded = b, 0, false
	lo, hi := p.blockBytes(b)
	if lo > hi || hi > p.pstEnd-p.pstAt {
		return p.fail()
	}
	data, ok := p.pst.slice(p.pstAt+lo, hi-lo)
	if !ok {
		return p.fail()
	}
	prev := uint32(0)
	p.n = p.df
	if p.heads != nil {
		p.n = min(blockDocs, p.df-b*blockDocs)
		if b > 0 {
			prev = p.blockLast(b - 1)
		}
	}
	if p.n == blockDocs {
		return p.unpackBlock(data, prev)
	}
	c := cursor{b: data}
	for i := range p.n {
		d := c.uint()
		p.tfs[i] = 1
		if d&1 == 0 {
			p.tfs[i] = uint32(c.uint())
		}
		prev += uint32(d >> 1)
		p.docs[i], p.imps[i] = prev, c.byte()
	}
	return p.sane(c.bad)
}

func (p *Postings) unpackBlock(data []byte, prev uint32) bool {
	if len(data) < 2 {
		return p.fail()
	}
	dw, tw := uint(data[0]), uint(data[1])
	data, err := unpack(p.docs[:], data[2:], dw)
	if err != nil {
		return p.fail()
	}
	if data, err = unpack(p.tfs[:], data, tw); err != nil || len(data) < blockDocs {
		return p.fail()
	}
	copy(p.imps[:], data)
	for i := range p.docs {
		prev += p.docs[i]
		p.docs[i] = prev
		p.tfs[i]++
	}
	return p.sane(false)
}

// sane checks that documents ascend inside the segment.
func (p *Postings) sane(bad bool) bool {
	for i := range p.n {
		if i > 0 && p.docs[i] <= p.docs[i-1] || p.docs[i] >= p.limit {
			bad = true
		}
	}
	if bad {
		return p.fail()
	}
	return true
}

func (p *Postings) fail() bool {
	p.err = p.pst.err(p.pstAt)
	p.block, p.n, p.i = p.blocks, 0, 0
	return false
}

// Next moves to the next document and reports whether there is one.
func (p *Postings) Next() bool {
	if p.i++; p.block >= 0 && p.i < p.n {
		return true
	}
	if p.block+1 >= p.blocks {
		p.block, p.n = p.blocks, 0
		return false
	}
	return p.load(p.block + 1)
}

// SeekGE moves forward to the first document that is at least doc and reports
// whether there is one. It does not move if the current one is.
func (p *Postings) SeekGE(doc uint32) bool {
	if p.block >= p.blocks {
		return false
	}
	if p.block >= 0 && p.i < p.n && p.docs[p.i] >= doc {
		return true
	}
	if b := p.seekBlock(doc); b != p.block {
		if b >= p.blocks {
			p.block, p.n = p.blocks, 0
			return false
		}
		if !p.load(b) {
			return false
		}
	}
	i := p.i + sort.Search(p.n-p.i, func(j int) bool { return p.docs[p.i+j] >= doc })
	if p.i = i; i < p.n {
		return true
	}
	p.i--
	return p.Next()
}

// seekBlock returns the first block from the current one on that may hold doc.
func (p *Postings) seekBlock(doc uint32) int {
	b := max(p.block, 0)
	if p.heads == nil || p.blockLast(b) >= doc {
		return b
	}
	// Gallop, then search: targets are mostly near.
	step := 1
	for b+step < p.blocks && p.blockLast(b+step) < doc {
		step *= 2
	}
	lo, hi := b+step/2, min(b+step, p.blocks)
	return lo + sort.Search(hi-lo, func(i int) bool { return p.blockLast(lo+i) >= doc })
}

// Bound returns the largest impact that documents from doc on may have, and the
// last document for which that holds; it does not move.
func (p *Postings) Bound(doc uint32) (impact uint8, last uint32) {
	if p.block >= p.blocks {
		return 0, NoDoc
	}
	if p.heads == nil {
		return p.maxImpact, NoDoc - 1
	}
	b := p.seekBlock(doc)
	if b >= p.blocks {
		return 0, NoDoc
	}
	return p.head(b)[16], p.blockLast(b)
}

// Doc returns the current document, NoDoc after the last.
func (p *Postings) Doc() uint32 {
	if p.block < 0 || p.i >= p.n {
		return NoDoc
	}
	return p.docs[p.i]
}

// Freq returns how often the term occurs in the current document.
func (p *Postings) Freq() uint32 { return p.tfs[p.i] }

// Impact returns the quantised weighted frequency in the current document.
func (p *Postings) Impact() uint8 { return p.imps[p.i] }

// Positional reports whether the term has positions.
func (p *Postings) Positional() bool { return p.positional }

// Positions appends the positions in the current document to dst, ascending.
func (p *Postings) Positions(dst []uint32) []uint32 {
	if !p.positional || p.Doc() == NoDoc {
		return dst
	}
	if !p.posLoaded || p.posNext > p.i { // asked again for the same document
		if !p.loadPositions() {
			return dst
		}
	}
	c := cursor{b: p.posData}
	for ; p.posNext < p.i; p.posNext++ {
		c.skip(p.tfs[p.posNext])
	}
	last := uint32(0)
	for range p.tfs[p.i] {
		last += uint32(c.uint())
		if c.bad {
			p.err = p.pos.err(p.posAt)
			return dst
		}
		dst = append(dst, last)
	}
	p.posData, p.posNext = c.b, p.i+1
	return dst
}

// loadPositions makes the positions of the block readable.
func (p *Postings) loadPositions() bool {
	lo, hi := p.blockPositions(p.block)
	ok := lo <= hi && hi <= p.posEnd-p.posAt
	if ok {
		p.posData, ok = p.pos.slice(p.posAt+lo, hi-lo)
	}
	p.posLoaded, p.posNext = ok, 0
	if !ok {
		p.err = p.pos.err(p.posAt + lo)
	}
	return ok
}
