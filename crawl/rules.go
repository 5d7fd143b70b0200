package crawl

import (
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/syntax"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds of the cache of compiled files. Most files are below 4 KB.
const (
	maxMatchers     = 4096      // hosts
	maxMatcherBytes = 128 << 20 // of memory, as estimated by weight
)

// weight returns the maximal size in bytes of a compiled file: its text, and up to three times
// that for a hostile one, for example one with 500 KiB of Host lines.
func weight(body []byte) int { return 2048 + 4*len(body) }

// A ruling is what the robots file of a host says of one URL at one instant.
type ruling struct {
	acquire.Decision
	// wait is, with Allow, the instant before which the file asks robots to stay away
	// (Visit-time); zero if a visit is allowed now.
	wait time.Time
	// clean is, with Allow, the URL without the query parameters that
	// Clean-param lines name; zero if there is nothing to drop.
	clean weburl.URL
	// noIndex is the line that asks not to use the page for search; "" if none.
	noIndex string
	// ruled says that the rules of a file are in force; delay is the delay between two requests
	// that they ask for now, 0 for none.
	ruled bool
	delay time.Duration
}

// welcome reports whether the URL may be requested now, unchanged.
func (r ruling) welcome() bool {
	return r.Verdict == robotstxt.Allow && r.wait.IsZero() && r.clean.IsZero()
}

// rule applies the access rules of a host to a URL. It is pure.
func rule(a acquire.Access, u weburl.URL, now time.Time) ruling {
	target := u.Target()
	r := ruling{Decision: a.Decide(target)}
	m := a.Matcher()
	if m == nil {
		return r
	}
	r.ruled, r.delay = true, delayFrom(m, now)
	if r.Verdict != robotstxt.Allow {
		return r
	}
	if at := m.NextAllowed(time.Time{}, now); at.After(now) {
		r.wait = at
	}
	if clean := m.Clean(target); clean != target {
		if other, err := weburl.Parse(string(u.Origin()) + clean); err == nil && other.ID() != u.ID() {
			r.clean = other
		}
	}
	r.noIndex = usageRefusal(m, target)
	return r
}

// rateAhead is how far delays look ahead: a lease that is out when the hours of a Request-rate
// begin may still be sent for that long.
const rateAhead = 10 * time.Second

// delayFrom returns the delay that a file asks for after a request at now: the longest of those
// in force now, soon after, and when the delay is over.
func delayFrom(m *robotstxt.Matcher, now time.Time) time.Duration {
	p := max(m.Delay(now), m.Delay(now.Add(rateAhead)))
	return max(p, m.Delay(now.Add(p)))
}

// usageRefusal returns the Content-Usage or Content-Signal line that forbids the use of a
// target for search, "" if there is none.
func usageRefusal(m *robotstxt.Matcher, target string) string {
	for _, said := range []struct {
		key   syntax.Key
		prefs []field.Preference
	}{{syntax.KeyContentUsage, m.Usage(target)}, {syntax.KeyContentSignal, m.Signals(target)}} {
		p, known := field.PreferenceFor(said.prefs, "search")
		if allowed, _ := p.Allowed(); known && !allowed {
			return fmt.Sprintf("robots.txt line %d: %s: search=%s", p.Line, said.key, p.Value)
		}
	}
	return ""
}

// A ruleCache compiles the robots copies of hosts and caches them. It is safe for concurrent
// use.
type ruleCache struct {
	frontier Frontier
	agents   []dialect.AgentToken
	dialect  dialect.Dialect

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

func newRuleCache(f Frontier, d dialect.Dialect, agents []dialect.AgentToken) *ruleCache {
	return &ruleCache{frontier: f, agents: agents, dialect: d, have: map[weburl.Origin]compiled{}}
}

// decide returns the ruling on a URL of the host. A host without a usable copy is postponed.
func (c *ruleCache) decide(h aranea.Host, u weburl.URL, now time.Time) (ruling, error) {
	a, err := c.of(h)
	if err != nil {
		return ruling{}, err
	}
	return rule(a, u, now), nil
}

// of returns the host's rules, compiled again if its copy has changed.
func (c *ruleCache) of(h aranea.Host) (acquire.Access, error) {
	c.mu.Lock()
	r, ok := c.have[h.Origin]
	c.mu.Unlock()
	if ok && r.version == h.Robots.Version {
		return r.access, nil
	}
	cp, found, err := c.frontier.Robots(h.Origin)
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
func (c *ruleCache) keep(o weburl.Origin, r compiled) {
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
