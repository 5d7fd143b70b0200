package heirs

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// MaxGone is how many pages that left the index are remembered at once; the
	// copies of those behind them wait for their own turn.
	MaxGone = 1000
	// maxCopies is how many pages are looked at to find one that is a copy still.
	maxCopies = 16
)

// Why is what the trail of a copy says of its visit.
const Why = "the page with the same text left the index"

// A Graph knows which pages lead to another one that stands for them.
type Graph interface {
	// Alternates returns at most so many pages that name a URL as the one that
	// stands for them.
	Alternates(ctx context.Context, u weburl.URL, most int) ([]weburl.URL, error)
}

// A Frontier knows the copies and queues them.
type Frontier interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// Requeue puts visited entries into the queue for another visit and returns
	// how many. Why is told in their trails; with anew nothing of the last answer is
	// believed.
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// A Gone gathers pages that leave the index. The zero Gone is ready for use, by
// one goroutine.
type Gone struct{ urls []weburl.URL }

// Add remembers a page.
func (g *Gone) Add(u weburl.URL) {
	if len(g.urls) < MaxGone {
		g.urls = append(g.urls, u)
	}
}

// Changed remembers the pages that changes of the index take out or hide.
func (g *Gone) Changed(changes []aranea.IndexChange) {
	for i := range changes {
		if a := changes[i].Action; a == aranea.IndexDelete || a == aranea.IndexHide {
			g.Add(changes[i].URL)
		}
	}
}

// Requeue queues one copy of each page, if there is one, and forgets the pages.
// The frontier knows by now that they are gone. It returns how many copies it
// queued.
func (g *Gone) Requeue(ctx context.Context, now time.Time, graph Graph, f Frontier) (int, error) {
	var ids []weburl.ID
	for _, u := range g.urls {
		id, err := heir(ctx, u, graph, f)
		if err != nil {
			return 0, fmt.Errorf("look for a copy of %s: %w", u, err)
		}
		if !id.IsZero() {
			ids = append(ids, id)
		}
	}
	g.urls = g.urls[:0]
	if len(ids) == 0 {
		return 0, nil
	}
	return f.Requeue(ctx, now, ids, Why, true)
}

// heir returns a page that was left out for the text of u, zero if none is found.
func heir(ctx context.Context, u weburl.URL, graph Graph, f Frontier) (weburl.ID, error) {
	copies, err := graph.Alternates(ctx, u, maxCopies)
	if err != nil {
		return weburl.ID{}, err
	}
	for _, c := range copies {
		e, known, err := f.EntryByID(c.ID())
		if err != nil {
			return weburl.ID{}, err
		}
		if known && e.State == aranea.StateDone && e.Reason == aranea.DupExact && e.Twin == u.ID() {
			return c.ID(), nil
		}
	}
	return weburl.ID{}, nil
}
