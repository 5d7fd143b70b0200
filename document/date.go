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

// aheadOfUs is how far behind the visit the date of a page may lie: clocks and
// zones of time differ. A later one is not believed, or a page of tomorrow would
// stand before all news.
const aheadOfUs = 26 * time.Hour

// dateOf returns the date that a page, or its server, says of it: when it was published, or
// else when it was changed last; the zero time if it says neither, or nothing that
// can be.
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

// Dated returns the date of the page, and what it is: its own, or else the last
// visit.
func (r *Record) Dated() (time.Time, DateKind) {
	if r.Date.IsZero() {
		return r.FetchedAt, Visited
	}
	return r.Date, r.DateKind
}
