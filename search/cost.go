package search

import "github.com/aranea-search/aranea/query"

// seekCost is how many postings are decoded at most to find one document in a long list: one
// block.
const seekCost = 128

// The cost of checking one page's elements, in postings; and of checking a page's date or site,
// in parts of seekCost.
const (
	elementCost = 32
	dateShare   = 16
)

// cost returns how many postings the plan decodes at most if pages need all its words: of each
// list all, or one block for each document of the shortest required list.
func (p *plan) cost() int64 { return p.decoded(true) }

// fullCost returns how many postings the plan decodes at most if pages may lack words: all.
func (p *plan) fullCost() int64 { return p.decoded(false) }

func (p *plan) decoded(must bool) int64 {
	shortest := int64(p.snap.Docs()) + 1
	var lists []int64
	for _, w := range p.words {
		if least := p.count(w.tokens, &lists); !w.optional {
			shortest = min(shortest, least)
		}
	}
	for _, e := range p.where {
		p.costOf(e, &lists, &shortest, must)
	}
	var sum int64
	for _, n := range lists {
		if must {
			n = min(n, shortest*seekCost)
		}
		sum += n
	}
	return sum
}

// costOf adds the lists of a condition. A condition that every page must meet (must) bounds the
// shortest list.
func (p *plan) costOf(e *expr, lists *[]int64, shortest *int64, must bool) {
	least := int64(p.snap.Docs()) + 1
	switch e.op {
	case opLeaf:
		least = p.count(e.tokens, lists)
		if e.field == query.InBody || e.field == query.InHeading {
			*lists = append(*lists, least*elementCost)
		}
	case opDocs:
		least = 0
		for _, docs := range e.docs {
			least += int64(len(docs))
		}
	case opSites:
		*lists = append(*lists, int64(e.sites.Seen), least*dateShare/seekCost)
	case opDates:
		*lists = append(*lists, least*dateShare/seekCost)
	}
	if must {
		*shortest = min(*shortest, least)
	}
	for _, kid := range e.kids {
		p.costOf(kid, lists, shortest, must && e.op == opAnd)
	}
}

// count adds the length of each token's lists and returns the least.
func (p *plan) count(ts []*token, lists *[]int64) int64 {
	least := int64(p.snap.Docs()) + 1
	for _, t := range ts {
		*lists = append(*lists, int64(t.count))
		least = min(least, int64(t.count))
	}
	return least
}
