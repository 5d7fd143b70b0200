package segment

import (
	"encoding/binary"
	"math"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/shortpostings"
)

// NoDoc is the document number after the last.
const NoDoc = math.MaxUint32

// Postings iterate over the documents of one term in one segment, in order, beginning before
// the first document. They are used by one goroutine and may be reopened for another term.
type Postings struct {
	kind      kind
	df        int
	maxImpact uint8
	limit     uint32 // documents in the segment
	pst, pos  *damage.Part
	tables    shortpostings.Tables
	format    int // of the entry
	// placesOnly tells that impacts are not needed.
	placesOnly bool
	at         uint64 // offset of the entry, for errors

	heads         []byte // block heads, nil for a short list
	data          []byte // the blocks, or the data of a short list
	posAt, posLen uint64 // of a long list, in the positions part
	blocks        int
	block         int // the decoded block, -1 for none
	loaded        int // the block whose documents are in docs, -1 for none
	n, i          int // number of postings in it, and index of the current one

	docs    [BlockDocs]uint32
	freqs   [BlockDocs]uint32
	imps    [BlockDocs]uint8
	lazy    []byte // encoded impacts and frequencies of the block
	hasImps bool
	hasTfs  bool

	marked  bool // what is in the template only is marked
	marks   marks.Marks
	marksOf int // the block of the marks, -1 for none

	posStart uint64 // the bit where those of a short list begin in data,
	marksAt  uint64 // and where its marks are, 0 if it has none

	posData []byte // positions of the block
	posHave bool
	posNext int    // the posting whose positions come next,
	posBit  uint64 // and the bit where they begin
	posOnly uint32 // the only position of a tiny entry
	err     error

	end  uint64 // end of the entry of a long list
	lost bool   // some of it cannot be read
	kept []keep // the readable blocks of a long list; nil if all are
}

// A keep holds what is known about a readable block only from its neighbours, which may be left
// out.
type keep struct {
	before uint32 // last document of the previous block; math.MaxUint32 for none
	posEnd uint64 // end of its positions
}

// Rewind returns to before the first document.
func (p *Postings) Rewind() {
	p.block, p.i, p.n, p.posHave = -1, -1, 0, false
}

// DocFreq returns the number of documents, including deleted ones.
func (p *Postings) DocFreq() int { return p.df }

// MaxImpact returns the largest impact of any posting.
func (p *Postings) MaxImpact() uint8 { return p.maxImpact }

// Err returns the error that ended the iteration early, nil if none did.
func (p *Postings) Err() error { return p.err }

func (p *Postings) head(b int) []byte {
	n := p.kind.headSize()
	return p.heads[b*n : (b+1)*n]
}

// blockLast returns the last document of a block.
func (p *Postings) blockLast(b int) uint32 {
	if p.heads == nil {
		return NoDoc - 1
	}
	return binary.LittleEndian.Uint32(p.head(b))
}

// dataAt returns the offset of a block's data.
func (p *Postings) dataAt(b int) uint64 {
	return uint64(binary.LittleEndian.Uint32(p.head(b)[headData:]))
}

// load decodes the documents of a block.
func (p *Postings) load(b int) bool {
	p.block, p.i, p.posHave = b, 0, false
	if p.heads == nil {
		p.n, p.hasImps, p.hasTfs = p.df, true, true // since the list was opened
		return true
	}
	lo, hi := p.dataAt(b), uint64(len(p.data))
	prev := uint32(math.MaxUint32) // none
	switch {
	case p.kept != nil:
		prev = p.kept[b].before
	case b > 0:
		prev = p.blockLast(b - 1)
	}
	if lo > hi {
		return p.fail()
	}
	p.n = min(BlockDocs, p.df-b*BlockDocs)
	if p.loaded == b {
		return true
	}
	p.loaded = b
	rest, ok := packed.Read(p.docs[:p.n], p.data[lo:hi])
	if !ok {
		return p.fail()
	}
	p.lazy, p.hasImps, p.hasTfs = rest, false, false
	if prev == math.MaxUint32 {
		p.docs[0]++ // so that the first document may be 0
	}
	wrong := uint32(0) // its highest bit is set if a gap is 0
	docs := p.docs[:p.n]
	for i, d := range docs {
		wrong |= d - 1
		prev += d
		docs[i] = prev
	}
	if wrong>>31 != 0 || prev >= p.limit || prev != p.blockLast(b) {
		return p.fail()
	}
	return true
}

