package search

import (
	"context"

	"github.com/aranea-search/aranea/index"
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
	speller := spell.New(p.snap, words, p.matched)
	other, changed, layout, err := speller.Respelled(tree, p.holding)
	if err != nil || !changed {
		return nil, err
	}
	total, pages, err := s.probe(ctx, p.snap, other, r, admit.DearCost)
	if err != nil || total <= p.matched {
		return nil, err
	}
	other, err = speller.Written(other, pages)
	return &Suggestion{Query: other.String(), Layout: layout}, err
}

// join notes other spellings of words that few pages have. They depend on the index.
func (s *Searcher) join(ctx context.Context, snap *index.Snapshot, tree query.Tree, r *Request) (err error) {
	words := s.analyzer()
	defer s.analyzers.Put(words)
	r.spelled, err = spell.New(snap, words, 0).Joined(tree, func(word string) (int, error) {
		total, _, err := s.probe(ctx, snap, query.Tree{Root: &query.Node{Kind: query.Word, Text: word}}, Request{Access: r.Access}, admit.DearCost)
		return total, err
	})
	r.fixed = r.fixed && len(r.spelled) == 0
	return err
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
