package robotstxt_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/lint"
)

// FuzzTargets checks properties of the parsers of URLs, targets and names for any input: parsing
// what is printed gives the same value again.
func FuzzTargets(f *testing.F) {
	for _, s := range []string{
		"10", "www.a.ru:8080",
		"https://u:p@[::1]:8443/a?b#c", "Mozilla/5.0 (compatible; FooBot/2.1)", "/a*b$%7e",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		fuzzURL(t, s)
		if token := dialect.TokenFromUserAgent(s); token != "" && (!token.Valid() || !strings.Contains(s, string(token))) {
			t.Fatalf("token %q", token)
		}
		fuzzForms(t, s)
	})
}

// fuzzURL checks that a site and a target make a URL with the same parts.
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

// fuzzForms checks that the comparable form of a target is its own comparable form, unless
// decoding an escape makes a new one with a stray percent sign, and that a rule matches its own
// path as a target.
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
