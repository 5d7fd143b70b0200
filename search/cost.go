package search

import (
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/term"
)

// cost returns how many postings the plan decodes at most if pages need all its words: of each
// list all, or one block for each document of the shortest required list.
func (p *plan) cost() int64 { return p.decoded(true) }

// fullCost returns how many postings the plan decodes at most if pages may lack words: all.
func (p *plan) fullCost() int64 { return p.decoded(false) }

func (p *plan) decoded(must bool) int64 {
	t := admission.NewTally(p.snap.Docs())
	for _, w := range p.words {
		if least := term.Count(w.tokens, int64(p.snap.Docs())+1, t); !w.optional {
			t.Need(least)
		}
	}
	for _, e := range p.where {
		e.Cost(p.snap, t, must)
	}
	p.order.Cost(t)
	return t.Postings(must)
}
