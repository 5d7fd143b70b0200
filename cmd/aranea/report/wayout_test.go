package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/ended"
	"github.com/aranea-search/aranea/engine/trail"
)

// wayOut is what helps after a crawl of the folder that is the default.
func wayOut(r crawl.Report) string { return ended.Of(&r).WayOut("") }

// TestWayOut: every cause that is no success and names no way out itself has one.
func TestWayOut(t *testing.T) {
	t.Parallel()
	for c := verdict.CauseComplete + 1; !strings.HasPrefix(c.String(), "cause("); c++ {
		said := c == verdict.CauseStopped || c == verdict.CauseDeferred // the sentence of the verdict says it
		if out := wayOut(crawl.Report{Cause: c, Target: "http://b.test/"}); (out == "") != said {
			t.Errorf("%s: %q", c, out)
		}
	}
}

// TestWayOutOfLogins: where a login is asked for although there is a secret, what tries
// secrets is named.
func TestWayOutOfLogins(t *testing.T) {
	t.Parallel()
	for reason, want := range map[aranea.Reason]bool{aranea.HTTPLogin: true, aranea.NetDial: false} {
		out := wayOut(crawl.Report{Cause: verdict.CauseFailed, Trouble: []verdict.HostTrouble{{Reason: reason}}})
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
			out := wayOut(crawl.Report{Cause: cause, Trouble: []verdict.HostTrouble{{URL: tt.url, Reason: tt.reason}}})
			if told := strings.Contains(out, "name it with its scheme: http://a.test:8443/x;"); told != tt.want || out == "" {
				t.Errorf("%s %s: %q", tt.url, tt.reason, out)
			}
		}
	}
}

// TestWayOutOfPageLimits: each of the limits that may have ended the crawl is named.
func TestWayOutOfPageLimits(t *testing.T) {
	t.Parallel()
	out := wayOut(crawl.Report{Cause: verdict.CausePageLimit})
	for _, flag := range []string{"--max-pages,", "--max-pages-per-host", "--max-pages-per-site"} {
		if !strings.Contains(out, flag) {
			t.Errorf("%s is not in %q", flag, out)
		}
	}
}

// TestReportOfRendering: what could not be rendered is told with where to look.
func TestReportOfRendering(t *testing.T) {
	t.Parallel()
	const hint = "aranea urls --reason RENDER.FAILED"
	for failed, want := range []string{"1 page rendered in 0:00 of a browser, with 0 requests.\n", "with 0 requests; 1 could not be.\nWhy was a page not rendered? " + hint + "\n"} {
		var b bytes.Buffer
		Print(&b, crawl.Report{Rendering: rendering.Cost{Pages: 1, Failed: uint64(failed)}}, command.DefaultData, "due")
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), hint) != (failed > 0) {
			t.Errorf("%d failed:\n%s", failed, b.String())
		}
	}
}

// TestReportOfSeeds: the report names where seeds led, and what to do.
func TestReportOfSeeds(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	Print(&b, crawl.Report{
		Cause: verdict.CauseRedirected, Why: "the seed http://a.test/ leads to http://b.test/", Target: "http://b.test/",
		Moved: []crawl.Move{{Seed: "http://c.test/", To: "https://www.c.test/"}}, Away: []crawl.Move{{Seed: "http://a.test/", To: "http://b.test/"}},
	}, command.DefaultData, "due")
	for _, want := range []string{
		"Verdict: empty. The seed http://a.test/ leads to http://b.test/.\nGive http://b.test/ as the seed,",
		"http://c.test/ moved to https://www.c.test/, and the crawl with it.\n", "http://a.test/ leads out of scope, to http://b.test/.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// TestWayOutOfRefusals: a secret alone makes no visit due, so who is told of secrets is
// told how the pages that were refused are asked for again.
func TestWayOutOfRefusals(t *testing.T) {
	t.Parallel()
	for name, got := range map[string]string{
		"the verdict": wayOut(crawl.Report{Cause: verdict.CauseRefused}),
		"explain":     command.WayOut(aranea.HTTPForbidden.String(), "http://a.test/", ""),
	} {
		if !strings.Contains(got, "--secrets FILE") || !strings.Contains(got, "asked for again at once") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestWayOutOfFolders: what is left out for its folder is let in by that, not by its
// template or shape.
func TestWayOutOfFolders(t *testing.T) {
	t.Parallel()
	for evidence, want := range map[string]string{
		"8000 pages of /maze/ were visited; and so on":           "--allow /maze/.",
		"11000 pages of / were visited; and so on":               "--allow /.",
		"of the last 64 pages of /maze/*, 60 had a text; and so": "--allow '/maze/*'.",
	} {
		told := trail.Trail{URL: "http://a.test/maze/1", Reason: aranea.ScopeTrap.String(), Facts: []trail.Fact{{Name: "Evidence", Text: evidence}}}
		if got := command.WayOutOf(&told, ""); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", evidence, got, want)
		}
	}
}
