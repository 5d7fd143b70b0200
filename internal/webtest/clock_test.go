package webtest_test

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// A clock is the clock of the robot's machine, which is set from time to time. The web has its
// own. The zero clock is correct.
type clock struct{ sets []set }

// A set is an adjustment of the clock at an instant of the web's clock.
type set struct {
	at time.Time
	by time.Duration
}

// draw draws a few adjustments within the next minutes.
func (c *clock) draw(rnd *rand.Rand) {
	c.sets = nil
	for range rnd.IntN(4) {
		by := time.Duration(rnd.Int64N(int64(time.Second << rnd.IntN(23))))
		if rnd.IntN(2) == 0 {
			by = -by
		}
		c.sets = append(c.sets, set{time.Now().Add(time.Duration(rnd.Int64N(int64(5 * time.Minute)))), by})
	}
}

// ahead returns how far the clock is ahead of that of the web.
func (c *clock) ahead() (by time.Duration) {
	now := time.Now()
	for _, s := range c.sets {
		if !now.Before(s.at) {
			by += s.by
		}
	}
	return by
}

func (c *clock) now() time.Time { return time.Now().Add(c.ahead()) }

// A setFetcher is a fetcher that uses that clock.
type setFetcher struct {
	client *fetch.Client
	clock  *clock
}

// Do implements crawl.Fetcher.
func (f *setFetcher) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	before := f.clock.ahead()
	if !r.SendBefore.IsZero() {
		r.SendBefore = r.SendBefore.Add(-before)
	}
	out := f.client.Do(ctx, r)
	if !out.Sent.IsZero() {
		out.Sent = out.Sent.Add(before)
	}
	out.Ended = out.Ended.Add(f.clock.ahead())
	return out
}
