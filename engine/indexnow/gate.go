package indexnow

import (
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Gate.
const (
	MaxDaily = 10_000 // URLs of a site per day

	proofLife = 24 * time.Hour
	maxSites  = 10_000 // sites with counted URLs, and keys that are kept
	wrongTime = time.Minute
	maxWrong  = 50            // wrong keys in wrongTime over all sites
	siteWrong = maxWrong / 10 // of these, keys of one site
)

// A Gate limits which notices are accepted. It counts by registrable domain, because an owner
// can have any number of host names. The zero Gate is ready. It is safe for concurrent use.
type Gate struct {
	mu     sync.Mutex
	day    time.Time
	counts map[string]int      // URLs of the current day by site
	proven map[proof]time.Time // when a key was found
	wrong  []try               // tries that found no key, or not yet
}

// A try is an attempt to find a key at a site.
type try struct {
	site string
	at   time.Time // when it ended, or began if it has not ended
	open bool      // it has not ended; it counts until it has
}

type proof struct {
	at  weburl.URL
	key string
}

// Admit returns how many of n URLs of a site are accepted today.
func (g *Gate) Admit(site string, n int, now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if day := now.UTC().Truncate(24 * time.Hour); g.counts == nil || !day.Equal(g.day) {
		g.day, g.counts = day, map[string]int{}
	}
	if _, known := g.counts[site]; !known && len(g.counts) >= maxSites {
		return 0
	}
	n = min(n, MaxDaily-g.counts[site])
	g.counts[site] += n
	return n
}

// Knows reports whether the key of a claim was found recently.
func (g *Gate) Knows(c *Claim, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, known := g.proven[proof{c.KeyURL, c.Key}]
	return known && now.Sub(at) < proofLife
}

// Try reports whether there were few enough wrong keys recently to look for that of a claim. The
// try counts as wrong from now until a minute after End, because it may wait long before its
// request is sent, or until Found reverts that. So a caller who disconnects, or whose host may
// not be visited now, has used it up.
func (g *Gate) Try(c *Claim, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wrong = slices.DeleteFunc(g.wrong, func(t try) bool { return !t.open && now.Sub(t.at) > wrongTime })
	site, same := c.site(), 0
	for _, t := range g.wrong {
		if t.site == site {
			same++
		}
	}
	if len(g.wrong) >= maxWrong || same >= siteWrong {
		return false
	}
	g.wrong = append(g.wrong, try{site, now, true})
	return true
}

// End records that the try that began at an instant is over: it sends nothing more.
func (g *Gate) End(c *Claim, began, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.wrong, try{c.site(), began, true}); i >= 0 {
		g.wrong[i].at, g.wrong[i].open = now, false
	}
}

// Found records that the key of a claim was found by the try that began at an instant and has
// not ended.
func (g *Gate) Found(c *Claim, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.wrong, try{c.site(), now, true}); i >= 0 {
		g.wrong = slices.Delete(g.wrong, i, i+1)
	}
	if g.proven == nil || len(g.proven) >= maxSites {
		g.proven = map[proof]time.Time{}
	}
	g.proven[proof{c.KeyURL, c.Key}] = now
}
