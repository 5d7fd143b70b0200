package crawl

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rulebook"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

func access(t testing.TB, name, site, text string) acquire.Access {
	t.Helper()
	d, ok := dialect.ByName(name)
	if !ok {
		t.Fatalf("no dialect %q", name)
	}
	c, _ := acquire.Next(d, acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte(text)}, t0)
	return c.Access(d, site, "OwnBot", "Aranea")
}

// TestRule: every kind of line that the crawl obeys, as one ruling. t0 is noon.
func TestRule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, dialect, robots, url, want string
	}{
		{"an allowed page", "rfc9309", "User-agent: *\nDisallow: /x\n", "http://a.test/y", "allow no-rule"},
		{"the operator's token comes first", "rfc9309", "User-agent: Aranea\nDisallow: /\nUser-agent: OwnBot\nAllow: /\n", "http://a.test/y", "allow allow-rule"},
		{"then Aranea", "rfc9309", "User-agent: *\nAllow: /\nUser-agent: Aranea\nDisallow: /\n", "http://a.test/y", "deny deny-rule"},
		{"Crawl-delay", "rfc9309", "User-agent: *\nCrawl-delay: 7\n", "http://a.test/", "allow no-rule delay 7s"},
		{"Request-rate at this hour", "rfc9309", "User-agent: *\nRequest-rate: 1/9 1100-1300\nDisallow:\n", "http://a.test/", "allow no-rule delay 9s"},
		{"Request-rate at another hour", "rfc9309", "User-agent: *\nRequest-rate: 1/9 0100-0300\nDisallow:\n", "http://a.test/", "allow no-rule"},
		{"Request-rate that begins before the lease ends", "rfc9309", "User-agent: *\nRequest-rate: 1/60 1200-1300\nDisallow:\n", "http://a.test/early", "allow no-rule delay 1m0s"},
		{"Request-rate that begins within the Crawl-delay", "rfc9309", "User-agent: *\nCrawl-delay: 30\nRequest-rate: 1/60 1200-1300\nDisallow:\n", "http://a.test/before", "allow no-rule delay 1m0s"},
		{"within Visit-time", "rfc9309", "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n", "http://a.test/", "allow no-rule"},
		{"outside Visit-time", "rfc9309", "User-agent: *\nVisit-time: 2200-0600\nDisallow:\n", "http://a.test/", "allow no-rule wait 10h0m0s"},
		{"a denial needs no waiting", "rfc9309", "User-agent: *\nVisit-time: 2200-0600\nDisallow: /\n", "http://a.test/", "deny deny-rule"},
		{"Clean-param", "rfc9309", "User-agent: *\nClean-param: s /f\nDisallow:\n", "http://a.test:8080/f?a=1&s=2", "allow no-rule clean http://a.test:8080/f?a=1"},
		{"Clean-param elsewhere", "rfc9309", "User-agent: *\nClean-param: s /f\nDisallow:\n", "http://a.test/g?a=1&s=2", "allow no-rule"},
		{"Clean-param on a path of two slashes", "rfc9309", "User-agent: *\nClean-param: s\nDisallow:\n", "http://a.test//b.test/f?s=2", "allow no-rule clean http://a.test//b.test/f"},
		{"Content-Signal", "rfc9309", "User-agent: *\nContent-Signal: search=no, ai-train=yes\nAllow: /\n", "http://a.test/", "allow allow-rule noindex robots.txt line 2: Content-Signal: search=no"},
		{"Content-Usage with a path", "rfc9309", "User-agent: *\nContent-Usage: /m search=n\nAllow: /\n", "http://a.test/m/x", "allow allow-rule noindex robots.txt line 2: Content-Usage: search=n"},
		{"Content-Usage of another path", "rfc9309", "User-agent: *\nContent-Usage: /m search=n\nAllow: /\n", "http://a.test/n", "allow allow-rule"},
		{"training is no search", "rfc9309", "User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n", "http://a.test/n", "allow allow-rule"},
		{"the dialect knows no extension", "google", "User-agent: *\nCrawl-delay: 7\nVisit-time: 2200-0600\nClean-param: s\n", "http://a.test/f?s=2", "allow no-rule"},
		{"seed 000: the main mirror", "yandex-2003", "User-agent: *\nDisallow: /x\nHost: a.test\n", "http://a.test/y", "allow no-rule"},
		{"seed 000: another mirror", "yandex-2003", "User-agent: *\nDisallow: /x\nHost: www.a.test\n", "http://a.test/y", "deny host-directive"},
		{"Host is an old line today", "yandex", "User-agent: *\nDisallow: /x\nHost: www.a.test\n", "http://a.test/y", "allow no-rule"},
	}
	for _, tt := range tests {
		u := parse(t, tt.url)
		now := t0
		switch u.Target() {
		case "/early":
			now = t0.Add(-rulebook.RateAhead / 2)
		case "/before":
			now = t0.Add(-20 * time.Second)
		}
		r := rule(access(t, tt.dialect, string(u.Origin()), tt.robots), u, now)
		got := r.Verdict.String() + " " + r.Reason.String()
		if r.delay != 0 {
			got += " delay " + r.delay.String()
		}
		if !r.wait.IsZero() {
			got += " wait " + r.wait.Sub(t0).String()
		}
		if !r.clean.IsZero() {
			got += " clean " + r.clean.String()
		}
		if r.noIndex != "" {
			got += " noindex " + r.noIndex
		}
		if got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
		if !r.ruled {
			t.Errorf("%s: no rules in force", tt.name)
		}
	}
	if r := rule(acquire.Access{}, parse(t, "http://a.test/"), t0); r.Verdict != robotstxt.Postpone || r.welcome() || r.ruled {
		t.Errorf("without a copy: %+v", r)
	}
}

