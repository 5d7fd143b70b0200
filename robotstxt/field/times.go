package field

import (
	"strconv"
	"strings"
	"time"
)

// MaxCrawlDelay limits a Crawl-delay and the span of a Request-rate; larger values are ignored
// as mistakes.
const MaxCrawlDelay = 10 * 365 * 24 * time.Hour

// ParseCrawlDelay parses the value of a Crawl-delay line: seconds, optionally with a fraction.
// "10s" means ten seconds.
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

// A RequestRate is the value of a Request-rate line: a number of requests in each span of time,
// at certain hours.
type RequestRate struct {
	Requests int           // at least 1
	Per      time.Duration // a second to MaxCrawlDelay
	Hours    Window        // when it applies; the zero Window means always
}

// Delay returns the delay between two requests that meets the rate.
func (r RequestRate) Delay() time.Duration { return r.Per / time.Duration(r.Requests) }

// ParseRequestRate parses "1/60", "10/1m", "100/24h 0600-1800": a number of requests, a span in
// seconds or with s, m or h, and hours in UTC (Conner's Extended Standard 2.0).
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

// A Window is a part of each day in UTC, in minutes from midnight; it may include midnight. Both
// ends are inclusive. The zero Window is the whole day.
type Window struct {
	From, To int16 // 0 to 1439
	Set      bool
}

// MinutesOfDay is how many minutes a day has.
const MinutesOfDay = 24 * 60

// ParseWindow parses "0600-0845" (Conner's Extended Standard 2.0). A window may end at 2400; one
// that begins then begins at 0000.
func ParseWindow(value string) (Window, bool) {
	from, to, ok := strings.Cut(value, "-")
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if from == "2400" || from == "24:00" {
		from = "0000"
	}
	if to == "2400" || to == "24:00" {
		to = "2359" // the last inclusive minute
	}
	a, okA := parseClock(from)
	b, okB := parseClock(to)
	return Window{From: a, To: b, Set: true}, ok && okA && okB
}

// parseClock parses "HHMM" or "HH:MM".
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

// Holds reports whether t is in the window.
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

// Next returns the first instant at or after t that is in the window.
func (w Window) Next(t time.Time) time.Time {
	if w.Holds(t) {
		return t
	}
	u := t.UTC()
	start := time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, time.UTC).Add(time.Duration(w.From) * time.Minute)
	if start.Before(t) {
		start = start.Add(24 * time.Hour)
	}
	return start
}

// End returns the first instant after t, which is in the window, that is not in it. It returns
// false for a window that never ends.
func (w Window) End(t time.Time) (time.Time, bool) {
	long := (int(w.To)-int(w.From)+MinutesOfDay)%MinutesOfDay + 1
	if !w.Set || long == MinutesOfDay {
		return time.Time{}, false
	}
	u := t.UTC()
	left := (int(w.To)-u.Hour()*60-u.Minute()+MinutesOfDay)%MinutesOfDay + 1
	return u.Truncate(time.Minute).Add(time.Duration(left) * time.Minute), true
}

// String returns "HHMM-HHMM", or "" for the zero Window.
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
