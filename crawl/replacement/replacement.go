package replacement

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// MaxGone is the number of pages that left the index that are remembered at once. Of further
	// ones that Changed or Add are told of, copies wait for their own turn.
	MaxGone = 1000
	// maxCopies is the number of pages that are examined to find one that is still a copy.
	maxCopies = 16
)

// Why is the reason for the visit in the trail of a copy.
const Why = "the page with the same text left the index"

// A Graph knows which pages name another one as their representative.
type Graph interface {
	// Copies returns at most most pages that name u as their representative.
	Copies(ctx context.Context, u weburl.URL, most int) ([]weburl.URL, error)
}

// A Frontier knows the copies and queues them.
type Frontier interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// Requeue queues visited entries for another visit and returns how many. why is noted in
	// their trails; with anew, nothing of the last answer is reused.
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// A Gone collects pages that leave the index. The zero Gone is ready for use, by one goroutine.
type Gone struct {
	urls   []weburl.URL
	queued int // copies, by Take
}

// Add adds a page.
func (g *Gone) Add(u weburl.URL) {
	if len(g.urls) < MaxGone {
		g.urls = append(g.urls, u)
	}
}

// Changed adds the pages that changes of the index delete or hide.
func (g *Gone) Changed(changes []aranea.IndexChange) {
	for i := range changes {
		if a := changes[i].Action; a == aranea.IndexDelete || a == aranea.IndexHide {
			g.Add(changes[i].URL)
		}
	}
}

// Take is Changed, in a row of steps that together may concern any number of pages: if there is no
// room, it first makes some by Requeue. The frontier must already know what earlier steps changed.
func (g *Gone) Take(ctx context.Context, now time.Time, graph Graph, f Frontier, changes []aranea.IndexChange) error {
	if len(g.urls)+len(changes) > MaxGone {
		n, err := g.Requeue(ctx, now, graph, f)
		if err != nil {
			return err
		}
		g.queued = n
	}
	g.Changed(changes)
	return nil
}

// Requeue queues one copy of each page, if there is one, and forgets the pages. The frontier
// must already know that they are gone. It returns the number of copies queued, with those that Take
// queued since.
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
	before := g.queued
	g.urls, g.queued = g.urls[:0], 0
	if len(ids) == 0 {
		return before, nil
	}
	n, err := f.Requeue(ctx, now, ids, Why, true)
	return before + n, err
}

// heir returns the ID of a page that was left out because it has the text of u; zero if none is
// found.
func heir(ctx context.Context, u weburl.URL, graph Graph, f Frontier) (weburl.ID, error) {
	copies, err := graph.Copies(ctx, u, maxCopies)
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
