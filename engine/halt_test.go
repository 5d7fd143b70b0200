package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// A crawling is a crawl that a caller waits for.
type crawling struct {
	began  chan struct{} // closed at the first progress
	report crawl.Report  // of the crawl, when done is closed
	err    error
	done   chan struct{}
}

func beginCrawl(t *testing.T, s Service, set Settings) *crawling {
	t.Helper()
	c := &crawling{began: make(chan struct{}), done: make(chan struct{})}
	var once sync.Once
	go func() {
		defer close(c.done)
		c.report, c.err = s.Crawl(t.Context(), set, func(crawl.Progress) { once.Do(func() { close(c.began) }) })
	}()
	return c
}

// stopped waits for the end of a crawl that was stopped.
func (c *crawling) stopped(t *testing.T, who string) {
	t.Helper()
	<-c.done
	if c.err != nil || c.report.Ending != verdict.EndStopped {
		t.Errorf("%s: %+v, %v; want a crawl that was stopped", who, c.report, c.err)
	}
}

// TestStopIsForAll: an order to stop ends the crawl for all processes that wait for it,
// also if the owner of the folder ends before the others have heard of it.
func TestStopIsForAll(t *testing.T) {
	t.Parallel()
	for turn := range 4 {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			a, b, c := join(t, dir), join(t, dir), join(t, dir)
			set := siteSettings(newSite(t))
			set.Delay = 5 * time.Second // it does not end meanwhile
			owns := beginCrawl(t, a, set)
			<-owns.began
			joined := beginCrawl(t, b, set)
			for callers := 0; callers < 2; {
				st, err := c.Status(t.Context())
				if err != nil || st.Crawl == nil {
					t.Fatalf("status: %+v, %v", st, err)
				}
				callers = st.Crawl.Callers
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // who gives the order does not wait for the crawl to end, which may have ended
			if _, err := a.Steer(ctx, Order{Deed: Stop}); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("stop: %v", err)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			owns.stopped(t, "the owner")
			joined.stopped(t, "who joined")
			if s, err := c.Status(t.Context()); err != nil || s.Crawl != nil {
				t.Errorf("a crawl is under way again: %+v, %v", s.Crawl, err)
			}
		})
	}
}
