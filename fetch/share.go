package fetch

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/aranea-search/aranea"
)

// What all exchanges of a client share, limited so that some of them cannot take it all.
const (
	// DefaultMemory is the budget in bytes of bodies that are larger than 1 MiB.
	DefaultMemory = 192 << 20
	// SlowAfter is the time after which an exchange counts as slow whose answer has not begun,
	// or whose body is still arriving.
	SlowAfter = 5 * time.Second
	// DefaultMaxSlow is the number of slow exchanges that may be under way at once.
	DefaultMaxSlow = 16
	// mostWaiting is the number of exchanges of one site that may wait for the budget at once:
	// waiting for long makes an exchange slow, and half of the room for slow ones is left to
	// other sites.
	mostWaiting = DefaultMaxSlow / 2
)

var (
	errCrowded = faultf(aranea.NetTimeout, "the answer came slowly while many others did")
	errMemory  = faultf(aranea.ScheduleRoom, "the memory for large bodies was taken for too long")
	errQueue   = faultf(aranea.ScheduleRoom, "the memory for large bodies was taken, and many others of its site wait for it")
)

// A budget is memory for large bodies. A request that exceeds what is left waits, in order of
// arrival. The number that wait is limited per site, because otherwise endless names of one
// stranger would hold all fetchers. It is safe for concurrent use.
type budget struct {
	size int64
	left *semaphore.Weighted
	more *semaphore.Weighted // what bodies may have beyond their first share: half of it, so that room for two first shares remains

	mu    sync.Mutex
	queue map[string]int // number waiting, by site
}

func newBudget(size int64) *budget {
	more := max(0, min(size/2, size-2*firstShare))
	return &budget{size: size, left: semaphore.NewWeighted(size), more: semaphore.NewWeighted(more), queue: map[string]int{}}
}

// take waits for a number of bytes for a body of a site, "" for one without a limit; more than
// the size of the budget counts as all of it. The error is errQueue if mostWaiting of that site
// are already waiting. free returns the bytes.
func (b *budget) take(ctx context.Context, site string, bytes int64) (free func(), err error) {
	bytes = min(bytes, b.size)
	if !b.left.TryAcquire(bytes) {
		if err := b.wait(ctx, site, bytes); err != nil {
			return nil, err
		}
	}
	return func() { b.left.Release(bytes) }, nil
}

// wait is take when the budget is used up.
func (b *budget) wait(ctx context.Context, site string, bytes int64) error {
	b.mu.Lock()
	crowded := site != "" && b.queue[site] >= mostWaiting
	if !crowded {
		b.queue[site]++
	}
	b.mu.Unlock()
	if crowded {
		return errQueue
	}
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.queue[site]--; b.queue[site] == 0 {
			delete(b.queue, site)
		}
	}()
	return b.left.Acquire(ctx, bytes)
}

// add takes more bytes for a body that has its first share, if they are free and nobody waits
// for them: a body that has some never waits for others that may wait for it.
func (b *budget) add(bytes int64) (free func(), ok bool) {
	if !b.more.TryAcquire(bytes) {
		return nil, false
	}
	if !b.left.TryAcquire(bytes) {
		b.more.Release(bytes)
		return nil, false
	}
	return func() { b.left.Release(bytes); b.more.Release(bytes) }, true
}

// A lane has room for a number of slow exchanges. It is safe for concurrent use.
type lane struct{ left *semaphore.Weighted }

func newLane(size int) *lane { return &lane{left: semaphore.NewWeighted(int64(size))} }

func (l *lane) enter() bool { return l.left.TryAcquire(1) }
func (l *lane) leave()      { l.left.Release(1) }
