package document

import (
	"time"

	"github.com/aranea-search/aranea"
)

// A DateKind says what the date of a page is.
type DateKind uint8

// The kinds of dates. The zero kind is the last visit: the page says nothing.
const (
	Visited DateKind = iota
	Published
	Modified
)

// String returns the kind in one word, for example "published".
func (k DateKind) String() string {
	switch k {
	case Published:
		return "published"
	case Modified:
		return "modified"
	}
	return "visited"
}

// aheadOfUs is how far after the visit the date of a page may be, since clocks and time zones
// differ. A later date is not believed; otherwise a page dated tomorrow would precede all news.
const aheadOfUs = 26 * time.Hour

// dateOf returns the date that a page, or its server, gives: when it was published, otherwise
// when it was last changed. It returns the zero time if neither is given or credible.
func dateOf(p *aranea.Page, visit time.Time) (time.Time, DateKind) {
	for _, d := range [...]struct {
		at   time.Time
		kind DateKind
	}{{p.Published.At, Published}, {p.Modified.At, Modified}} {
		if !d.at.IsZero() && d.at.Unix() > 0 && d.at.Before(visit.Add(aheadOfUs)) {
			return d.at, d.kind
		}
	}
	return time.Time{}, Visited
}

// Dated returns the date of the page and its kind: its own date, otherwise that of the last
// visit.
func (r *Record) Dated() (time.Time, DateKind) {
	if r.Date.IsZero() {
		return r.FetchedAt, Visited
	}
	return r.Date, r.DateKind
}
