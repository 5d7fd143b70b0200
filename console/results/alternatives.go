package results

import (
	"context"
	"time"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// widerTimeout is the maximum time to wait for the alternatives.
const widerTimeout = 2 * time.Second

// Alternatives returns the facets of each line by which a search is narrowed, counted without it. It omits those
// that cost too much or take too long: the choice can then be removed, but not changed.
func Alternatives(ctx context.Context, find func(context.Context, search.Request) (search.Response, error), ask search.Request) map[Line]*facet.Facets {
	ctx, cancel := context.WithTimeout(ctx, widerTimeout)
	defer cancel()
	out := map[Line]*facet.Facets{}
	for line, q := range Wider(ask.Query) {
		resp, err := find(ctx, search.Request{Query: q, Limit: 1, Langs: ask.Langs, Access: ask.Access, Facets: true, Copies: ask.Copies})
		if err == nil {
			out[line] = resp.Facets
		}
	}
	return out
}
