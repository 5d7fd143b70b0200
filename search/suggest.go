package search

import (
	"context"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/spell"
)

// suggest returns a query that may have been meant and that the searcher finds more
// by, nil if there is none. That he does is tried, so that no word of a page
// that he may not see is told.
func (s *Searcher) suggest(ctx context.Context, p *plan, tree query.Tree, r Request) (*Suggestion, error) {
	words := s.analyzer()
	defer s.analyzers.Put(words)
	other, changed, layout, err := spell.New(p.snap, words, p.matched).Respelled(tree, p.holding)
	if err != nil || !changed {
		return nil, err
	}
	again, err := s.compile(p.snap, other, r, false)
	if err != nil {
		return nil, err
	}
	defer again.close()
	if again.cost() > admit.DearCost {
		return nil, nil
	}
	_, total, _, err := again.run(ctx, goal{want: 1, need: again.needed})
	if err != nil || total <= p.matched {
		return nil, err
	}
	return &Suggestion{Query: other.String(), Layout: layout}, nil
}

// holding returns in how many pages a word of the query stands, in any form that it is
// looked for in.
func (p *plan) holding(text string) int {
	for _, w := range p.words {
		if w.text == text && len(w.tokens) == 1 {
			return w.tokens[0].df
		}
	}
	return 0
}
