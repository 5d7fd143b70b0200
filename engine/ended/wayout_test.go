package ended

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
)

// TestWayOut: every cause that is no success and names no way out itself has one.
func TestWayOut(t *testing.T) {
	t.Parallel()
	for c := verdict.CauseComplete + 1; !strings.HasPrefix(c.String(), "cause("); c++ {
		said := c == verdict.CauseStopped || c == verdict.CauseDeferred // the sentence of the verdict says it
		if out := (&Crawl{Cause: c, Target: "http://b.test/"}).WayOut(""); (out == "") != said {
			t.Errorf("%s: %q", c, out)
		}
	}
}

// TestWayOutOfLogins: where a login is asked for although there is a secret, what tries
// secrets is named.
func TestWayOutOfLogins(t *testing.T) {
	t.Parallel()
	for reason, want := range map[aranea.Reason]bool{aranea.HTTPLogin: true, aranea.NetDial: false} {
		out := (&Crawl{Cause: verdict.CauseFailed, Trouble: []verdict.HostTrouble{{Reason: reason}}}).WayOut("")
		if strings.Contains(out, "aranea secrets FILE") != want {
			t.Errorf("%s: %q", reason, out)
		}
	}
}

// TestWayOutWithoutTLS: a site that did not connect by https may have none, and how it is
// named then is told.
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

// TestWayOutOfPageLimits: each of the limits that may have ended the crawl is named.
func TestWayOutOfPageLimits(t *testing.T) {
	t.Parallel()
	out := (&Crawl{Cause: verdict.CausePageLimit}).WayOut("")
	for _, flag := range []string{"--max-pages,", "--max-pages-per-host", "--max-pages-per-site"} {
		if !strings.Contains(out, flag) {
			t.Errorf("%s is not in %q", flag, out)
		}
	}
}

// TestWayOutOfRefusals: a secret alone makes no visit due, so who is told of secrets is
// told how the pages that were refused are asked for again.
func TestWayOutOfRefusals(t *testing.T) {
	t.Parallel()
	got := (&Crawl{Cause: verdict.CauseRefused}).WayOut("")
	if !strings.Contains(got, "--secrets FILE") || !strings.Contains(got, "asked for again at once") {
		t.Error(got)
	}
}
