package schedule

import (
	"math"
	"time"

	"github.com/aranea-search/aranea"
)

// Limits of the plan of visits.
const (
	// RevisitBase is the interval after which a page is visited again as long as it is unknown
	// how often it changes. Pages that lead to others come sooner: RevisitSeed for a seed,
	// RevisitHub for what a seed links to.
	RevisitBase = 7 * 24 * time.Hour
	RevisitHub  = 3 * 24 * time.Hour
	RevisitSeed = 24 * time.Hour
	// RevisitFeed is the interval of feeds, and of sitemaps that no other sitemap names: they list
	// what is new.
	RevisitFeed = 12 * time.Hour
	// revisitLink is the least time between two checks of a URL that is only asked for because
	// pages link to it.
	revisitLink = 7 * 24 * time.Hour
	// RevisitLeast and RevisitMost limit the interval of a page that exists.
	RevisitLeast = time.Hour
	RevisitMost  = 90 * 24 * time.Hour
	// revisitShare is the part of the requests that a host's delay permits which visits of its
	// known pages may take; the rest is for new ones.
	revisitShare = 0.5
	// goneFirst and failedFirst are the first intervals of pages that the site does not have or
	// refuses, and of pages that could not be requested; they grow with the time that this
	// lasts, up to goneMost. After GoneFor a page is no longer requested.
	goneFirst   = 7 * 24 * time.Hour
	failedFirst = 24 * time.Hour
	goneMost    = 60 * 24 * time.Hour
	GoneFor     = 180 * 24 * time.Hour
)

// maxChecks is the number of checks at which an estimate forgets its older half.
const maxChecks = 64

// Visited returns the updated estimate of how often a URL changes, and when to visit it again,
// zero for never. before and after are its entry as it was leased and after the outcome, and h
// is its host.
func Visited(before, after *aranea.Entry, h *aranea.Host, now time.Time) (aranea.Change, time.Time) {
	c, due := visited(before, after, h, now)
	if least := now.Add(revisitLink); after.Kind == aranea.KindLink && after.State != aranea.StateQueued && !due.IsZero() && due.Before(least) {
		due = least
	}
	return c, due
}

func visited(before, after *aranea.Entry, h *aranea.Host, now time.Time) (aranea.Change, time.Time) {
	c := after.Change
	switch after.State {
	case aranea.StateGone:
		c = learn(c, now, before.Indexed != after.Indexed)
		return c, sooner(whenGone(after, c, now), Leaves(after), now)
	case aranea.StateDone:
		if after.Visits > before.Visits {
			c = answered(c, before, after, now)
		}
		every := Interval(c, base(after), now)
		if after.Reason == aranea.BodyBroken && (before.Reason != aranea.BodyBroken || before.Attempts > 0) {
			every = min(every, failedFirst) // perhaps the rest comes then
		}
		return c, now.Add(max(every, hostInterval(h)))
	}
	return c, after.Due // it waits for another try, or it is excluded
}

// Within returns when to visit a page again that exists, and that its operator wants to see within
// a time after its last visit: when that is due, or sooner, but not before the delay of its host
// allows it for all of its pages. 0 is no such wish.
func Within(within time.Duration, e *aranea.Entry, h *aranea.Host) time.Time {
	if within == 0 || e.Kind == aranea.KindLink || e.State != aranea.StateDone || e.Due.IsZero() || e.VisitedAt.IsZero() {
		return e.Due
	}
	if by := e.VisitedAt.Add(max(within, hostInterval(h))); by.Before(e.Due) {
		return by
	}
	return e.Due
}

// answered adds a visit to a page that exists to an estimate, if it can tell whether the page has
// changed: one whose answer broke off cannot, and the next one only starts the period. Nor can one
// that reads the page in another way: the time since the visit before it does not count.
func answered(c aranea.Change, before, after *aranea.Entry, now time.Time) aranea.Change {
	switch {
	case after.Reason == aranea.BodyBroken, before.Reason == aranea.BodyBroken && c.Since != 0:
		return c
	case before.Reread && c.Since != 0:
		c.Since = seconds(time.Unix(int64(c.Since), 0).Add(max(now.Sub(before.VisitedAt), 0)))
		return c
	}
	return learn(c, now, changed(before, after))
}