// impacts decodes the impacts of the block.
func (p *Postings) impacts() {
	p.hasImps = true
	if p.kind == kindFilter || len(p.lazy) == 0 {
		clear(p.imps[:p.n])
		return
	}
	if !packed.ReadBytes(p.imps[:p.n], p.lazy[1:], p.lazy[0]) {
		p.fail()
	}
}

// frequencies decodes the frequencies of the block.
func (p *Postings) frequencies() bool {
	p.hasTfs = true
	if p.kind != kindForm {
		for i := range p.freqs[:p.n] {
			p.freqs[i] = 1
		}
		return true
	}
	rest, ok := p.lazy, len(p.lazy) > 0
	if ok { // the least impact, and the packed differences to it
		rest, ok = packed.Skip(rest[1:], p.n)
	}
	if ok {
		_, ok = packed.Read(p.freqs[:p.n], rest)
	}
	if !ok || p.err != nil {
		return p.fail()
	}
	for i := range p.freqs[:p.n] {
		p.freqs[i]++
	}
	return true
}

// damaged returns the error that the entry is damaged.
func (p *Postings) damaged() error { return p.pst.Err(p.at) }

// fail ends the iteration because of damage.
func (p *Postings) fail() bool { return p.stop(p.damaged()) }

// stop ends the iteration with an error.
func (p *Postings) stop(err error) bool {
	p.err, p.loaded = err, -1
	p.block, p.n, p.i = p.blocks, 0, 0
	return false
}

// Next moves to the next document and returns whether there is one.
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

// SeekGE moves forward to the first document that is at least doc and returns whether there is
// one. It does not move if the current document already is.
func (p *Postings) SeekGE(doc uint32) bool {
	if p.block >= p.blocks {
		return false
	}
	if p.block >= 0 && p.i < p.n && p.docs[p.i] >= doc {
		return true
	}
	if b := p.seekBlock(doc); b != p.block {
		if b >= p.blocks {
			p.block, p.n, p.i = p.blocks, 0, 0
			return false
		}
		if !p.load(b) {
			return false
		}
	}
	i := p.i
	if near := min(i+8, p.n); p.docs[near-1] >= doc { // usually it is near
		for p.docs[i] < doc {
			i++
		}
	} else {
		i = near + packed.Search(p.docs[near:p.n], doc)
	}
	if p.i = i; i < p.n {
		return true
	}
	p.i--
	return p.Next()
}

// seekBlock returns the first block, from the current one on, that may contain doc.
func (p *Postings) seekBlock(doc uint32) int {
	b := max(p.block, 0)
	if p.heads == nil {
		return b
	}
	return p.BlockFrom(b, doc)
}

// Bound returns an upper bound of the impacts of documents from doc on, and the last document
// for which it holds. It does not move.
func (p *Postings) Bound(doc uint32) (impact uint8, last uint32) {
	if p.block >= p.blocks || p.blocks == 0 {
		return 0, NoDoc
	}
	if p.heads == nil {
		if p.docs[p.df-1] < doc {
			return 0, NoDoc
		}
		return p.maxImpact, p.docs[p.df-1]
	}
	b := p.seekBlock(doc)
	if b >= p.blocks {
		return 0, NoDoc
	}
	return p.head(b)[headImpact], p.blockLast(b)
}

// Doc returns the current document, NoDoc after the last.
func (p *Postings) Doc() uint32 {
	if p.block < 0 || p.i >= p.n {
		return NoDoc
	}
	return p.docs[p.i]
}

// Freq returns how often the term occurs in the current document.
func (p *Postings) Freq() uint32 {
	if !p.hasTfs && !p.frequencies() {
		return 0
	}
	return p.freqs[p.i]
}

// Impact returns the quantised weighted frequency in the current document.
func (p *Postings) Impact() uint8 {
	if !p.hasImps {
		p.impacts()
	}
	return p.imps[p.i]
}

// PeekImpact is Impact for callers that need few documents of a block: it decodes only the
// current one.
func (p *Postings) PeekImpact() uint8 {
	if p.hasImps || len(p.lazy) == 0 || p.kind == kindFilter {
		return p.Impact()
	}
	v, ok := packed.Value(p.lazy[1:], p.n, p.i)
	if !ok {
		p.fail()
		return 0
	}
	return uint8(v) + p.lazy[0]
}

// Positional reports whether the term has positions.
func (p *Postings) Positional() bool { return p.kind == kindForm }
