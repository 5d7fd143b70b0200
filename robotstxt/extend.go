package robotstxt

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Limits of what extension lines are believed.
const (
	// MaxExtensionLines is how many lines of one kind a matcher keeps.
	MaxExtensionLines = 1000
	// MaxTimedLines is how many different Request-rate lines, and how many
	// different Visit-time lines, a matcher keeps: the first of the group.
	// NextAllowed goes through all of them for each border of hours it meets.
	MaxTimedLines = 64
)

// groupLines are the lines of the chosen groups, and of the file, that are no
// access rules.
type groupLines struct {
	delay     time.Duration
	delaySet  bool
	rates     []field.RequestRate
	visits    []field.Window
	comments  []string
	version   string
	hosts     []field.Host
	clean     cleanTable
	pages     []pageRule
	pageForms int // wildcards in the query forms of pages
	usage     usageTable
	signals   usageTable
	licenses  []string
}

// any reports whether there is such a line.
func (g *groupLines) any() bool {
	return g.delaySet || g.version != "" || len(g.rates)+len(g.visits)+len(g.comments)+len(g.hosts)+len(g.clean.lines)+
		len(g.pages)+len(g.usage.paths)+len(g.signals.paths)+len(g.licenses) > 0
}

// extend reads a line of a chosen group that is no access rule.
func (g *groupLines) extend(d *dialect.Dialect, k syntax.Key, value string, line int) {
	has := d.Extensions.Has
	switch {
	case k == syntax.KeyCrawlDelay && has(dialect.ExtCrawlDelay):
		if s, ok := field.ParseCrawlDelay(value); ok {
			g.delay, g.delaySet = max(g.delay, s), true
		}
	case k == syntax.KeyRequestRate && has(dialect.ExtRequestRate) && len(g.rates) < MaxTimedLines:
		if r, ok := field.ParseRequestRate(value); ok && !slices.Contains(g.rates, r) {
			g.rates = append(g.rates, r)
		}
	case k == syntax.KeyVisitTime && has(dialect.ExtVisitTime) && len(g.visits) < MaxTimedLines:
		if w, ok := field.ParseWindow(value); ok && !slices.Contains(g.visits, w) {
			g.visits = append(g.visits, w)
		}
	case k == syntax.KeyComment && has(dialect.ExtComment) && len(g.comments) < MaxExtensionLines:
		g.comments = append(g.comments, value)
	case k == syntax.KeyRobotVersion && has(dialect.ExtRobotVersion):
		g.version = value
	default:
		g.extendPages(d, k, value, line)
	}
}

// extendPages reads the lines that speak of pages rather than of visits.
func (g *groupLines) extendPages(d *dialect.Dialect, k syntax.Key, value string, line int) {
	has := d.Extensions.Has
	switch {
	case (k == syntax.KeyNoindex || k == syntax.KeyNofollow || k == syntax.KeyNoarchive) && has(dialect.ExtPageRules):
		if value != "" && len(value) <= MaxRule && len(g.pages) < MaxExtensionLines {
			p, _ := pattern.NewPath(value, d)
			g.pageForms = p.KeepForms(g.pageForms, MaxUsageWild)
			g.pages = append(g.pages, pageRule{key: k, pattern: p, line: line})
		}
	case k == syntax.KeyContentUsage && has(dialect.ExtContentUsage):
		g.usage.add(value, d, line)
	case k == syntax.KeyContentSignal && has(dialect.ExtContentSignal):
		g.signals.add(value, d, line)
	case k == syntax.KeyLicense && has(dialect.ExtLicense) && len(g.licenses) < MaxExtensionLines:
		g.licenses = append(g.licenses, value)
	}
}

// extendFile reads a line that holds for all robots.
func (g *groupLines) extendFile(d *dialect.Dialect, k syntax.Key, value string, line int) {
	if k == syntax.KeyCleanParam && d.Extensions.Has(dialect.ExtCleanParam) {
		if c, ok := field.ParseCleanParam(value); ok {
			c.Line = line
			g.clean.add(c, d)
		}
	}
	if k == syntax.KeyLicense && d.Extensions.Has(dialect.ExtLicense) && len(g.licenses) < MaxExtensionLines {
		g.licenses = append(g.licenses, value)
	}
}

