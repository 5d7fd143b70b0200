package crawl

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// A flow counts the leases under way: a lease waits for a fetcher or is held by one (fetching);
// then its visit waits for its commit (uncommitted counts both). Each token in its channels
// wakes the dispatcher, or for redecide the goroutine that applies changed robots files.
type flow struct {
	fetching    atomic.Int64
	uncommitted atomic.Int64
	fetcherFree chan struct{} // a fetcher became free
	deciding    atomic.Int64  // changed robots files that are not fully applied yet
	redecide    chan struct{} // there are such files; closed when there will be no more
	changed     chan struct{} // there may be more to lease: after a commit, new seeds or rules, a resume
}

func newFlow() flow {
	return flow{fetcherFree: make(chan struct{}, 1), redecide: make(chan struct{}, 1), changed: make(chan struct{}, 1)}
}

// leased records that n leases were handed out.
func (f *flow) leased(n int) {
	f.uncommitted.Add(int64(n))
	f.fetching.Add(int64(n))
}

// fetched records that a fetcher is done with a lease.
func (f *flow) fetched() {
	f.fetching.Add(-1)
	signal(f.fetcherFree)
}

// committed records that the visits of n leases are committed.
func (f *flow) committed(n int) {
	f.uncommitted.Add(-int64(n))
	signal(f.changed)
}

// undecided records that a robots file has changed.
func (f *flow) undecided() {
	f.deciding.Add(1)
	signal(f.redecide)
}

// decided records that n changed robots files are fully applied.
func (f *flow) decided(n int64) {
	f.deciding.Add(-n)
	signal(f.changed)
}

// signal puts a token into ch unless it holds one.
func signal(ch chan<- struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// dispatch leases entries for free fetchers until there is nothing left to do. It returns why
// it ended and, if hosts are deferred, until when.
func (c *Crawler) dispatch(soft, all context.Context, leases chan<- aranea.Lease) (verdict.Ending, time.Time, error) {
	for {
		if soft.Err() != nil {
			return stopped(soft), time.Time{}, nil //nolint:nilerr // being stopped is an ending
		}
		if all.Err() != nil {
			return verdict.EndFailed, time.Time{}, context.Cause(all)
		}
		if c.paused.Load() {
			c.watch(c.progress(c.opt.Now()))
			c.wait(soft, all, c.flow.changed, time.Time{})
			continue
		}
		if c.opt.Fetchers <= int(c.flow.fetching.Load()) {
			c.wait(soft, all, c.flow.fetcherFree, time.Time{})
			continue
		}
		// Read before leasing: a commit between the two may queue entries, and so may
		// a robots file that opens some.
		uncommitted := c.flow.uncommitted.Load() + c.flow.deciding.Load()
		leased, wake, err := c.lease(soft, all, leases)
		if errors.Is(err, errEnding) {
			continue
		}
		if err != nil {
			return verdict.EndFailed, time.Time{}, err
		}
		if leased {
			continue
		}
		if uncommitted == 0 {
			if wake.IsZero() {
				return verdict.EndFinished, time.Time{}, nil
			}
			if wake.Sub(c.opt.Now()) > c.opt.Patience {
				return verdict.EndDeferred, wake, nil
			}
			if err := c.watchWaiting(all, wake); err != nil {
				return verdict.EndFailed, time.Time{}, err
			}
		} else { // report the number of visits under way; nothing else may report it for a long time
			c.watch(c.progress(c.opt.Now()))
		}
		c.wait(soft, all, c.flow.changed, wake)
	}
}

// stopped returns how a run ends after its context has ended.
func stopped(ctx context.Context) verdict.Ending {
	if roomOf(ctx) != nil {
		return verdict.EndNoRoom
	}
	return verdict.EndStopped
}

// roomOf returns what is full, if that is why the context has ended; nil otherwise.
func roomOf(ctx context.Context) *verdict.RoomError {
	var full *verdict.RoomError
	errors.As(context.Cause(ctx), &full)
	return full
}

// errEnding means that the run ends before a result arrived.
var errEnding = errors.New("the run ends")

// lease hands out leases to the free fetchers. If there are none, wake is the instant to try
// again, or zero if nothing is queued. It waits while Still runs; if soft ends meanwhile, it
// returns errEnding.
func (c *Crawler) lease(soft, all context.Context, leases chan<- aranea.Lease) (leased bool, wake time.Time, err error) {
	select {
	case c.leasing <- struct{}{}:
	case <-soft.Done():
		return false, wake, errEnding
	}
	batch, wake, err := c.frontier.Lease(all, c.opt.Now(), c.opt.Fetchers-int(c.flow.fetching.Load()))
	<-c.leasing
	if err != nil {
		return false, wake, fmt.Errorf("lease entries: %w", err)
	}
	c.flow.leased(len(batch))
	for _, l := range batch {
		leases <- l // never blocks: the channel has room for every fetcher
	}
	return len(batch) > 0, wake, nil
}

// wait returns at the next token, at the instant wake if it is not zero, or when a context
// ends.
func (c *Crawler) wait(soft, all context.Context, token <-chan struct{}, wake time.Time) {
	var timer <-chan time.Time
	if !wake.IsZero() {
		t := time.NewTimer(max(wake.Sub(c.opt.Now()), time.Millisecond))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-token:
	case <-timer:
	case <-soft.Done():
	case <-all.Done():
	}
}
