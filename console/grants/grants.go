// Package grants remembers which rights searchers have proven to sites, and carries rights to what answers
// programs.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know how rights are proven.
package grants

import (
	"crypto/sha256"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Limits of passes.
const (
	Life      = 10 * time.Minute // after which searchers must prove their rights again
	maxPasses = 10_000           // concurrent searchers with passes
)

// Passes are the proven rights of searchers. The zero value has none. It is safe for concurrent use.
type Passes struct {
	mu   sync.Mutex
	held map[[sha256.Size]byte]pass // by the hash of the cookie value
}

// A pass has labels with their expiry times.
type pass map[string]time.Time

// Labels returns the labels that the holder of a cookie may read now.
func (p *Passes) Labels(value string, now time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for label, until := range p.held[sha256.Sum256([]byte(value))] {
		if now.Before(until) {
			out = append(out, label)
		}
	}
	slices.Sort(out)
	return out
}

// Grant gives a label to the holder of a cookie, and reports whether there was room. It first
// removes expired passes.
func (p *Passes) Grant(value, label string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, held := range p.held {
		for l, until := range held {
			if !now.Before(until) {
				delete(held, l)
			}
		}
		if len(held) == 0 {
			delete(p.held, key)
		}
	}
	key := sha256.Sum256([]byte(value))
	if p.held[key] == nil {
		if len(p.held) >= maxPasses {
			return false
		}
		if p.held == nil {
			p.held = map[[sha256.Size]byte]pass{}
		}
		p.held[key] = pass{}
	}
	p.held[key][label] = now.Add(Life)
	return true
}

// Carry puts the labels that whoever makes a request may read into its URL, for what answers programs, in
// place of those that are only claimed there.
func Carry(r *http.Request, labels []string) {
	v := r.URL.Query()
	if !v.Has("access") && len(labels) == 0 {
		return
	}
	v["access"] = labels
	r.URL.RawQuery = v.Encode()
}
