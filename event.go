package aranea

import (
	"fmt"
	"time"
)

// An Event is one step in the trail of a URL.
type Event struct {
	At     time.Time
	Reason Reason
	Detail string // at most MaxDetail bytes
}

// Discovered returns the first step in the trail of the entry's URL: how it became known, and
// from which page; from is the URL of FoundOn, or "". The step is not stored but follows from
// the entry.
func (e *Entry) Discovered(from string) Event {
	ev := Event{At: e.FoundAt}
	switch {
	case e.Kind == KindRobots:
		ev.Reason = DiscoverRobots
		return ev
	case e.How == HowSeed:
		ev.Reason = DiscoverSeed
		return ev
	case e.How == HowRedirect, e.How == HowRefresh:
		ev.Reason = DiscoverRedirect
	case e.How == HowRobots:
		ev.Reason, ev.Detail = DiscoverSitemap, "line of a robots file"
		if from != "" {
			ev.Detail = "line of " + from
		}
		return ev
	case e.How == HowSitemap:
		ev.Reason, ev.Detail = DiscoverSitemap, "entry of a sitemap"
		if from != "" {
			ev.Detail = "entry of " + from
		}
		return ev
	case e.How == HowFeed, e.How == HowSitemapLink:
		ev.Reason, ev.Detail = DiscoverSitemap, "feed"
		if e.How == HowSitemapLink {
			ev.Detail = "sitemap"
		}
		if from != "" {
			ev.Detail += " of " + from
		}
		return ev
	case e.How == HowCleanParam:
		ev.Reason = DiscoverCleaned
	case e.How == HowMirror:
		ev.Reason = DiscoverMirror
	case e.How == HowProbe:
		ev.Reason, ev.Detail = DiscoverProbe, "beside "+from
		return ev
	case e.How == HowNotice:
		ev.Reason = DiscoverNotice
		return ev
	case e.How == HowForm:
		ev.Reason, ev.Detail = DiscoverForm, "found through a form"
		if from != "" {
			ev.Detail += " on " + from
		}
		return ev.withPlace(e)
	case e.How == HowImport:
		ev.Reason = IndexImported
		return ev
	default:
		ev.Reason = DiscoverLink
	}
	ev.Detail = e.How.String()
	if from != "" {
		ev.Detail += " of " + from
	}
	return ev.withPlace(e)
}

// withPlace adds how far the URL is from a seed, and that it is only checked if it is.
func (e Event) withPlace(of *Entry) Event {
	switch {
	case of.Depth == 1:
		e.Detail += ", 1 link from a seed"
	case of.Depth > 1:
		e.Detail += fmt.Sprintf(", %d links from a seed", of.Depth)
	}
	if of.Kind == KindLink {
		e.Detail += "; only checked for that"
	}
	return e
}
