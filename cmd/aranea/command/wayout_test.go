package command

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
)

// TestWayOutOfRefusals checks that advice about secrets for a refused page includes how to
// request the page again, because a secret alone makes no visit due.
func TestWayOutOfRefusals(t *testing.T) {
	t.Parallel()
	got := WayOut(aranea.HTTPForbidden.String(), "http://a.test/", "")
	if !strings.Contains(got, "--secrets FILE") || !strings.Contains(got, "asked for again at once") {
		t.Error(got)
	}
}

// TestWayOutOfLogins checks that a page that asks for a login although there is a secret, or that
// waits for the login, is not said to need a file of secrets.
func TestWayOutOfLogins(t *testing.T) {
	t.Parallel()
	for _, reason := range []aranea.Reason{aranea.HTTPLogin, aranea.ScheduleLogin} {
		if got := WayOut(reason.String(), "http://a.test/", ""); !strings.Contains(got, "aranea secrets FILE") || strings.Contains(got, "--secrets") {
			t.Errorf("%s: %s", reason, got)
		}
	}
}

// TestWayOutOfScope checks that the advice for a URL out of scope is to name it in a crawl of its
// data folder, with the URL quoted for a shell, and that there is no advice if no setting helps.
func TestWayOutOfScope(t *testing.T) {
	t.Parallel()
	for _, reason := range []aranea.Reason{aranea.ScopeHost, aranea.ScopeSite, aranea.ScopePrefix} {
		for url, word := range map[string]string{"http://b.test/x": "http://b.test/x", "http://b.test/?a&b": "'http://b.test/?a&b'"} {
			want := "To have it crawled, name it: aranea crawl --data other " + word + "; or let the crawl go further with --scope."
			if got := WayOut(reason.String(), url, " --data other"); got != want {
				t.Errorf("%s: %s, want %s", reason, got, want)
			}
		}
	}
	if got := WayOut(aranea.ScopeArchive.String(), "http://b.test/", ""); !strings.Contains(got, "--archive FILE") || !strings.Contains(got, "--data") {
		t.Error(got)
	}
	if got := WayOut(aranea.ScopeInvalid.String(), "http://b.test/", ""); got != "" {
		t.Error(got)
	}
}

// TestWayOutOfFolders checks that a URL that is left out because of its folder is allowed by its
// folder, not by its template or shape.
func TestWayOutOfFolders(t *testing.T) {
	t.Parallel()
	for evidence, want := range map[string]string{
		"8000 pages of /maze/ were visited; and so on":           "--allow /maze/.",
		"11000 pages of / were visited; and so on":               "--allow /.",
		"of the last 64 pages of /maze/*, 60 had a text; and so": "--allow '/maze/*'.",
	} {
		told := trail.Trail{URL: "http://a.test/maze/1", Reason: aranea.ScopeTrap.String(), Facts: []trail.Fact{{Name: trail.Evidence, Text: evidence}}}
		if got := WayOutOf(&told, ""); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", evidence, got, want)
		}
	}
}

// TestWayOutOfAuthorities checks that --ca-file is named if the authority of a certificate is
// unknown and not for other faults, and not of a trail, whose sentence includes it.
func TestWayOutOfAuthorities(t *testing.T) {
	t.Parallel()
	const unknown = "tls: failed to verify certificate: x509: certificate signed by unknown authority"
	for _, tt := range []struct {
		reason   aranea.Reason
		evidence string
		want     bool
	}{
		{aranea.NetTLS, unknown, true}, {aranea.RobotsUnreachable, "NET.TLS " + unknown, true},
		{aranea.NetTLS, "x509: certificate has expired or is not yet valid", false}, {aranea.RobotsUnreachable, "status 503", false},
	} {
		if got := WayOutBy(tt.reason.String(), "https://a.test/", tt.evidence, ""); strings.Contains(got, "--ca-file FILE") != tt.want {
			t.Errorf("%s %s: %q", tt.reason, tt.evidence, got)
		}
		told := trail.Trail{URL: "https://a.test/", Reason: tt.reason.String(), Facts: []trail.Fact{{Name: trail.Evidence, Text: tt.evidence}}}
		if got := WayOutOf(&told, ""); got != "" {
			t.Errorf("a trail: %q", got)
		}
	}
}

// TestWayOutOfGuard checks that the advice for an address that is not open names that address and
// no other, and that an address where machines find their credentials is left closed.
func TestWayOutOfGuard(t *testing.T) {
	t.Parallel()
	for evidence, want := range map[string]string{
		"10.1.2.3 is not a public address":              "If the address is yours, open it: --allow-net 10.1.2.3.",
		"look up a.test: ::1 is not a public address":   "If the address is yours, open it: --allow-net ::1.",
		"fe80::1%eth0 is not a public address":          "If the address is yours, open it: --allow-net fe80::1.",
		"localhost is not a public name":                "If the address is yours, open it: --allow-net 127.0.0.0/8.",
		"169.254.169.254 is not a public address":       "",
		"port 25 belongs to another protocol than HTTP": "",
		"": "If its address is yours, open it with --allow-net; aranea inspect says which one it is.",
	} {
		if got := WayOutBy(aranea.NetGuard.String(), "http://a.test/", evidence, ""); got != want {
			t.Errorf("%q: %q, want %q", evidence, got, want)
		}
	}
}
