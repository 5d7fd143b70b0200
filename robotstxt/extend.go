package robotstxt

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of what extension lines are believed.
const (
	// MaxCrawlDelay bounds a Crawl-delay and the span of a Request-rate that are
	// believed; larger values are ignored as mistakes.
	MaxCrawlDelay = 10 * 365 * day
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
	rates     []RequestRate
	visits    []Window
	comments  []string
	version   string
	hosts     []Host
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
func (g *groupLines) extend(d *Dialect, k Key, value string, line int) {
	has := d.Extensions.Has
	switch {
	case k == KeyCrawlDelay && has(ExtCrawlDelay):
		if s, ok := ParseCrawlDelay(value); ok {
			g.delay, g.delaySet = max(g.delay, s), true
		}
	case k == KeyRequestRate && has(ExtRequestRate) && len(g.rates) < MaxTimedLines:
		if r, ok := ParseRequestRate(value); ok && !slices.Contains(g.rates, r) {
			g.rates = append(g.rates, r)
		}
	case k == KeyVisitTime && has(ExtVisitTime) && len(g.visits) < MaxTimedLines:
		if w, ok := ParseWindow(value); ok && !slices.Contains(g.visits, w) {
			g.visits = append(g.visits, w)
		}
	case k == KeyComment && has(ExtComment) && len(g.comments) < MaxExtensionLines:
		g.comments = append(g.comments, value)
	case k == KeyRobotVersion && has(ExtRobotVersion):
		g.version = value
	default:
		g.extendPages(d, k, value, line)
	}
}

// extendPages reads the lines that speak of pages rather than of visits.
func (g *groupLines) extendPages(d *Dialect, k Key, value string, line int) {
	has := d.Extensions.Has
	switch {
	case (k == KeyNoindex || k == KeyNofollow || k == KeyNoarchive) && has(ExtPageRules):
		if value != "" && len(value) <= MaxRule && len(g.pages) < MaxExtensionLines {
			p, _ := newPath(value, d)
			g.pageForms = p.keepForms(g.pageForms, MaxUsageWild)
			g.pages = append(g.pages, pageRule{key: k, pattern: p, line: line})
		}
	case k == KeyContentUsage && has(ExtContentUsage):
		g.usage.add(value, d, line)
	case k == KeyContentSignal && has(ExtContentSignal):
		g.signals.add(value, d, line)
	case k == KeyLicense && has(ExtLicense) && len(g.licenses) < MaxExtensionLines:
		g.licenses = append(g.licenses, value)
	}
}

// extendFile reads a line that holds for all robots.
func (g *groupLines) extendFile(d *Dialect, k Key, value string, line int) {
	if k == KeyCleanParam && d.Extensions.Has(ExtCleanParam) {
		if c, ok := ParseCleanParam(value); ok {
			c.Line = line
			g.clean.add(c, d)
		}
	}
	if k == KeyLicense && d.Extensions.Has(ExtLicense) && len(g.licenses) < MaxExtensionLines {
		g.licenses = append(g.licenses, value)
	}
}

// ParseCrawlDelay reads the value of a Crawl-delay line: seconds, which may
// have a fraction. "10s" is taken for ten seconds.
func ParseCrawlDelay(value string) (time.Duration, bool) {
	number := strings.TrimRight(strings.TrimSuffix(value, "s"), " \t")
	if number == "" || strings.Trim(number, "0123456789.") != "" {
		return 0, false
	}
	s, err := strconv.ParseFloat(number, 64)
	if err != nil || s > MaxCrawlDelay.Seconds() {
		return 0, false
	}
	return time.Duration(s * float64(time.Second)), true
}

// A RequestRate is the value of a Request-rate line: so many requests in each
// span of time, at certain hours.
type RequestRate struct {
	Requests int           // at least 1
	Per      time.Duration // a second to MaxCrawlDelay
	Hours    Window        // when it holds; the zero Window is always
}

// Pause returns the pause between two requests that keeps the rate.
func (r RequestRate) Pause() time.Duration { return r.Per / time.Duration(r.Requests) }

// ParseRequestRate reads "1/60", "10/1m", "100/24h 0600-1800": a number of
// requests, a span in seconds or with s, m or h, and hours in UTC (Conner's
// Extended Standard 2.0).
func ParseRequestRate(value string) (RequestRate, bool) {
	rate, hours, _ := strings.Cut(value, " ")
	if i := strings.IndexByte(rate, '\t'); i >= 0 {
		rate, hours = rate[:i], value[i+1:]
	}
	count, span, ok := strings.Cut(rate, "/")
	n, err := strconv.ParseUint(count, 10, 31)
	if !ok || err != nil || n == 0 {
		return RequestRate{}, false
	}
	unit := time.Second
	switch {
	case strings.HasSuffix(span, "s"):
		span = span[:len(span)-1]
	case strings.HasSuffix(span, "m"):
		span, unit = span[:len(span)-1], time.Minute
	case strings.HasSuffix(span, "h"):
		span, unit = span[:len(span)-1], time.Hour
	}
	t := uint64(1)
	if span != "" || unit == time.Second {
		if t, err = strconv.ParseUint(span, 10, 31); err != nil || t == 0 || t > uint64(MaxCrawlDelay/unit) {
			return RequestRate{}, false
		}
	}
	r := RequestRate{Requests: int(n), Per: time.Duration(t) * unit}
	if hours = strings.TrimSpace(hours); hours != "" {
		if r.Hours, ok = ParseWindow(hours); !ok {
			return RequestRate{}, false
		}
	}
	return r, true
}

// A Window is a part of each day in UTC, in minutes from midnight; it may run
// over midnight. Both ends belong to it. The zero Window is the whole day.
type Window struct {
	From, To int16 // 0 to 1439
	Set      bool
}

const minutesOfDay = 24 * 60

// ParseWindow reads "0600-0845" (Conner's Extended Standard 2.0). A day may end at
// 2400, and one that begins then begins at 0000.
func ParseWindow(value string) (Window, bool) {
	from, to, ok := strings.Cut(value, "-")
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if from == "2400" || from == "24:00" {
		from = "0000"
	}
	if to == "2400" || to == "24:00" {
		to = "2359" // the last minute that belongs to it
	}
	a, okA := parseClock(from)
	b, okB := parseClock(to)
	return Window{From: a, To: b, Set: true}, ok && okA && okB
}

// parseClock reads "HHMM" or "HH:MM".
func parseClock(s string) (int16, bool) {
	if len(s) == 5 && s[2] == ':' {
		s = s[:2] + s[3:]
	}
	if len(s) != 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	if err != nil || n/100 > 23 || n%100 > 59 {
		return 0, false
	}
	return int16(n/100*60 + n%100), true
}

// Holds reports whether t lies in the window.
func (w Window) Holds(t time.Time) bool {
	if !w.Set {
		return true
	}
	t = t.UTC()
	at := int16(t.Hour()*60 + t.Minute())
	if w.From <= w.To {
		return w.From <= at && at <= w.To
	}
	return at >= w.From || at <= w.To
}

// Next returns the first instant at or behind t that lies in the window.
func (w Window) Next(t time.Time) time.Time {
	if w.Holds(t) {
		return t
	}
	u := t.UTC()
	start := time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, time.UTC).Add(time.Duration(w.From) * time.Minute)
	if start.Before(t) {
		start = start.Add(day)
	}
	return start
}

