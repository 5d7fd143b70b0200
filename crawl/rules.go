package crawl

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rulebook"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

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
func (r ruling) welcome() bool { return r.admits() && r.clean.IsZero() }

// admits reports whether the URL may be requested now.
func (r ruling) admits() bool { return r.Verdict == robotstxt.Allow && r.wait.IsZero() }

// rule applies the access rules of a host to a URL. It is pure.
func rule(a acquire.Access, u weburl.URL, now time.Time) ruling {
	target := u.Target()
	r := ruling{Decision: a.Decide(target)}
	m := a.Matcher()
	if m == nil {
		return r
	}
	r.ruled, r.delay = true, rulebook.Delay(m, now)
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
	r.noIndex = rulebook.Refusal(m, target)
	return r
}

// decide returns the ruling on a URL of the host. A host without a usable copy is postponed.
func (c *Crawler) decide(h aranea.Host, u weburl.URL, now time.Time) (ruling, error) {
	a, err := c.rules.Of(&h)
	if err != nil {
		return ruling{}, fmt.Errorf("decide on %s: %w", u, err)
	}
	return rule(a, u, now), nil
}
