package crawl

import (
	"slices"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Widen replaces the scope while the crawler runs, or before. Seeds that moved
// (see Report.Moved) stay followed. URLs that are found from now on are decided
// by the new rules, and the dispatcher looks for work again.
func (c *Crawler) Widen(rules scope.Rules) {
	c.area.widen(rules)
	c.Wake()
}

// Wake makes a running crawler look for work at once, for instance behind seeds
// that somebody else added to its frontier.
func (c *Crawler) Wake() { signal(c.flow.changed) }

// Pause lets no new lease out until Resume. Exchanges under way go on and are
// committed, and Run does not end while it is paused unless its context does.
func (c *Crawler) Pause() { c.setPaused(true) }

// Resume ends a pause.
func (c *Crawler) Resume() { c.setPaused(false) }

func (c *Crawler) setPaused(on bool) {
	c.paused.Store(on)
	c.Wake()
}

// Exclusive runs f between two commits and returns what f returns: nothing else
// changes the index or the frontier by this crawler meanwhile. Exchanges under
// way go on. f must not call Exclusive.
func (c *Crawler) Exclusive(f func() error) error {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	return f()
}

// Still is Exclusive while no lease is handed out either: what is not being visited
// when f begins is not being visited when it ends. f must not call Exclusive or Still.
func (c *Crawler) Still(f func() error) error {
	return c.Exclusive(func() error {
		c.leasing <- struct{}{}
		defer func() { <-c.leasing }()
		return f()
	})
}

// An area is the scope of a crawl as it stands: the rules that it was given and
// what its seeds led to. It is safe for concurrent use.
type area struct {
	mu    sync.Mutex
	base  scope.Rules
	led   []weburl.URL // where seeds moved to
	rules scope.Rules  // base with led
}

// now returns the rules in force.
func (a *area) now() scope.Rules {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rules
}

func (a *area) widen(base scope.Rules) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.base, a.rules = base, base.With(a.led...)
}

// follow opens the scope to where seeds moved.
func (a *area) follow(to ...weburl.URL) {
	a.mu.Lock()
	defer a.mu.Unlock()
	to = slices.DeleteFunc(to, func(u weburl.URL) bool { return a.rules.Decide(u, 0, aranea.HowSeed).OK })
	a.led = append(a.led, to...)
	a.rules = a.rules.With(to...)
}

// seeds returns the seeds that the scope was made of.
func (a *area) seeds() []weburl.URL {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.base.Seeds()
}