// CrawlDelay returns the delay that the group asks for, 0 if it does not.
func (m *Matcher) CrawlDelay() time.Duration { return m.lines().delay }

// RequestRates returns the different Request-rate lines of the group, at most
// MaxTimedLines. The caller must not change them.
func (m *Matcher) RequestRates() []field.RequestRate { return m.lines().rates }

// VisitTimes returns the different Visit-time lines of the group, at most
// MaxTimedLines: visits are welcome in any of them, and always if there is none.
// The caller must not change them.
func (m *Matcher) VisitTimes() []field.Window { return m.lines().visits }

// Comments returns the Comment lines of the group, which are meant to be shown
// to whoever runs the robot.
func (m *Matcher) Comments() []string { return m.lines().comments }

// RobotVersion returns the Robot-version of the group, "" if there is none.
func (m *Matcher) RobotVersion() string { return m.lines().version }

// Licenses returns the License lines of the file and the group.
func (m *Matcher) Licenses() []string { return m.lines().licenses }

// Hosts returns the Host lines of the group, invalid ones too, at most
// MaxExtensionLines.
func (m *Matcher) Hosts() []field.Host { return m.lines().hosts }

// Delay returns the delay between two requests that the group asks for at the
// instant: its Crawl-delay, or the slowest Request-rate that holds then.
func (m *Matcher) Delay(at time.Time) time.Duration {
	p := m.lines().delay
	for _, r := range m.lines().rates {
		if r.Hours.Holds(at) {
			p = max(p, r.Delay())
		}
	}
	return p
}

// NextAllowed returns the first instant at or behind now at which the group
// lets the robot come again, if it came at last; the zero last is never.
// Crawl-delay, as a delay or a window, Request-rate with its hours and
// Visit-time count, all of them together.
func (m *Matcher) NextAllowed(last, now time.Time) time.Time {
	g, at := m.lines(), now
	switch {
	case last.IsZero():
		return g.nextVisit(at)
	case g.delay > 0 && m.dialect.DelayIsWindow:
		// Windows are counted from the start of time, so that all of a
		// robot's machines cut time alike.
		at = later(at, last.Truncate(g.delay).Add(g.delay))
	default:
		at = later(at, last.Add(g.delay))
	}
	for range field.MinutesOfDay {
		next := g.nextRate(last, g.nextVisit(at))
		if next.Equal(at) {
			return at
		}
		at = next
	}
	// Rates that are as slow as days, one after the other: all are kept.
	for _, r := range g.rates {
		at = later(at, last.Add(r.Delay()))
	}
	return g.nextVisit(at)
}

// nextRate returns an instant at or behind at before which the rates that hold
// at at do not let a robot come that came at last.
func (g *groupLines) nextRate(last, at time.Time) time.Time {
	next := at
	for _, r := range g.rates {
		free := last.Add(r.Delay())
		if !r.Hours.Holds(at) || !free.After(at) {
			continue
		}
		if end, ok := r.Hours.End(at); ok && end.Before(free) {
			free = end
		}
		next = later(next, free)
	}
	return next
}

// nextVisit returns the first instant at or behind at inside Visit-time.
func (g *groupLines) nextVisit(at time.Time) time.Time {
	var first time.Time
	for _, w := range g.visits {
		if t := w.Next(at); first.IsZero() || t.Before(first) {
			first = t
		}
	}
	if first.IsZero() {
		return at
	}
	return first
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// A pageRule is a Noindex, Nofollow or Noarchive line.
type pageRule struct {
	pattern pattern.Path
	key     syntax.Key
	line    int
}

// PageRules say what Noindex, Nofollow and Noarchive lines say of one page: the
// number of the first line that matches, 0 if none does.
type PageRules struct{ Noindex, Nofollow, Noarchive int }

// PageRules returns what the unofficial lines of the group say of a target. A
// dialect without ExtPageRules never says anything.
func (m *Matcher) PageRules(target string) PageRules {
	var out PageRules
	if len(m.lines().pages) == 0 {
		return out
	}
	form := string(m.comparable(nil, target))
	for _, r := range m.lines().pages {
		at := &out.Noindex
		switch r.key {
		case syntax.KeyNofollow:
			at = &out.Nofollow
		case syntax.KeyNoarchive:
			at = &out.Noarchive
		}
		if *at == 0 && r.pattern.Match(form) {
			*at = r.line
		}
	}
	return out
}
