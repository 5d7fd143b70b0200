// Package rulebook keeps the compiled robots files of the hosts that a crawl visits, and tells what they ask beside
// access: a delay, and uses of a page.
//
// Floor: 4 (acts), inside crawl. Stability: engine. What the rules mean for one URL is decided in package
// crawl.
package rulebook

import (
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Copies has the robots files; it is the frontier.
type Copies interface {
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
}

// Bounds of the cache of compiled files. Most files are below 4 KB.
const (
	maxMatchers     = 4096      // hosts
	maxMatcherBytes = 128 << 20 // of memory, as estimated by weight
)

// weight returns the maximal size in bytes of a compiled file: its text, and up to three times
// that for a hostile one, for example one with 500 KiB of Host lines.
func weight(body []byte) int { return 2048 + 4*len(body) }

// A Book compiles the robots copies of hosts and caches them. It is safe for concurrent use.
type Book struct {
	copies  Copies
	agents  []dialect.AgentToken
	dialect dialect.Dialect

	mu    sync.Mutex
	have  map[weburl.Origin]compiled
	bytes int // the weight of have
}

// compiled are the access rules of one host.
type compiled struct {
	version uint32 // of the robots copy
	access  acquire.Access
	bytes   int // its weight
}

// New returns an empty Book, which reads files by a dialect, for the first of the agents that they name.
func New(c Copies, d dialect.Dialect, agents []dialect.AgentToken) *Book {
	return &Book{copies: c, agents: agents, dialect: d, have: map[weburl.Origin]compiled{}}
}

// Of returns the host's rules, compiled again if its copy has changed; none if it has no copy.
func (c *Book) Of(h *aranea.Host) (acquire.Access, error) {
	c.mu.Lock()
	r, ok := c.have[h.Origin]
	c.mu.Unlock()
	if ok && r.version == h.Robots.Version {
		return r.access, nil
	}
	cp, found, err := c.copies.Robots(h.Origin)
	if err != nil || !found {
		return acquire.Access{}, err
	}
	r = compiled{
		version: h.Robots.Version, bytes: weight(cp.Body),
		access: cp.Access(c.dialect, string(h.Origin), c.agents...),
	}
	c.keep(h.Origin, r)
	return r.access, nil
}

// keep caches the rules of a host and evicts others to make room.
func (c *Book) keep(o weburl.Origin, r compiled) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += r.bytes - c.have[o].bytes
	c.have[o] = r
	for other, old := range c.have { // any other will do: hosts are visited in no particular order
		if len(c.have) <= maxMatchers && c.bytes <= maxMatcherBytes {
			return
		}
		if other != o {
			delete(c.have, other)
			c.bytes -= old.bytes
		}
	}
}
