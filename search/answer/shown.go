package answer

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A Shown is a result that was found without a snippet, and is to be told whole.
type Shown struct {
	URL       weburl.URL `json:"url"`
	FetchedAt time.Time  `json:"fetched,omitzero"`  // as it was found: otherwise the page has changed since
	Partial   bool       `json:"partial,omitempty"` // it had only some of the words
	Score     float64    `json:"score,omitempty"`   // by which it is sorted, if the request sorts by a facet
}

// Shown returns the result as it is asked for again. It needs its Placing.
func (r *Result) Shown() Shown {
	return Shown{URL: r.URL, FetchedAt: r.FetchedAt, Score: r.Score, Partial: r.Placing != nil && r.Placing.Partial}
}

// Complete fills in what is told of the result when it is asked for again. Its place stays, and with it its
// score and what is folded under it.
func (r *Result) Complete(told Result) {
	told.Score, told.Why, told.Placing, told.Pinned = r.Score, r.Why, r.Placing, r.Pinned
	told.Copies, told.Versions, told.Listed, told.ListPages = r.Copies, r.Versions, r.Listed, r.ListPages
	told.Translated, told.Translations = r.Translated, r.Translations
	*r = told
}
