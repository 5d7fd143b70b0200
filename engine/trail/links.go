package trail

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// Links counts the links to a URL; it is the link graph.
type Links interface {
	Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error)
}

// shownLinks is how many links to a URL its trail shows.
const shownLinks = 3

// AddLinks adds the links to the URL, and the rank derived from links.
func (t *Trail) AddLinks(ctx context.Context, g Links, ranks *rank.Table) error {
	u, err := weburl.Parse(t.URL)
	if err != nil {
		return nil //nolint:nilerr // nothing can link to it
	}
	if l := ranks.Levels(rank.KeyOf(u.ID())); l != (rank.Levels{}) {
		t.Add("Static rank", fmt.Sprintf("%d of 255, its site %d of 255; linked from %s", l.Page, l.Site, show.Count(rank.SitesOf(l.Sites), "other site")))
	}
	in, err := g.Inlinks(ctx, u)
	if err != nil || in.Pages == 0 {
		return err
	}
	t.Add("Linked from", in.String())
	for _, l := range in.Examples[:min(len(in.Examples), shownLinks)] {
		text := l.From.String()
		if l.Anchor != "" {
			text += fmt.Sprintf(" as %q", show.Clip(l.Anchor, maxShownAnchor))
		}
		if l.Zone != "" {
			text += ", zone " + l.Zone
		}
		t.Facts = append(t.Facts, Fact{Name: "Link on", Text: text, URL: l.From.String()})
	}
	return nil
}

// maxShownAnchor is how many bytes of the words of a link a trail shows.
const maxShownAnchor = 80
