package cluster

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/paging"
)

// defaultCompleted is how many completions a request that names no number gets, as in package search.
const defaultCompleted = 8

// Complete returns completions for a query that is being typed, of all nodes that answer: words first and
// pieces of titles behind them, as one index does. How often a word is found is not compared: what more
// indexes name, and nearer to the top, comes first.
func (f *Front) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	began := time.Now()
	out := search.Completions{Query: r.Query, Completions: []autocomplete.Completion{}}
	if err := paging.CheckCompleted(r.Limit); err != nil {
		return out, err
	}
	told, _, err := some(askAll(ctx, f, f.nodes, within(ctx, Patience), func(ctx context.Context, n *node) (search.Completions, error) {
		return n.Complete(ctx, r)
	}))
	if err != nil {
		return out, f.none(ctx, err)
	}
	lists, most := make([][]autocomplete.Completion, 0, len(told)), cmp.Or(r.Limit, defaultCompleted)
	for _, a := range told {
		lists = append(lists, a.value.Completions[:min(len(a.value.Completions), most)])
	}
	out.Completions = completionsOf(lists, most)
	out.Elapsed = time.Since(began)
	return out, nil
}

// completionsOf merges lists of completions into one of at most most.
func completionsOf(lists [][]autocomplete.Completion, most int) []autocomplete.Completion {
	words, titles := ranked(lists, false), ranked(lists, true)
	words = words[:min(len(words), max(most/2, most-len(titles)))]
	return append(words, titles[:min(len(titles), most-len(words))]...)
}

// ranked merges the words, or the titles, of lists. Each list gives its first one a point, its second one half
// a point, and so on.
func ranked(lists [][]autocomplete.Completion, titles bool) []autocomplete.Completion {
	type choice struct {
		autocomplete.Completion
		points float64
	}
	var all []choice
	for _, list := range lists {
		rank := 0.0
		for _, c := range list {
			if c.Title != titles {
				continue
			}
			rank++
			i := slices.IndexFunc(all, func(x choice) bool { return strings.EqualFold(x.Text, c.Text) })
			if i < 0 {
				i = len(all)
				all = append(all, choice{Completion: c})
			}
			all[i].points += 1 / rank
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.points, a.points) })
	out := make([]autocomplete.Completion, 0, len(all))
	for _, x := range all {
		out = append(out, x.Completion)
	}
	return out
}
