package search

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/weburl"
)

// A Source hands out snapshots that hold all that was applied: an open
// index or a reader of one.
type Source interface {
	Fresh(ctx context.Context) (*index.Snapshot, error)
}

// Guard lines: both kinds of index are sources.
var (
	_ Source = (*index.Index)(nil)
	_ Source = (*index.Reader)(nil)
)

// Options bound what queries may take of the machine, and say what else they look
// at. The zero value is sensible.
type Options struct {
	admit.Options
	// Anchors is the index of the words of links, by the URLs that they name; nil
	// if there is none.
	Anchors Source
	// Ranks returns the static ranks of pages; nil if there are none.
	Ranks func() *rank.Table
	// Listed says whether a URL that was never read may be among the results, by
	// the words of links to it. With nil none may.
	Listed func(weburl.URL) (bool, error)
	// Linking yields the pages with a link to a URL; nil if links are not known.
	Linking func(context.Context, weburl.URL) iter.Seq2[weburl.URL, error]
}
