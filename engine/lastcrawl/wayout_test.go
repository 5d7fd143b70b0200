package lastcrawl

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// TestWayOut checks that every cause that is not success and whose sentence does not include a
// remedy has one.
func TestWayOut(t *testing.T) {
	t.Parallel()
	for c := verdict.CauseComplete + 1; !strings.HasPrefix(c.String(), "cause("); c++ {
		said := c == verdict.CauseStopped || c == verdict.CauseDeferred // the sentence of the verdict includes it
		if out := (&Crawl{Cause: c, Target: "http://b.test/"}).WayOut(""); (out == "") != said {
			t.Errorf("%s: %q", c, out)
		}
	}
}

// TestWayOutOfLogins checks that the command that tries secrets is named if a login is asked for
// although there is a secret.
func TestWayOutOfLogins(t *testing.T) {
	t.Parallel()
	for reason, want := range map[aranea.Reason]bool{aranea.HTTPLogin: true, aranea.NetDial: false} {
		out := (&Crawl{Cause: verdict.CauseFailed, Trouble: []verdict.HostTrouble{{Reason: reason}}}).WayOut("")
		if strings.Contains(out, "aranea secrets FILE") != want {
			t.Errorf("%s: %q", reason, out)
		}
	}
}

// TestWayOutOfDisk checks that the right to read is asked for if the disk refuses files, and if nothing else does.
func TestWayOutOfDisk(t *testing.T) {
	t.Parallel()
	for reason, want := range map[aranea.Reason]bool{aranea.DiskDenied: true, aranea.HTTPForbidden: false} {
		out := Of(&runreport.Report{Cause: verdict.CauseFailed, Trouble: []verdict.HostTrouble{{Reason: reason}}}).WayOut("")
		if strings.Contains(out, "the right to read") != want {
			t.Errorf("%s: %q", reason, out)
		}
	}
}

// TestWayOutWithoutTLS checks that the advice for a site that did not connect by https says how
// to name it without.
func TestWayOutWithoutTLS(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		url    string
		reason aranea.Reason
		want   bool
	}{
		{"https://a.test:8443/x", aranea.NetTLS, true}, {"https://a.test:8443/x", aranea.NetDial, true},
		{"https://a.test:8443/x", aranea.NetTimeout, false}, {"http://a.test/x", aranea.NetDial, false},
	} {
		for _, cause := range []verdict.Cause{verdict.CauseRobots, verdict.CauseFailed} {
			out := (&Crawl{Cause: cause, Trouble: []verdict.HostTrouble{{URL: tt.url, Reason: tt.reason}}}).WayOut("")
			if told := strings.Contains(out, "name it with its scheme: http://a.test:8443/x;"); told != tt.want || out == "" {
				t.Errorf("%s %s: %q", tt.url, tt.reason, out)
			}
		}
	}
}

// TestWayOutOfAuthorities checks that the advice for a site whose certificate is signed by an
// unknown authority is to name that, and not for one with a certificate that is out of date.
func TestWayOutOfAuthorities(t *testing.T) {
	t.Parallel()
	for detail, want := range map[string]bool{
		"tls: failed to verify certificate: x509: certificate signed by unknown authority":              true,
		"tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current": false,
	} {
		for _, cause := range []verdict.Cause{verdict.CauseRobots, verdict.CauseFailed} {
			out := (&Crawl{Cause: cause, Trouble: []verdict.HostTrouble{{Origin: "https://a.test", URL: "https://a.test/x", Reason: aranea.NetTLS, Detail: detail}}}).WayOut("")
			if strings.Contains(out, "certificate of https://a.test, ") != want || strings.Contains(out, "--ca-file") != want || strings.Contains(out, "name it with its scheme") == want {
				t.Errorf("%s: %q", detail, out)
			}
		}
	}
}

// TestWayOutOfAuthoritiesBehindRedirects checks that the advice is given as well if the robots
// file at a seed with http redirects to a site with such a certificate.
func TestWayOutOfAuthoritiesBehindRedirects(t *testing.T) {
	t.Parallel()
	trouble := telling([]verdict.HostTrouble{{
		Origin: "http://a.test", URL: "http://a.test/", Reason: aranea.NetTLS,
		Detail: "tls: failed to verify certificate: x509: certificate signed by unknown authority",
	}})
	out := (&Crawl{Cause: verdict.CauseRobots, Trouble: trouble}).WayOut("")
	if !strings.Contains(out, "the site that http://a.test redirects to, ") || !strings.Contains(out, "--ca-file") {
		t.Errorf("%q", out)
	}
}

