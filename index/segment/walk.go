package segment

import (
	"sort"

	"github.com/aranea-search/aranea/index/packed"
)

// Access to whole blocks of a list, for readers that process windows of documents rather than
// one document after another. A block stays valid until another one is asked for.

// Copy makes p an independent iterator over the same postings.
func (p *Postings) Copy(from *Postings) { *p = *from }

// Blocks returns the number of blocks.
func (p *Postings) Blocks() int { return p.blocks }

// BlockFrom returns the first block from b on that ends at or after a document, Blocks if there
// is none.
func (p *Postings) BlockFrom(b int, doc uint32) int {
	if b >= p.blocks || p.blockEnd(b) >= doc {
		return b
	}
	step := 1 // gallop, then search: targets are usually near
	for b+step < p.blocks && p.blockEnd(b+step) < doc {
		step *= 2
	}
	lo, hi := b+step/2, min(b+step, p.blocks)
	return lo + sort.Search(hi-lo, func(i int) bool { return p.blockEnd(lo+i) >= doc })
}

// blockEnd returns the last document of a block, also for short lists.
func (p *Postings) blockEnd(b int) uint32 {
	if p.heads == nil {
		return p.docs[p.df-1]
	}
	return p.blockLast(b)
}

// BlockRange returns a range that contains the documents of a block.
func (p *Postings) BlockRange(b int) (first, last uint32) {
	switch {
	case p.heads == nil:
		return p.docs[0], p.docs[p.df-1]
	case b == 0:
		return 0, p.blockLast(0)
	}
	return p.blockLast(b-1) + 1, p.blockLast(b)
}

// BlockBound returns the largest impact in a block.
func (p *Postings) BlockBound(b int) uint8 {
	if p.heads == nil || p.kind == kindFilter {
		return p.maxImpact
	}
	return p.head(b)[headImpact]
}

// Docs returns the documents of a block, ascending; nil if the list is damaged, see Err.
func (p *Postings) Docs(b int) []uint32 {
	if b >= p.blocks || p.err != nil || b != p.block && !p.load(b) {
		return nil
	}
	return p.docs[:p.n]
}

// Impacts returns the impacts of the documents that Docs returned; nil if they are damaged.
func (p *Postings) Impacts() []uint8 {
	if !p.hasImps {
		p.impacts()
	}
	if p.err != nil {
		return nil
	}
	return p.imps[:p.n]
}

// Freqs returns how often the term occurs in the documents that Docs returned; nil if that is
// damaged.
func (p *Postings) Freqs() []uint32 {
	if !p.hasTfs && !p.frequencies() {
		return nil
	}
	return p.freqs[:p.n]
}

// MoveTo makes one of the documents that Docs returned the current one.
func (p *Postings) MoveTo(i int) { p.i = i }

// NextIn returns the first document, from doc on, of a block; or a lower bound of it.
func (p *Postings) NextIn(b int, doc uint32) uint32 {
	if p.heads != nil && p.block != b {
		first, _ := p.BlockRange(b)
		return max(first, doc)
	}
	n := p.n
	if p.heads == nil {
		n = p.df
	}
	if i := packed.Search(p.docs[:n], doc); i < n {
		return p.docs[i]
	}
	return doc
}
