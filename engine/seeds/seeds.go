// Package seeds stores what operators name to crawl.
//
// Floor: 5 (owner), inside engine, which hands it its frontier. Stability: engine.
package seeds

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// MaxNamed is how many seeds at once are taken for URLs that somebody wants now, and
// come before others of their hosts. More of them are a list to begin with, and wait in
// the order of the crawl, so that no list is in the way of visits again.
const MaxNamed = 1000

// A Frontier knows URLs and queues them.
type Frontier interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// why is what trails say of a URL that waits and is named.
const why = "named by the operator: it comes before others of its host"

// Add stores seeds, some of them sitemaps, as discoveries. Those that are known and
// wait come first if they are few; those that were visited stay as they are.
func Add(ctx context.Context, f Frontier, now time.Time, seeds, sitemaps []weburl.URL) error {
	found := make([]aranea.Discovery, 0, len(seeds)+len(sitemaps))
	for _, u := range sitemaps { // of two discoveries of one URL the first counts
		found = append(found, aranea.Discovery{URL: u, Kind: aranea.KindSitemap, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	for _, u := range seeds {
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
	var waiting []weburl.ID
	for i := range found {
		id := found[i].URL.ID()
		e, _, err := f.EntryByID(id)
		if err != nil {
			return err
		}
		if e.Waits() {
			waiting = append(waiting, id)
		}
	}
	_, err := f.Requeue(ctx, now, waiting, why, false)
	return err
}
