package search

import (
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
)

// Cost of checking a page's elements, in postings, and its date or site, in parts of SeekCost.
const (
	elementCost = 32
	ownCost     = 2 // of asking whether an excluded word stands outside of the template
	dateShare   = 16
)

// cost returns how many postings the plan decodes at most if pages need all its words: of each
// list all, or one block for each document of the shortest required list.
func (p *plan) cost() int64 { return p.decoded(true) }

// fullCost returns how many postings the plan decodes at most if pages may lack words: all.
func (p *plan) fullCost() int64 { return p.decoded(false) }

func (p *plan) decoded(must bool) int64 {
	t := admit.NewTally(p.snap.Docs())
	for _, w := range p.words {
		if least := p.count(w.tokens, t); !w.optional {
			t.Need(least)
		}
	}
	for _, e := range p.where {
		p.costOf(e, t, must)
	}
	return t.Postings(must)
}

// costOf adds the lists of a condition. A condition that every page must meet (must) bounds the
// shortest list.
func (p *plan) costOf(e *expr, t *admit.Tally, must bool) {
	least := int64(p.snap.Docs()) + 1
	switch e.op {
	case opLeaf:
		least = p.count(e.tokens, t)
		if e.field == query.InBody || e.field == query.InHeading {
			t.List(least * elementCost)
		}
		if e.own {
			t.List(least * ownCost)
		}
	case opDocs:
		least = 0
		for _, docs := range e.docs {
			least += int64(len(docs))
		}
	case opSites:
		t.List(int64(e.sites.Seen))
		t.List(least * dateShare / admit.SeekCost)
	case opDates:
		t.List(least * dateShare / admit.SeekCost)
	}
	if must {
		t.Need(least)
	}
	for _, kid := range e.kids {
		p.costOf(kid, t, must && e.op == opAnd)
	}
}

// count adds the length of each token's lists and returns the least.
func (p *plan) count(ts []*token, tally *admit.Tally) int64 {
	least := int64(p.snap.Docs()) + 1
	for _, t := range ts {
		tally.List(int64(t.count))
		least = min(least, int64(t.count))
	}
	return least
}
