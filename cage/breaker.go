package cage

import (
	"sync"
	"time"
)

// maxBreakers is how many hosts and formats with kills are known at once.
const maxBreakers = 10_000

// A breaker counts how many workers the documents of a host and format ended.
type breaker struct {
	kills int
	rest  time.Duration
	mu    *sync.Mutex
	known map[string]*kills
}

// kills is what one host and format did.
type kills struct {
	n     int
	since time.Time // of the last
}

func newBreaker(most int, rest time.Duration) breaker {
	return breaker{kills: most, rest: rest, mu: new(sync.Mutex), known: map[string]*kills{}}
}

// open reports whether documents are skipped now.
func (b *breaker) open(key string, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.known[key]
	if k == nil {
		return false
	}
	if now.Sub(k.since) >= b.rest {
		delete(b.known, key)
		return false
	}
	return k.n >= b.kills
}

// killed counts a worker that was ended.
func (b *breaker) killed(key string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.known[key]
	if k == nil {
		if len(b.known) >= maxBreakers {
			b.forget()
		}
		k = new(kills)
		b.known[key] = k
	}
	k.n++
	k.since = now
}

// forget drops the one that was quiet for longest.
func (b *breaker) forget() {
	oldest := ""
	for key, k := range b.known {
		if oldest == "" || k.since.Before(b.known[oldest].since) {
			oldest = key
		}
	}
	delete(b.known, oldest)
}
