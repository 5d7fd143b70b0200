package indexnow

import (
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of what a Gate lets in.
const (
	MaxDaily = 10_000 // URLs of a host a day

	proofLife = 24 * time.Hour
	maxHosts  = 10_000 // hosts whose URLs are counted, and keys that are remembered
	wrongTime = time.Minute
	maxWrong  = 10 // wrong keys in wrongTime, over all hosts
)

// A Gate bounds what is believed. The zero Gate is ready. It is safe for concurrent
// use.
type Gate struct {
	mu     sync.Mutex
	day    time.Time
	counts map[string]int      // URLs of today, by host
	proven map[proof]time.Time // when a key was found
	wrong  []time.Time         // when keys were not found
}

type proof struct {
	at  weburl.URL
	key string
}

// Admit returns how many of so many URLs of a host are let in today.
func (g *Gate) Admit(host string, n int, now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if day := now.UTC().Truncate(24 * time.Hour); g.counts == nil || !day.Equal(g.day) {
		g.day, g.counts = day, map[string]int{}
	}
	if _, known := g.counts[host]; !known && len(g.counts) >= maxHosts {
		return 0
	}
	n = min(n, MaxDaily-g.counts[host])
	g.counts[host] += n
	return n
}

// Knows reports whether the key of a claim was found lately.
func (g *Gate) Knows(c *Claim, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, known := g.proven[proof{c.KeyURL, c.Key}]
	return known && now.Sub(at) < proofLife
}

// MayAsk reports whether few enough keys were wrong lately for another to be looked
// for.
func (g *Gate) MayAsk(now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wrong = slices.DeleteFunc(g.wrong, func(at time.Time) bool { return now.Sub(at) > wrongTime })
	return len(g.wrong) < maxWrong
}

// Asked notes whether the key of a claim was found.
func (g *Gate) Asked(c *Claim, found bool, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !found {
		g.wrong = append(g.wrong, now)
		return
	}
	if g.proven == nil || len(g.proven) >= maxHosts {
		g.proven = map[proof]time.Time{}
	}
	g.proven[proof{c.KeyURL, c.Key}] = now
}
