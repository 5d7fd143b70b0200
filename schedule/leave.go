package schedule

import (
	"time"

	"github.com/aranea-search/aranea"
)

// How long the document of a page that is gone stays in the index (docs/revisits.md). In all
// other cases it leaves at once: if the site does not have the page (404, 410) or refuses it, or
// if the page asks not to be indexed.
const (
	// HiddenFor is for pages that a robots file has closed: they are hidden, and come back
	// without a visit if it opens them again.
	HiddenFor = 30 * 24 * time.Hour
	// UnreachableFor is for pages without an answer, with a broken one, or with one that says
	// that the site is in trouble: they are found until then.
	UnreachableFor = 14 * 24 * time.Hour
)

// Leaves returns when the document of an entry leaves the index if nothing changes; zero if it
// stays, or is not there.
func Leaves(e *aranea.Entry) time.Time {
	switch {
	case !e.Indexed:
		return time.Time{}
	case e.Hidden():
		return e.Due
	case e.State == aranea.StateGone:
		return e.Since.Add(Grace(e.Reason))
	}
	return time.Time{}
}

// Grace returns how long the document of a page stays in the index that is gone for a reason.
func Grace(r aranea.Reason) time.Duration {
	switch r {
	case aranea.NetDNS, aranea.NetDial, aranea.NetTLS, aranea.NetTimeout, aranea.NetReset, aranea.NetProxy, aranea.NetProto,
		aranea.HTTPServer, aranea.HTTPThrottled, aranea.HTTPChallenge, aranea.HTTPEmpty, aranea.BodyBroken:
		return UnreachableFor
	}
	return 0
}

// Resumed returns the next visit of a page that is shown again as it was.
func Resumed(e *aranea.Entry, now time.Time) time.Time {
	next := e.VisitedAt.Add(Interval(e.Change, base(e), now))
	if next.After(now) {
		return next
	}
	return now.Add(RevisitLeast)
}
