package schedule

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// Why returns in words why the next visit of an entry on host h is when it is, "" if none is
// planned by how often it changes or by how long it has been gone. within is the wish of Within.
func Why(e *aranea.Entry, h *aranea.Host, within time.Duration) string {
	switch {
	case e.Due.IsZero() || e.VisitedAt.IsZero() || e.Again || e.Hidden():
		return ""
	case e.Kind == aranea.KindLink && e.Due.Sub(e.VisitedAt) < revisitLink+time.Minute:
		return "what pages link to is checked again every " + days(revisitLink) + " at the soonest"
	case e.State == aranea.StateGone && e.Due.Equal(Leaves(e)):
		return "it is asked for once more when its words leave the index"
	case e.State == aranea.StateGone:
		return "what is gone is asked for again when it has been gone for twice as long, at first after 7 days, or 1 if it gave no answer or a broken one, at last after 60"
	case e.State != aranea.StateDone:
		return ""
	case within > 0 && e.Due.Sub(e.VisitedAt) < max(within, hostInterval(h))+time.Minute && within < Interval(e.Change, base(e), e.VisitedAt):
		return "the crawl visits every page again within " + days(within) + ", as far as the delay of its host allows it for all of its pages"
	case hostInterval(h) > Interval(e.Change, base(e), e.VisitedAt):
		return fmt.Sprintf("its host has %s, and the delay between two requests, %s, allows it no sooner", show.Count(int(h.Counts[aranea.CountFetched]), "page"), h.Delay)
	case e.Change.Checks > 0:
		return fmt.Sprintf("%d of %s since %s found a change; %s", e.Change.Changes, show.Count(int(e.Change.Checks), "visit"), time.Unix(int64(e.Change.Since), 0).UTC().Format(time.DateOnly), first(e))
	}
	return first(e) + "; no visit can tell yet how often it changes"
}

// first returns the source of the interval that is used until visits show more.
func first(e *aranea.Entry) string {
	every := days(base(e))
	switch {
	case e.Every == RevisitFeed && e.Kind == aranea.KindSitemap:
		return "a feed is visited every " + every + " at first"
	case e.Every > 0 && e.How == aranea.HowSitemap:
		return "its sitemap says that it changes every " + every
	case e.Every > 0:
		return "it asks itself for a visit every " + every + " (revisit-after)"
	case e.Kind == aranea.KindSitemap && e.How == aranea.HowScript:
		return "the script of a menu is visited every " + every + " at first"
	case e.Kind == aranea.KindSitemap && e.How != aranea.HowSitemap:
		return "a sitemap is visited every " + every + " at first"
	case e.Depth == 0:
		return "a seed is visited every " + every + " at first"
	case e.Depth == 1:
		return "what a seed links to is visited every " + every + " at first"
	}
	return "pages are visited every " + every + " at first"
}

// days formats an interval in days, in hours if it is shorter than two days, or in minutes if it is
// shorter than two hours.
func days(d time.Duration) string {
	if d < 2*time.Hour && d%time.Hour != 0 {
		return show.Count(int(d.Round(time.Minute)/time.Minute), "minute")
	}
	if d < 48*time.Hour {
		return show.Count(int(d.Round(time.Hour)/time.Hour), "hour")
	}
	return show.Count(int(d.Round(24*time.Hour)/(24*time.Hour)), "day")
}
