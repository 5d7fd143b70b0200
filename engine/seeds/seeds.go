// Package seeds stores what operators name to crawl.
//
// Floor: 5 (owner), inside engine, which hands it its frontier. Stability: engine.
package seeds

import (
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// MaxNamed is how many seeds at once are taken for URLs that somebody wants now, and
// come before others of their hosts. More of them are a list to begin with, and wait in
// the order of the crawl, so that no list is in the way of visits again.
const MaxNamed = 1000

// maxHops is how many redirects of a named URL are followed that were visited before.
const maxHops = 5

// A Frontier knows URLs and queues them.
type Frontier interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// leads reports whether an entry with a reason leads on to its target.
func leads(r aranea.Reason) bool {
	return r == aranea.HTTPRedirect || r == aranea.DirectiveRefresh || r == aranea.MirrorMoved
}

// What trails say of a URL that is named and waits, and of one that was visited.
const (
	first = "named by the operator: it comes before others of its host"
	again = "named by the operator: it is visited again"
)

// Seeds are what an operator names.
type Seeds struct {
	URLs, Sitemaps []weburl.URL
	// Wanted is when they were named to be visited; those that were visited since need
	// no visit, so that a crawl which begins anew in another process repeats none. Zero
	// if those that were ever visited need none.
	Wanted time.Time
}

// Union returns the URLs of both lists, each once, in order.
func Union(a, b []weburl.URL) []weburl.URL {
	seen := map[weburl.URL]bool{}
	return slices.DeleteFunc(slices.Concat(a, b), func(u weburl.URL) bool {
		before := seen[u]
		seen[u] = true
		return before
	})
}

// Add stores seeds as discoveries. Those that are known and wait come first if they are
// few, and those that were visited before they were wanted are visited again, with where
// they lead to.
func Add(ctx context.Context, f Frontier, now time.Time, s Seeds) error {
	found := make([]aranea.Discovery, 0, len(s.URLs)+len(s.Sitemaps))
	for _, u := range s.Sitemaps { // of two discoveries of one URL the first counts
		found = append(found, aranea.Discovery{URL: u, Kind: aranea.KindSitemap, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	for _, u := range s.URLs {
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	if len(found) > MaxNamed {
		_, err := f.Add(ctx, now, found)
		return err
	}
	for i := range found {
		found[i].Priority = aranea.PriorityNamed
	}
	if _, err := f.Add(ctx, now, found); err != nil {
		return err
	}
	var waiting, visited []weburl.ID
	for i := range found {
		for u, hops := found[i].URL, 0; hops <= maxHops; hops++ {
			id := u.ID()
			e, known, err := f.EntryByID(id)
			switch {
			case err != nil:
				return err
			case e.Waits():
				waiting = append(waiting, id)
			case known && e.VisitedAt.Before(s.Wanted):
				visited = append(visited, id)
			}
			if e.Waits() || s.Wanted.IsZero() || !leads(e.Reason) {
				break
			}
			if u, err = weburl.Parse(e.Target); err != nil {
				break
			}
		}
	}
	if _, err := f.Requeue(ctx, now, waiting, first, false); err != nil {
		return err
	}
	_, err := f.Requeue(ctx, now, visited, again, false)
	return err
}
