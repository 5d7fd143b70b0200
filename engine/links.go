package engine

import (
	"context"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
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
	return known && entry.State != aranea.StateExcluded && entry.State != aranea.StateGone, err
}

// linksTo yields the pages with a link to a URL.
func (e *Engine) linksTo(ctx context.Context, u weburl.URL) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		for l, err := range e.graph.Links(ctx, linkgraph.Filter{URL: u}) {
			if !yield(l.From, err) || err != nil {
				return
			}
		}
	}
}

// shownLinks is how many links to a URL its trail shows.
const shownLinks = 3

// links tells who links to the URL, and what rank follows from links.
func (t *Trail) links(ctx context.Context, g *linkgraph.Graph, ranks *rank.Table) error {
	u, err := weburl.Parse(t.URL)
	if err != nil {
		return nil //nolint:nilerr // nothing can link to it
	}
	if l := ranks.Levels(rank.KeyOf(u.ID())); l != (rank.Levels{}) {
		t.fact("Static rank", fmt.Sprintf("%d of 255, its site %d of 255; linked from %s", l.Page, l.Site, show.Count(rank.SitesOf(l.Sites), "other site")))
	}
	in, err := g.Inlinks(ctx, u)
	if err != nil || in.Pages == 0 {
		return err
	}
	t.fact("Linked from", in.String())
	for _, l := range in.Examples[:min(len(in.Examples), shownLinks)] {
		text := l.From.String()
		if l.Anchor != "" {
			text += fmt.Sprintf(" as %q", show.Clip(l.Anchor, maxShownAnchor))
		}
		t.Facts = append(t.Facts, Fact{Name: "Link on", Text: text, URL: l.From.String()})
	}
	return nil
}

// maxShownAnchor is how many bytes of the words of a link a trail shows.
const maxShownAnchor = 80
