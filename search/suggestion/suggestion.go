// Package suggestion finds other queries that the searcher may have meant, where the one that was typed
// finds little: with other words, or without quotes.
//
// Floor: 4 (acts). Stability: engine. It runs no query itself.
package suggestion

import (
	"context"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/spell"
)

// A Searcher runs queries for one person, on one snapshot.
type Searcher interface {
	// Holding returns how many pages have a word of the query that was typed.
	Holding(word string) int
	// Probe returns how many pages have all words of a query, and the best of them; none if it
	// costs too much.
	Probe(ctx context.Context, tree query.Tree) (total int, pages []spell.Page, err error)
}

// A Query is what was typed, and what it found.
type Query struct {
	Tree    query.Tree
	Total   int // results
	Matched int // those that have all of the words
}

// Find returns a query that finds more, nil if there is none. It is tried first, so that it
// reveals no word of a page that the searcher may not see.
func Find(ctx context.Context, q Query, speller *spell.Speller, s Searcher) (*answer.Suggestion, error) {
	if g, err := unquoted(ctx, q, s); g != nil || err != nil {
		return g, err
	}
	other, changed, layout, err := speller.Respelled(q.Tree, s.Holding)
	if err != nil || !changed {
		return nil, err
	}
	total, pages, err := s.Probe(ctx, other)
	if err != nil || total <= q.Matched {
		return nil, err
	}
	other, err = speller.Written(other, pages)
	return &answer.Suggestion{Query: other.String(), Layout: layout}, err
}

// mostProbed is how many of the words in quotes are looked for.
const mostProbed = 2

// unquoted returns the query without its quotes if it finds nothing with them, and if some page has
// one of its longest words: who pastes an error message does not mean the quotes in it.
func unquoted(ctx context.Context, q Query, s Searcher) (*answer.Suggestion, error) {
	if q.Total > 0 {
		return nil, nil
	}
	other, changed := q.Tree.Unquoted()
	if !changed {
		return nil, nil
	}
	for _, tree := range other.EachWord(mostProbed) {
		total, _, err := s.Probe(ctx, tree)
		if err != nil {
			return nil, err
		}
		if total > 0 {
			return &answer.Suggestion{Query: other.String(), Unquoted: true}, nil
		}
	}
	return nil, nil
}
