package robotstxt

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Limits on accepted extension lines.
const (
	// MaxExtensionLines is how many lines of one kind a matcher keeps.
	MaxExtensionLines = 1000
	// MaxTimedLines is how many different Request-rate lines, and how many different Visit-time
	// lines, a matcher keeps: the first ones of the group. NextAllowed examines all of them at
	// each boundary of hours.
	MaxTimedLines = 64
)

// groupLines are the lines of the chosen groups and of the file that are not access rules.
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
	pageForms int // number of wildcards in the query forms of pages
	usage     usageTable
	signals   usageTable
	licenses  []string
}

// any reports whether there is any such line.
func (g *groupLines) any() bool {
	return g.delaySet || g.version != "" || len(g.rates)+len(g.visits)+len(g.comments)+len(g.hosts)+len(g.clean.lines)+
		len(g.pages)+len(g.usage.paths)+len(g.signals.paths)+len(g.licenses) > 0
}

// extend reads a line of a chosen group that is not an access rule.
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

// extendPages reads the lines about pages rather than visits.
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

// extendFile reads a line that applies to all robots.
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

// CrawlDelay returns the delay that the group asks for, or 0.
func (m *Matcher) CrawlDelay() time.Duration { return m.lines().delay }

// RequestRates returns the different Request-rate lines of the group, at most MaxTimedLines. The
// caller must not modify them.
func (m *Matcher) RequestRates() []field.RequestRate { return m.lines().rates }

// VisitTimes returns the different Visit-time lines of the group, at most MaxTimedLines. Visits
// are welcome in any of these windows, or always if there are none. The caller must not modify
// them.
func (m *Matcher) VisitTimes() []field.Window { return m.lines().visits }

// Comments returns the Comment lines of the group, which are meant for the operator of the
// robot.
func (m *Matcher) Comments() []string { return m.lines().comments }

// RobotVersion returns the Robot-version of the group, or "" if there is none.
func (m *Matcher) RobotVersion() string { return m.lines().version }

// Licenses returns the License lines of the file and the group.
func (m *Matcher) Licenses() []string { return m.lines().licenses }

// Hosts returns the Host lines of the group, including invalid ones, at most MaxExtensionLines.
func (m *Matcher) Hosts() []field.Host { return m.lines().hosts }

// Delay returns the delay between two requests that the group asks for at an instant: its
// Crawl-delay, or the slowest Request-rate that applies then.
func (m *Matcher) Delay(at time.Time) time.Duration {
	p := m.lines().delay
	for _, r := range m.lines().rates {
		if r.Hours.Holds(at) {
			p = max(p, r.Delay())
		}
	}
	return p
}

// NextAllowed returns the first instant at or after now at which the group allows the robot to
// come again, if its last visit was at last, which is zero for never. It combines Crawl-delay,
// as a delay or a window, Request-rate with its hours, and Visit-time.
func (m *Matcher) NextAllowed(last, now time.Time) time.Time {
	g, at := m.lines(), now
	switch {
	case last.IsZero():
		return g.nextVisit(at)
	case g.delay > 0 && m.dialect.DelayIsWindow:
		// Windows are counted from the zero time, so that all of a robot's machines use the same
		// ones.
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
	// Rates with intervals as long as days are applied one by one, so that all are kept.
	for _, r := range g.rates {
		at = later(at, last.Add(r.Delay()))
	}
	return g.nextVisit(at)
}

// nextRate returns an instant at or after at, before which the rates that apply at at do not
// allow a robot to come whose last visit was at last.
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

// nextVisit returns the first instant at or after at inside Visit-time.
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

// PageRules are the Noindex, Nofollow and Noarchive lines that apply to a page: the number of
// the first line that matches, 0 if none does.
type PageRules struct{ Noindex, Nofollow, Noarchive int }

// PageRules returns the unofficial lines of the group that apply to a target. For a dialect
// without ExtPageRules there are none.
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
