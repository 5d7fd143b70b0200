package search

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/synonym"
	"github.com/aranea-search/aranea/weburl"
)

// A Source provides snapshots with everything that was applied: an open index or a reader of
// one.
type Source interface {
	Fresh(ctx context.Context) (*index.Snapshot, error)
}

// Guard lines: both kinds of index are sources.
var (
	_ Source = (*index.Index)(nil)
	_ Source = (*index.Reader)(nil)
)

// Options bound the resources that queries use, and name what else they consult. The zero value
// is sensible.
type Options struct {
	admission.Options
	// Anchors is the index of the words of links, by the URLs they point to; nil for none.
	Anchors Source
	// Signals returns the static ranks of pages and their versions; nil for none.
	Signals func() signals.Tables
	// Names returns what sites are called in the titles of their pages; nil for nothing.
	Names sitename.Source
	// Listed reports whether a never-read URL may be among the results, found by the words of
	// links to it. nil allows none.
	Listed func(weburl.URL) (bool, error)
	// Synonyms returns the words that an operator has listed as meaning the same; nil for none.
	Synonyms func() *synonym.Set
	// Pins returns the pages that an operator has pinned to queries; nil for none.
	Pins func() *pin.Set
	// Weights returns the pages that an operator has given more or less weight; nil for none.
	Weights pageweight.Source
	// Linking yields the pages with a link to a URL; nil if links are unknown.
	Linking func(context.Context, weburl.URL) iter.Seq2[weburl.URL, error]
}
