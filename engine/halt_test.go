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

// A crawling is a crawl with a caller that waits for it.
type crawling struct {
	began  chan struct{} // closed at the first progress
	report crawl.Report  // valid when done is closed
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

// stopped waits for the end of a stopped crawl.
func (c *crawling) stopped(t *testing.T, who string) {
	t.Helper()
	<-c.done
	if c.err != nil || c.report.Ending != verdict.EndStopped {
		t.Errorf("%s: %+v, %v; want a crawl that was stopped", who, c.report, c.err)
	}
}

// TestStopIsForAll checks that an order to stop ends the crawl for all processes that wait for
// it, even if the owner of the folder ends before the others know of the order.
func TestStopIsForAll(t *testing.T) {
	t.Parallel()
	for turn := range 4 {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			a, b, c := join(t, dir), join(t, dir), join(t, dir)
			set := siteSettings(newSite(t))
			set.Delay = 5 * time.Second // so that it does not end in the meantime
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
			cancel() // the order does not wait for the end of the crawl, which may have come already
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
