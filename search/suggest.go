package search

import (
	"context"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/spell"
)

// Bounds of suggestions: below how many pages one is looked for, and how many
// words of the query are looked up for it.
const (
	fewPages = 3
	maxSpelt = 4
)

// suggest returns a query that may have been meant and that the searcher finds more
// by, nil if there is none. That he does is tried, so that no word of a page
// that he may not see is told.
func (s *Searcher) suggest(ctx context.Context, p *plan, tree query.Tree, r Request) (*Suggestion, error) {
	speller, left, layout := spell.New(p.snap), maxSpelt, false
	var failed error
	other, changed := tree.Respelled(func(n *query.Node) string {
		if left--; left < 0 || n.Prefix || n.Edits > 0 || failed != nil {
			return n.Text
		}
		word, keys, err := speller.Instead(n.Text)
		failed, layout = err, layout || keys
		if word == "" {
			return n.Text
		}
		return word
	})
	if failed != nil || !changed {
		return nil, failed
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
