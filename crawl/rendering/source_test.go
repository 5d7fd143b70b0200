package rendering

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// A busyClock is the clock of a host whose lease never ends.
type busyClock struct {
	Clock
	asked int
}

func (c *busyClock) Claim(_ context.Context, now time.Time, _ weburl.Origin, patience time.Duration) (frontier.Claim, error) {
	if c.asked++; c.asked > 100 {
		return frontier.Claim{}, errors.New("asked without end")
	}
	if patience == 0 {
		return frontier.Claim{SendAfter: now.Add(time.Hour)}, nil
	}
	return frontier.Claim{SendAfter: now.Add(patience), Busy: make(chan struct{})}, nil
}

// TestPatienceEnds: a request of a page without a deadline waits for a busy host no longer than
// defaultPatience.
func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, err := weburl.Parse("http://a.test/x.js")
		if err != nil {
			t.Fatal(err)
		}
		s := &source{room: &Room{opt: Options{Now: time.Now, Clock: &busyClock{}}}}
		start := time.Now()
		_, why, err := s.ask(t.Context(), fetch.Request{URL: u})
		if err != nil || why != "its host may not be asked in time" || time.Since(start) != defaultPatience {
			t.Errorf("after %s: %q, %v", time.Since(start), why, err)
		}
	})
}

// TestOtherPartitions: what a page needs of a site of another partition is refused before anything is
// known or asked of it, its robots file included.
func TestOtherPartitions(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/x.js")
	if err != nil {
		t.Fatal(err)
	}
	n := partition.Of(u.Origin(), 2)
	s := &source{room: &Room{opt: Options{Now: time.Now, Partition: partition.Partition{Number: 3 - n, Of: 2}}}} // without a clock and a fetcher
	if a := s.Get(t.Context(), render.Request{URL: u}); a.Refusal != fmt.Sprintf("partition %d of 2 visits it", n) {
		t.Errorf("answered %+v", a)
	}
}