// TestPlanExtensions: what the other lines of a robots file do to a visit.
func TestPlanExtensions(t *testing.T) {
	t.Parallel()
	unsent := func(r ruling) facts {
		f := visit(t, 0, "")
		f.fetched, f.lease.Entry.Indexed = aranea.Fetched{}, true
		r.Decision, r.ruled = acquire.Decision{Decision: robotstxt.Decision{Verdict: robotstxt.Allow}}, true
		f.ruling = r
		return f
	}
	until := t0.Add(10 * time.Hour)
	o := plan(options(t), unsent(ruling{wait: until}))
	if o.Entry.State != aranea.StateQueued || o.Entry.Reason != aranea.RobotsHours || !o.Entry.Due.Equal(until) ||
		!o.Host.NextAllowed.Equal(until) || o.Sent || o.Index.Action != aranea.IndexKeep {
		t.Errorf("Visit-time: %+v, host free at %s", o.Entry, o.Host.NextAllowed)
	}
	o = plan(options(t), unsent(ruling{clean: parse(t, "http://a.test/dir/page?a=1")}))
	if o.Entry.State != aranea.StateExcluded || o.Entry.Reason != aranea.RobotsCleanParam || o.Entry.Detail != "http://a.test/dir/page?a=1" ||
		links(o) != "http://a.test/dir/page?a=1 SCHEDULE.QUEUED" || o.Links[0].Depth != 1 || o.Index.Action != aranea.IndexDelete || o.Sent {
		t.Errorf("Clean-param: %+v, links %s", o.Entry, links(o))
	}
	cleaned := unsent(ruling{clean: parse(t, "http://a.test/dir/page")})
	cleaned.lease.Entry.Hops = 9
	if o := plan(options(t), cleaned); len(o.Links) != 1 || o.Links[0].Hops != 9 {
		t.Errorf("Clean-param forgets the redirects behind it: %+v", o.Links)
	}
	f := visit(t, 200, body)
	f.ruling.noIndex = "robots.txt line 2: Content-Signal: search=no"
	o = plan(options(t), f)
	if o.Entry.Reason != aranea.DirectiveNoIndex || o.Entry.Detail != f.ruling.noIndex || o.Index.Action != aranea.IndexKeep || len(o.Links) != 2 {
		t.Errorf("Content-Signal: %+v, %d links", o.Entry, len(o.Links))
	}
	f = visit(t, 200, body)
	f.ruling.ruled, f.ruling.delay = true, 9*time.Second
	o = plan(options(t), f)
	if !o.Wished || o.Asked != 9*time.Second {
		t.Errorf("Request-rate: asked for %s, %t", o.Asked, o.Wished)
	}
}
