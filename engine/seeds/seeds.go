// Package seeds stores the URLs that operators name for crawling.
//
// Floor: 5 (owner), inside engine, which passes its frontier. Stability: engine.
package seeds

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// MaxNamed is the most seeds given at once that count as URLs that somebody wants now, and come
// before others of their hosts. More seeds count as an initial list, and wait in the order of
// the crawl, so that a list does not delay repeated visits.
const MaxNamed = 1000

// maxHops is the most redirects that are followed from a named URL to pages that were visited
// before.
const maxHops = 5

// A Frontier knows URLs and queues them.
type Frontier interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	// RereadRobots makes robots files due, before any page of their origins.
	RereadRobots(ctx context.Context, now time.Time, origins []weburl.Origin) error
}

var _ Frontier = (*frontier.Frontier)(nil)

// Entries are the known URLs.
type Entries interface {
	Select(ctx context.Context, x frontier.Filter) iter.Seq2[aranea.Entry, error]
}

var _ Entries = (*frontier.Frontier)(nil)

// leads reports whether an entry with a reason leads to its target.
func leads(r aranea.Reason) bool {
	return r == aranea.HTTPRedirect || r == aranea.DirectiveRefresh || r == aranea.MirrorMoved
}

// The details in the trails of a named URL that is queued, and of one that was visited.
const (
	first = "named by the operator: it comes before others of its host"
	again = "named by the operator: it is visited again"
)

// Seeds are the URLs that an operator names.
type Seeds struct {
	URLs, Sitemaps []weburl.URL
	// Wanted is when somebody asked to visit them. Seeds that were visited since are not visited
	// again, so that a crawl that begins again in another process repeats no visits. If it is
	// zero, seeds that were ever visited are not visited again.
	Wanted time.Time
	// Access returns what a robots copy allows in this crawl. If it is nil, only robots files
	// that are named are read again.
	Access func(weburl.Origin, *acquire.Copy) acquire.Access
	// Elsewhere says which other partition visits the site of an origin, "" if none does. Its seeds
	// become known with that and are not visited. If it is nil, none does.
	Elsewhere func(weburl.Origin) string
}

// elsewhere is Elsewhere even if that is nil.
func (s *Seeds) elsewhere(u weburl.URL) string {
	if s.Elsewhere == nil {
		return ""
	}
	return s.Elsewhere(u.Origin())
}

// fewSeeds is the number of seeds up to which those of a list count as named, like those of the
// command line.
const fewSeeds = 20

// Told returns the seeds about each of which a crawl tells its caller: those of the command line
// and of a short list. The seeds begin with so many arguments and end with so many sitemaps.
func Told(all []weburl.URL, args, sitemaps int) []weburl.URL {
	if len(all) <= fewSeeds {
		return all
	}
	told := slices.Concat(all[:args], all[len(all)-sitemaps:])
	return told[:min(len(told), MaxNamed)]
}

// Union returns the URLs of both lists in order, without duplicates.
func Union(a, b []weburl.URL) []weburl.URL {
	seen := map[weburl.URL]bool{}
	return slices.DeleteFunc(slices.Concat(a, b), func(u weburl.URL) bool {
		before := seen[u]
		seen[u] = true
		return before
	})
}

// Known returns the seeds of earlier crawls: those that are stored, or with them all that the
// frontier knows if the stored ones are fewer than count, except those that were dropped.
func Known(ctx context.Context, f Entries, stored []weburl.URL, count int, dropped DroppedList) ([]weburl.URL, error) {
	all := stored
	if count <= len(stored) {
		return all, nil
	}
	all, out := slices.Clone(stored), map[weburl.URL]bool{}
	for _, u := range dropped.URLs() {
		out[u] = true
	}
	for e, err := range f.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return nil, err
		}
		if e.How == aranea.HowSeed && !out[e.URL] {
			all = append(all, e.URL)
		}
	}
	return Union(all, nil), nil
}

// Add stores seeds as discoveries. Known and queued seeds come first if there are few, and seeds
// visited before Wanted are visited again, along with the targets to which they lead. If a robots
// file that was read before Wanted denies one of these, or is one, it is read again before.
func Add(ctx context.Context, f Frontier, now time.Time, s Seeds) error {
	found := make([]aranea.Discovery, 0, len(s.URLs)+len(s.Sitemaps))
	for _, u := range s.Sitemaps { // of two discoveries of one URL the first counts
		found = append(found, aranea.Discovery{URL: u, Kind: aranea.KindSitemap, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	for _, u := range s.URLs {
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	for i := range found {
		d := &found[i]
		if by := s.elsewhere(d.URL); by != "" {
			d.Reason, d.Detail = aranea.ScopePartition, by
		} else if len(found) <= MaxNamed {
			d.Priority = aranea.PriorityNamed
		}
	}
	if len(found) > MaxNamed {
		_, err := f.Add(ctx, now, found)
		return err
	}
	waiting, visited, robots, err := known(f, found, &s)
	if err != nil {
		return err
	}
	if len(robots) > 0 { // before the crawl under way can decide on the seeds
		if err := f.RereadRobots(ctx, now, robots); err != nil {
			return err
		}
	}
	if _, err := f.Add(ctx, now, found); err != nil {
		return err
	}
	if _, err := f.Requeue(ctx, now, waiting, first, false); err != nil {
		return err
	}
	_, err = f.Requeue(ctx, now, visited, again, false)
	return err
}

// known returns, of what the seeds name and lead to, the URLs that wait, those that were visited
// or left out before they were wanted, and the origins whose robots files are read again.
func known(f Frontier, found []aranea.Discovery, s *Seeds) (waiting, visited []weburl.ID, robots []weburl.Origin, err error) {
	r := newReread(f, s)
	for i := range found {
		for u, hops := found[i].URL, 0; hops <= maxHops && s.elsewhere(u) == ""; hops++ {
			if err := r.note(u); err != nil {
				return nil, nil, nil, err
			}
			id := u.ID()
			e, known, err := f.EntryByID(id)
			switch {
			case err != nil:
				return nil, nil, nil, err
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
	return waiting, visited, r.origins, nil
}

// Of returns the seeds that the caller names, of those in settings. With --refresh none,
// seeds that were visited are not visited again, and robots files that were read are not read
// again for them.
func Of(s *settings.Settings, urls []weburl.URL) Seeds {
	n := Seeds{URLs: urls, Sitemaps: s.Sitemaps, Wanted: s.Wanted, Access: s.Access, Elsewhere: s.Partition.Elsewhere}
	if which, _ := schedule.ParseRefreshing(s.Refresh); which == schedule.RefreshNone { // checked by Validate
		n.Wanted = time.Time{}
	}
	return n
}
