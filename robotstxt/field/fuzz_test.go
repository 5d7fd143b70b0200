package field

import (
	"strings"
	"testing"
	"time"
)

// FuzzValues checks the properties of all parsers of values: limits, and that what they print is
// parsed as the same value.
func FuzzValues(f *testing.F) {
	for _, s := range []string{
		"10", "0.5", "10s", "1/60", "1/2562048h", "3/5124096h", "10/1m 0600-0845", "2200-0600", "ref&sid /forum/*", "train-ai=n, search=\"y\";a", "www.a.ru:8080",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := ParseCrawlDelay(s); d < 0 || d > MaxCrawlDelay || !ok && d != 0 {
			t.Fatalf("delay %s, %v", d, ok)
		}
		if r, ok := ParseRequestRate(s); ok && (r.Requests < 1 || r.Per < time.Second || r.Per > MaxCrawlDelay || r.Delay() < 0 || r.Hours.From < 0) {
			t.Fatalf("rate %+v", r)
		}
		fuzzWindow(t, s)
		if c, ok := ParseCleanParam(s); ok && (len(s) > MaxCleanParam || len(c.Names) == 0 || strings.Join(c.Names, "") == "") {
			t.Fatalf("clean-param %+v", c)
		}
		for _, p := range ParsePreferences(s) {
			again := ParsePreferences(p.Label + "=" + p.Value)
			if p.Label == "" || p.Label != strings.ToLower(p.Label) || len(again) != 1 || again[0] != p {
				t.Fatalf("preference %+v, again %+v", p, again)
			}
		}
		if h := ParseHost(s); h.Fault == HostOK && (ParseHost(h.String()) != h || !h.Is("http://"+h.String())) {
			t.Fatalf("host %+v", h)
		}
	})
}

// fuzzWindow checks that a window prints what was parsed, and that its next instant is inside it
// and within a day.
func fuzzWindow(t *testing.T, s string) {
	t.Helper()
	w, ok := ParseWindow(s)
	if !ok {
		return
	}
	if again, ok := ParseWindow(w.String()); !ok || again != w {
		t.Fatalf("window %s, again %s", w, again)
	}
	next := w.Next(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	if !w.Holds(next) || next.Before(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)) || next.Sub(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)) > 24*time.Hour {
		t.Fatalf("window %s from time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC): %s", w, next)
	}
	if end, ok := w.End(next); ok && (w.Holds(end) || !w.Holds(end.Add(-time.Second)) || end.Sub(next) > 24*time.Hour) {
		t.Fatalf("window %s ends at %s", w, end)
	}
}
