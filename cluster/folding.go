package cluster

import (
	"slices"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/merge"
)

// take notes the texts of results that are shown, and returns their keys with those of what is folded under
// them: the list does not show that later, either.
func (c *cursor) take(r *search.Request, results []search.Result, parts []search.Response) map[uint64]bool {
	taken := map[uint64]bool{}
	for i := range results {
		x := &results[i]
		taken[keyOf(x.URL)] = true
		if it := merge.Item(x); !r.Copies && !x.Pinned && it.Sketch != 0 {
			c.shown = append(c.shown, it)
		}
	}
	for i := range parts {
		for j := range parts[i].Results {
			if x := &parts[i].Results[j]; c.folds(x) {
				taken[keyOf(x.URL)] = true
			}
		}
	}
	c.shown = c.shown[:min(len(c.shown), maxShown)]
	return taken
}

// folds reports whether a result is folded under one that was shown. Those of one site come from one node, which
// has folded them.
func (c *cursor) folds(x *search.Result) bool {
	it := merge.Item(x)
	return !x.Pinned && slices.ContainsFunc(c.shown, func(shown collapse.Item) bool { return collapse.IsCopy(shown, it) })
}
