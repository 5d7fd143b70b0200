package crawl

import (
	"slices"
	"sync"

	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Widen replaces the scope, before or while the crawler runs. Seeds that moved (see
// runreport.Report.Moved) stay followed. URLs found from now on are decided by the new rules, and the
// dispatcher looks for work again.
func (c *Crawler) Widen(rules scope.Rules) {
	c.area.widen(rules)
	c.Wake()
}

// Narrow replaces the scope, before or while the crawler runs, after seeds were dropped. rules include
// where the remaining seeds moved. Visits under way that are out of scope then are not kept.
func (c *Crawler) Narrow(rules scope.Rules) {
	c.area.narrow(rules)
	c.Wake()
}

// Wake makes a running crawler look for work at once, for instance after seeds were added to
// its frontier from elsewhere.
func (c *Crawler) Wake() { signal(c.flow.changed) }

// Pause stops new leases until Resume. Exchanges under way continue and are committed. Run does
// not end while it is paused unless its context does.
func (c *Crawler) Pause() { c.setPaused(true) }

// Resume ends a pause.
func (c *Crawler) Resume() { c.setPaused(false) }

func (c *Crawler) setPaused(on bool) {
	c.paused.Store(on)
	c.Wake()
}

// Exclusive runs f between two commits and returns what f returns: meanwhile this crawler
// changes neither the index nor the frontier. Exchanges under way continue. f must not call
// Exclusive.
func (c *Crawler) Exclusive(f func() error) error {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	return f()
}

// Still is Exclusive with leasing stopped as well: what is not being visited when f begins is
// not being visited when it ends. f must not call Exclusive or Still.
func (c *Crawler) Still(f func() error) error {
	return c.Exclusive(func() error {
		c.leasing <- struct{}{}
		defer func() { <-c.leasing }()
		return f()
	})
}

// Scope returns the current scope of the crawl.
func (c *Crawler) Scope() scope.Rules { return c.area.now() }

// An area is the current scope of a crawl: the rules that it was given and where its seeds
// moved to. It is safe for concurrent use.
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

func (a *area) narrow(base scope.Rules) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.base, a.led, a.rules = base, nil, base
}

// follow extends the scope to where seeds moved.
func (a *area) follow(to ...weburl.URL) {
	a.mu.Lock()
	defer a.mu.Unlock()
	to = slices.DeleteFunc(to, func(u weburl.URL) bool { return a.rules.Reaches(u) })
	a.led = append(a.led, to...)
	a.rules = a.rules.With(to...)
}

// owns reports whether an origin is on the site of a seed.
func (a *area) owns(o weburl.Origin) bool { return a.now().Own(o) }

// seeds returns the seeds of the rules that were given.
func (a *area) seeds() []weburl.URL {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.base.Seeds()
}
