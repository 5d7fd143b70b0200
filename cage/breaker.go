package cage

import (
	"sync"
	"time"
)

// maxBreakers is the maximum number of hosts and formats with kills.
const maxBreakers = 10_000

// A breaker counts how many workers were killed because of documents of a host and format.
type breaker struct {
	kills int
	rest  time.Duration
	mu    *sync.Mutex
	known map[string]*kills
}

// kills are those of one host and format.
type kills struct {
	n     int
	since time.Time // time of the last kill
}

func newBreaker(most int, rest time.Duration) breaker {
	return breaker{kills: most, rest: rest, mu: new(sync.Mutex), known: map[string]*kills{}}
}

// open reports whether documents are skipped at present.
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

// killed counts a killed worker.
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

// forget removes the entry whose last kill is the oldest.
func (b *breaker) forget() {
	oldest := ""
	for key, k := range b.known {
		if oldest == "" || k.since.Before(b.known[oldest].since) {
			oldest = key
		}
	}
	delete(b.known, oldest)
}
