package search

import (
	"context"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/spell"
)

// suggest returns a query that may have been meant and that finds more for this searcher, nil
// if there is none. It is tried first, so that it reveals no word of a page that the searcher
// may not see.
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

// holding returns how many pages have a word of the query, in any form that is searched for.
func (p *plan) holding(text string) int {
	for _, w := range p.words {
		if w.text == text && len(w.tokens) == 1 {
			return w.tokens[0].df
		}
	}
	return 0
}
