package indexnow

import (
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of what a Gate lets in.
const (
	MaxDaily = 10_000 // URLs of a site a day

	proofLife = 24 * time.Hour
	maxSites  = 10_000 // sites whose URLs are counted, and keys that are remembered
	wrongTime = time.Minute
	maxWrong  = 50            // wrong keys in wrongTime, over all sites
	siteWrong = maxWrong / 10 // of these, those of one site
)

// A Gate bounds what is believed. It counts by registrable domain, of which an owner
// has one, and host names as many as he likes. The zero Gate is ready. It is safe for
// concurrent use.
type Gate struct {
	mu     sync.Mutex
	day    time.Time
	counts map[string]int      // URLs of today, by site
	proven map[proof]time.Time // when a key was found
	wrong  []try               // those that found no key, or not yet
}

// A try is a look for a key at a site.
type try struct {
	site string
	at   time.Time // when it ended, or began if it has not
	open bool      // it has not ended, and counts until it has
}

type proof struct {
	at  weburl.URL
	key string
}

// Admit returns how many of so many URLs of a site are let in today.
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

// Knows reports whether the key of a claim was found lately.
func (g *Gate) Knows(c *Claim, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, known := g.proven[proof{c.KeyURL, c.Key}]
	return known && now.Sub(at) < proofLife
}

// Try reports whether few enough keys were wrong lately for that of a claim to be
// looked for. The try counts as wrong from now until a minute after End, for it may wait
// long before it is sent, or until Found takes that back: whoever hangs up meanwhile, or
// asks when the host may not be asked, has used it up.
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

// End notes that the try of an instant is over: nothing more is sent for it.
func (g *Gate) End(c *Claim, began, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.wrong, try{c.site(), began, true}); i >= 0 {
		g.wrong[i].at, g.wrong[i].open = now, false
	}
}

// Found notes that the key of a claim was found by the try of that instant, which has
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
