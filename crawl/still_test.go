package crawl

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// An emptyFrontier has nothing to lease, and records when it was asked.
type emptyFrontier struct {
	Frontier
	asked time.Time
}

func (f *emptyFrontier) Lease(_ context.Context, now time.Time, _ int) ([]aranea.Lease, time.Time, error) {
	f.asked = now
	return nil, time.Time{}, nil
}

// TestStill: while Still runs, no lease is handed out and a run can be stopped; before and
// after it, leases are handed out.
func TestStill(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &emptyFrontier{}
		c := &Crawler{frontier: f, flow: newFlow(), opt: Options{Now: time.Now, Fetchers: 1}, turn: make(chan struct{}, 1), leasing: make(chan struct{}, 1)}
		begun := time.Now()
		done := make(chan error)
		go func() {
			done <- c.Still(func() error {
				time.Sleep(time.Second)
				return nil
			})
		}()
		synctest.Wait()
		stop, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if ending, _, err := c.dispatch(stop, t.Context(), nil); err != nil || ending != verdict.EndStopped || time.Since(begun) != time.Millisecond {
			t.Errorf("a run that is stopped meanwhile ends %s after it began: %v, %v", time.Since(begun), ending, err)
		}
		if _, _, err := c.lease(t.Context(), t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if gap := f.asked.Sub(begun); gap != time.Second {
			t.Errorf("leases were asked for %s after it began", gap)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