// changed reports whether a visit found a different page than the one before.
func changed(before, after *aranea.Entry) bool {
	return after.Status != statusNotModified && before.Changed(after)
}

// learn adds one visit to an estimate. The first one only sets the start of the period.
func learn(c aranea.Change, now time.Time, changed bool) aranea.Change {
	at := seconds(now)
	if c.Since == 0 {
		c.Since = at
		return c
	}
	if c.Checks >= maxChecks {
		c.Checks, c.Changes = c.Checks/2, c.Changes/2
		c.Since = at - (at-min(c.Since, at))/2
	}
	c.Checks++
	if changed {
		c.Changes, c.ChangedAt = c.Changes+1, at
	}
	return c
}

// seconds returns an instant as an estimate keeps it.
func seconds(t time.Time) uint32 { return uint32(min(max(t.Unix(), 1), math.MaxUint32)) }

// Interval returns the time between two visits of a page that exists. The rate of change is
// estimated from visits that can tell whether, but not how often, it changed (Cho and
// Garcia-Molina, Estimating Frequency of Change, 2003, section 4.1), and drawn towards one
// change per base while there are few of them. The interval then follows the cube root of the
// time between two changes: for pages that change seldom that minimizes the mean age of all
// pages, and pages that change all the time cannot take all visits.
func Interval(c aranea.Change, base time.Duration, now time.Time) time.Duration {
	n, unchanged := float64(c.Checks), float64(c.Checks-min(c.Changes, c.Checks))
	expected := 1 / base.Hours() // changes per hour
	rate := expected
	if over := now.Sub(time.Unix(int64(c.Since), 0)).Hours(); c.Checks > 0 && over > 0 {
		seen := -math.Log((unchanged+0.5)/(n+0.5)) / (over / n)
		rate = (seen*n + expected) / (n + 1)
	}
	hours := base.Hours() * math.Cbrt(expected/rate)
	return min(max(time.Duration(hours*float64(time.Hour)), RevisitLeast), RevisitMost)
}

// base returns the interval of a page before visits have shown anything: what its sitemap says,
// otherwise by its depth.
func base(e *aranea.Entry) time.Duration {
	if e.Every > 0 {
		return min(max(e.Every, RevisitLeast), RevisitMost)
	}
	if e.Kind == aranea.KindSitemap && e.How != aranea.HowSitemap && e.How != aranea.HowScript {
		return RevisitFeed
	}
	switch e.Depth {
	case 0:
		return RevisitSeed
	case 1:
		return RevisitHub
	}
	return RevisitBase
}

// hostInterval returns the least time in which all fetched pages of a host can be visited again.
func hostInterval(h *aranea.Host) time.Duration {
	pages := float64(h.Counts[aranea.CountFetched])
	return time.Duration(min(pages*float64(h.Delay)/revisitShare, float64(RevisitMost)))
}

// whenGone returns when to request again a page that is gone.
func whenGone(e *aranea.Entry, c aranea.Change, now time.Time) time.Time {
	since := e.Since
	if at := c.Last(); at.After(since) {
		since = at
	}
	age := time.Duration(0)
	if !since.IsZero() {
		age = max(now.Sub(since), 0)
	}
	if age > GoneFor {
		return time.Time{}
	}
	first := goneFirst
	if e.Status == 0 || e.Status >= 500 || Grace(e.Reason) > 0 {
		first = failedFirst
	}
	return now.Add(min(max(age, first), goneMost))
}

// sooner returns the time of a visit, which is no later than when the document leaves the index,
// if it still has one.
func sooner(visit, leaves, now time.Time) time.Time {
	if leaves.After(now) && leaves.Before(visit) {
		return leaves
	}
	return visit
}

const statusNotModified = 304
