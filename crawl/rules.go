package crawl

import (
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// maxMatchers bounds the compiled robots files that are kept. A matcher takes
// little more than its file; most files are below 4 KB.
const maxMatchers = 4096

// A ruleCache compiles the robots copies of hosts and keeps the last ones. It is
// safe for concurrent use.
type ruleCache struct {
	frontier Frontier
	agents   []robotstxt.AgentToken
	dialect  robotstxt.Dialect

	mu   sync.Mutex
	have map[weburl.Origin]rules
}

// rules are the compiled copy of one host.
type rules struct {
	version uint32
	matcher *robotstxt.Matcher // nil if a blanket decision holds
	blanket robotstxt.Decision
}

func newRuleCache(f Frontier, d robotstxt.Dialect, agents []robotstxt.AgentToken) *ruleCache {
	return &ruleCache{frontier: f, agents: agents, dialect: d, have: map[weburl.Origin]rules{}}
}

// decide answers for a URL of the host, and returns the text of the deciding
// rule. A host without a usable copy is postponed.
func (c *ruleCache) decide(h aranea.Host, u weburl.URL, now time.Time) (robotstxt.Decision, string, error) {
	r, err := c.of(h)
	if err != nil {
		return robotstxt.Decision{}, "", err
	}
	if r.matcher == nil {
		return r.blanket, "", nil
	}
	d := r.matcher.Decide(u.Target())
	if d.Verdict == robotstxt.Allow {
		return d, "", nil
	}
	return d, d.Rule, nil
}

// of returns the host's rules, compiled anew if its copy has changed.
func (c *ruleCache) of(h aranea.Host) (rules, error) {
	c.mu.Lock()
	r, ok := c.have[h.Origin]
	c.mu.Unlock()
	if ok && r.version == h.Robots.Version {
		return r, nil
	}
	cp, found, err := c.frontier.Robots(h.Origin)
	if err != nil || !found {
		return rules{}, err
	}
	r = rules{version: h.Robots.Version, matcher: cp.Rules(c.dialect, c.agents...), blanket: cp.Blanket(c.dialect)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.have) >= maxMatchers {
		for o := range c.have { // any one will do: hosts come in no order
			delete(c.have, o)
			break
		}
	}
	c.have[h.Origin] = r
	return r, nil
}
