package signin

import (
	"hash/maphash"
	"sync"
	"time"
)

// Limits of attempts. After free failures the wait is firstWait and doubles with each failure, up to a
// most. For a name that is short, because whoever knows the name can keep its operator out with it.
// Failures are forgotten after forgetAfter without one.
const (
	free           = 3
	firstWait      = time.Second
	mostForName    = time.Minute
	mostForAddress = 15 * time.Minute
	forgetAfter    = time.Hour
)

// tracked is how many names, or addresses, are told apart. Others share their waits, so that memory is
// bounded, nobody can push a name out by trying others, and a name that exists cannot be told from one
// that does not.
const tracked = 1 << 14

// A limiter counts failures. It is safe for concurrent use.
type limiter struct {
	most time.Duration
	seed maphash.Seed // nobody can choose what shares a wait

	mu       sync.Mutex
	failures []failures
}

// failures are those of what shares a wait.
type failures struct {
	count int
	last  time.Time
}

func newLimiter(most time.Duration) limiter {
	return limiter{most: most, seed: maphash.MakeSeed(), failures: make([]failures, tracked)}
}

// of returns the failures of a key.
func (l *limiter) of(key string) *failures {
	return &l.failures[maphash.String(l.seed, key)%tracked]
}

// try counts an attempt as a failure and returns zero, or returns when the next one may be made.
// Attempts that come before do not count.
func (l *limiter) try(key string, now time.Time) (until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.of(key)
	if now.Sub(f.last) >= forgetAfter {
		*f = failures{}
	}
	if until := f.last.Add(l.wait(f.count)); now.Before(until) {
		return until
	}
	f.count++
	f.last = now
	return time.Time{}
}

// wait returns how long to wait after a number of failures.
func (l *limiter) wait(count int) time.Duration {
	if count < free {
		return 0
	}
	return min(firstWait<<min(count-free, 20), l.most)
}

// takeBack takes back one failure: the attempt has succeeded.
func (l *limiter) takeBack(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.of(key)
	f.count = max(f.count-1, 0)
}

// forget takes back all failures.
func (l *limiter) forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*l.of(key) = failures{}
}