// TestWayOutOfPageLimits checks that all limits that may have ended the crawl are named.
func TestWayOutOfPageLimits(t *testing.T) {
	t.Parallel()
	out := (&Crawl{Cause: verdict.CausePageLimit}).WayOut("")
	for _, flag := range []string{"--max-pages,", "--max-pages-per-host", "--max-pages-per-site"} {
		if !strings.Contains(out, flag) {
			t.Errorf("%s is not in %q", flag, out)
		}
	}
}

// TestWayOutOfRefusals checks that the advice to add secrets also says how the refused pages are
// requested again, because a secret alone makes no visit due.
func TestWayOutOfRefusals(t *testing.T) {
	t.Parallel()
	got := (&Crawl{Cause: verdict.CauseRefused}).WayOut("")
	if !strings.Contains(got, "--secrets FILE") || !strings.Contains(got, "asked for again at once") {
		t.Error(got)
	}
	got = (&Crawl{Cause: verdict.CauseRefused, Seed: "http://a.test"}).WayOut(" --data x")
	if strings.Contains(got, "--secrets") || !strings.Contains(got, "aranea crawl --data x asks at once") {
		t.Errorf("of a site that refuses all: %s", got)
	}
}

// TestWayOutToMainMirror checks that the advice for a site whose robots file names another host as
// the main mirror is to crawl that, and that other denied sites have other advice.
func TestWayOutToMainMirror(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{"http://b.test/": "Give http://b.test/ as the seed, which the owner of http://a.test/ names as the main mirror", "": "Only the owners"} {
		if out := (&Crawl{Cause: verdict.CauseDenied, Seed: "http://a.test/", Target: target}).WayOut(""); !strings.Contains(out, want) {
			t.Errorf("%q: %q", target, out)
		}
	}
}

// TestWayOutOfRedirects checks that the advice for a seed that leads out of the scope names only
// what lets its target in.
func TestWayOutOfRedirects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ seed, target, want string }{
		{"http://moved.test/", "http://docs.acme.test/", "Give http://docs.acme.test/ as the seed, or let its domain in as well with --allow-domain acme.test."},
		{"http://acme.test/docs/", "https://www.acme.test/", "Give https://www.acme.test/ as the seed, or widen the crawl with --scope host or --scope site."},
		{"http://acme.test/", "http://192.0.2.1/", "Give http://192.0.2.1/ as the seed."},
	} {
		if got := (&Crawl{Cause: verdict.CauseRedirected, Seed: tt.seed, Target: tt.target}).WayOut(""); got != tt.want {
			t.Errorf("%s to %s: %q, want %q", tt.seed, tt.target, got, tt.want)
		}
	}
}

// TestWayOutOfNamed checks that the advice for what was named and did not come in follows from
// who can change that.
func TestWayOutOfNamed(t *testing.T) {
	t.Parallel()
	for v, want := range map[verdict.Verdict]string{verdict.Blocked: "Only the owners", verdict.Partial: "Run the same command later", verdict.Empty: "Check what was named"} {
		if got := (&Crawl{Cause: verdict.CauseNamed, Verdict: v}).WayOut(""); !strings.Contains(got, want) {
			t.Errorf("%s: %q", v, got)
		}
	}
	c := Crawl{Cause: verdict.CauseNamed, Verdict: verdict.Blocked, Seed: "http://www.a.test/", Target: "http://a.test/"}
	if got, want := c.WayOut(""), "Give http://a.test/ as the seed, which the owner of http://www.a.test/ names"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWayOutOfGuard checks that the advice names the addresses of the hosts that the crawl was meant
// for, each once, and no others.
func TestWayOutOfGuard(t *testing.T) {
	t.Parallel()
	barred := func(origin, address string) verdict.HostTrouble {
		return verdict.HostTrouble{Origin: weburl.Origin(origin), Reason: aranea.NetGuard, Detail: address + " is not a public address"}
	}
	dead := verdict.HostTrouble{Origin: "http://d.test", Reason: aranea.NetDial}
	all := []verdict.HostTrouble{dead, barred("http://a.test", "10.0.0.1"), barred("http://b.test", "10.0.0.2"), barred("http://c.test", "10.0.0.1"), barred("http://e.test", "10.0.0.3"), barred("http://f.test", "10.0.0.4")}
	for seed, want := range map[string]string{
		"":              "If the addresses are yours, open them: --allow-net 10.0.0.1 --allow-net 10.0.0.2 --allow-net 10.0.0.3.",
		"http://b.test": "If the address is yours, open it: --allow-net 10.0.0.2.",
	} {
		c := Of(&runreport.Report{Cause: verdict.CausePrivate, Seed: seed, Trouble: all})
		if got := c.WayOut(""); got != want {
			t.Errorf("seed %q: %q, want %q", seed, got, want)
		}
	}
}
