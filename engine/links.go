package engine

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// Links yields links between pages.
func (e *Engine) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return e.graph.Links(ctx, f)
}

// Inlinks counts who links to a URL.
func (e *Engine) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return e.graph.Inlinks(ctx, u)
}

// linksCount reports whether the links of a page count: it is known and neither
// closed nor removed nor gone.
func (e *Engine) linksCount(u weburl.URL) (bool, error) {
	entry, known, err := e.frontier.EntryByID(u.ID())
	return known && linksOf(&entry), err
}

// linksOf is linksCount for an entry.
func linksOf(entry *aranea.Entry) bool {
	return entry.State != aranea.StateExcluded && entry.State != aranea.StateGone
}

// mostCopies is of how many copies of a page the links count as links to it.
const mostCopies = 16

// linksTo yields the pages with a link to a URL, or to a page that is left out of the index for
// its sake: one with the same text, or that calls it canonical.
func (e *Engine) linksTo(ctx context.Context, u weburl.URL) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		copies, err := e.graph.Alternates(ctx, u, mostCopies)
		if err != nil {
			yield(weburl.URL{}, err)
			return
		}
		for _, to := range append([]weburl.URL{u}, copies...) {
			for l, err := range e.graph.Links(ctx, linkgraph.Filter{URL: to}) {
				if !yield(l.From, err) || err != nil {
					return
				}
			}
		}
	}
}