// end returns the first instant behind t, which lies in the window, that does
// not; false for a window that never ends.
func (w Window) end(t time.Time) (time.Time, bool) {
	long := (int(w.To)-int(w.From)+minutesOfDay)%minutesOfDay + 1
	if !w.Set || long == minutesOfDay {
		return time.Time{}, false
	}
	u := t.UTC()
	left := (int(w.To)-u.Hour()*60-u.Minute()+minutesOfDay)%minutesOfDay + 1
	return u.Truncate(time.Minute).Add(time.Duration(left) * time.Minute), true
}

// String returns "HHMM-HHMM", "" for the zero Window.
func (w Window) String() string {
	if !w.Set {
		return ""
	}
	clock := func(m int16) string {
		s := strconv.Itoa(int(m/60*100 + m%60))
		return "0000"[len(s):] + s
	}
	return clock(w.From) + "-" + clock(w.To)
}

// CrawlDelay returns the pause that the group asks for, 0 if it does not.
func (m *Matcher) CrawlDelay() time.Duration { return m.lines().delay }

// RequestRates returns the different Request-rate lines of the group, at most
// MaxTimedLines. The caller must not change them.
func (m *Matcher) RequestRates() []RequestRate { return m.lines().rates }

// VisitTimes returns the different Visit-time lines of the group, at most
// MaxTimedLines: visits are welcome in any of them, and always if there is none.
// The caller must not change them.
func (m *Matcher) VisitTimes() []Window { return m.lines().visits }

// Comments returns the Comment lines of the group, which are meant to be shown
// to whoever runs the robot.
func (m *Matcher) Comments() []string { return m.lines().comments }

// RobotVersion returns the Robot-version of the group, "" if there is none.
func (m *Matcher) RobotVersion() string { return m.lines().version }

// Licenses returns the License lines of the file and the group.
func (m *Matcher) Licenses() []string { return m.lines().licenses }

// Hosts returns the Host lines of the group, invalid ones too, at most
// MaxExtensionLines.
func (m *Matcher) Hosts() []Host { return m.lines().hosts }

// Pause returns the pause between two requests that the group asks for at the
// instant: its Crawl-delay, or the slowest Request-rate that holds then.
func (m *Matcher) Pause(at time.Time) time.Duration {
	p := m.lines().delay
	for _, r := range m.lines().rates {
		if r.Hours.Holds(at) {
			p = max(p, r.Pause())
		}
	}
	return p
}

// NextAllowed returns the first instant at or behind now at which the group
// lets the robot come again, if it came at last; the zero last is never.
// Crawl-delay, as a pause or a window, Request-rate with its hours and
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
	for range minutesOfDay {
		next := g.nextRate(last, g.nextVisit(at))
		if next.Equal(at) {
			return at
		}
		at = next
	}
	// Rates that are as slow as days, one after the other: all are kept.
	for _, r := range g.rates {
		at = later(at, last.Add(r.Pause()))
	}
	return g.nextVisit(at)
}

// nextRate returns an instant at or behind at before which the rates that hold
// at at do not let a robot come that came at last.
func (g *groupLines) nextRate(last, at time.Time) time.Time {
	next := at
	for _, r := range g.rates {
		free := last.Add(r.Pause())
		if !r.Hours.Holds(at) || !free.After(at) {
			continue
		}
		if end, ok := r.Hours.end(at); ok && end.Before(free) {
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
	pattern pathPattern
	key     Key
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
		case KeyNofollow:
			at = &out.Nofollow
		case KeyNoarchive:
			at = &out.Noarchive
		}
		if *at == 0 && r.pattern.match(form) {
			*at = r.line
		}
	}
	return out
}
