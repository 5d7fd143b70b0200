package robotstxt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/lint"
)

// FuzzValues holds what every reader of a single value must keep, whatever it
// is given: what is accepted lies within its limits, and reading what is
// printed gives the same again.
func FuzzValues(f *testing.F) {
	for _, s := range []string{
		"10", "0.5", "10s", "1/60", "1/2562048h", "3/5124096h", "10/1m 0600-0845", "2200-0600", "ref&sid /forum/*", "train-ai=n, search=\"y\";a", "www.a.ru:8080",
		"https://u:p@[::1]:8443/a?b#c", "Mozilla/5.0 (compatible; FooBot/2.1)", "max-age=\"5\", no-store", "Fri, 20 Nov 2026 13:00:00 GMT", "/a*b$%7e",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := field.ParseCrawlDelay(s); d < 0 || d > field.MaxCrawlDelay || !ok && d != 0 {
			t.Fatalf("delay %s, %v", d, ok)
		}
		if r, ok := field.ParseRequestRate(s); ok && (r.Requests < 1 || r.Per < time.Second || r.Per > field.MaxCrawlDelay || r.Delay() < 0 || r.Hours.From < 0) {
			t.Fatalf("rate %+v", r)
		}
		fuzzWindow(t, s)
		if c, ok := field.ParseCleanParam(s); ok && (len(s) > field.MaxCleanParam || len(c.Names) == 0 || strings.Join(c.Names, "") == "") {
			t.Fatalf("clean-param %+v", c)
		}
		for _, p := range field.ParsePreferences(s) {
			again := field.ParsePreferences(p.Label + "=" + p.Value)
			if p.Label == "" || p.Label != strings.ToLower(p.Label) || len(again) != 1 || again[0] != p {
				t.Fatalf("preference %+v, again %+v", p, again)
			}
		}
		if h := field.ParseHost(s); h.Fault == field.HostOK && (field.ParseHost(h.String()) != h || !h.Is("http://"+h.String())) {
			t.Fatalf("host %+v", h)
		}
		fuzzURL(t, s)
		if token := dialect.TokenFromUserAgent(s); token != "" && (!token.Valid() || !strings.Contains(s, string(token))) {
			t.Fatalf("token %q", token)
		}
		fuzzForms(t, s)
	})
}

// fuzzWindow holds that a window prints what it read and that its next instant
// lies in it, within a day.
func fuzzWindow(t *testing.T, s string) {
	t.Helper()
	w, ok := field.ParseWindow(s)
	if !ok {
		return
	}
	if again, ok := field.ParseWindow(w.String()); !ok || again != w {
		t.Fatalf("window %s, again %s", w, again)
	}
	next := w.Next(noon)
	if !w.Holds(next) || next.Before(noon) || next.Sub(noon) > 24*time.Hour {
		t.Fatalf("window %s from noon: %s", w, next)
	}
	if end, ok := w.End(next); ok && (w.Holds(end) || !w.Holds(end.Add(-time.Second)) || end.Sub(next) > 24*time.Hour) {
		t.Fatalf("window %s ends at %s", w, end)
	}
}

// fuzzURL holds that a site and a target make a URL with the same parts.
func fuzzURL(t *testing.T, s string) {
	t.Helper()
	site, target, ok := robotstxt.SplitURL(s)
	if (lint.CheckLocation(s) == lint.LocationBadURL) == ok {
		t.Fatalf("%q: split %v, location %s", s, ok, lint.CheckLocation(s))
	}
	if !ok {
		return
	}
	if site2, target2, ok := robotstxt.SplitURL(site + target); !ok || site2 != site || target2 != target {
		t.Fatalf("%q: %q %q, again %q %q", s, site, target, site2, target2)
	}
}

// fuzzForms holds that the comparable form of a target is its own form, unless
// undoing an escape makes another one of a stray percent sign, and that a rule is
// matched by the target it is written as.
func fuzzForms(t *testing.T, s string) {
	t.Helper()
	if len(s) > 200 {
		return
	}
	for _, e := range []dialect.Escapes{dialect.EscapesRFC, dialect.EscapesNone} {
		if strings.Contains(s, "%") {
			break
		}
		once := string(pattern.AppendTarget(nil, s, e))
		if twice := string(pattern.AppendTarget(nil, once, e)); twice != once {
			t.Fatalf("%s: %q, then %q", e, once, twice)
		}
	}
	if strings.ContainsAny(s, "*$#\r\n") || s != strings.Trim(s, " \t\v\f") || !strings.HasPrefix(s, "/") {
		return
	}
	for _, d := range dialect.All() {
		if d.NULEndsValue || d.Escapes == dialect.EscapesGoogle {
			continue
		}
		if d := robotstxt.Parse([]byte(anybody+"Disallow: "+s+"\n")).Compile(d, "x").Decide(s); d.Verdict != robotstxt.Deny && d.Reason != robotstxt.ReasonRobotsTxt {
			t.Fatalf("%s: %q does not match itself: %+v", d.Dialect, s, d)
		}
	}
}
