package command

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
)

// TestWayOutOfRefusals: a secret alone makes no visit due, so who is told of secrets is
// told how a page that was refused is asked for again.
func TestWayOutOfRefusals(t *testing.T) {
	t.Parallel()
	got := WayOut(aranea.HTTPForbidden.String(), "http://a.test/", "")
	if !strings.Contains(got, "--secrets FILE") || !strings.Contains(got, "asked for again at once") {
		t.Error(got)
	}
}

// TestWayOutOfScope: what is out of scope is crawled if it is named, in its data folder; a URL
// that a shell would take apart is quoted, and what no setting lets in has no way out.
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
	if got := WayOut(aranea.ScopeInvalid.String(), "http://b.test/", ""); got != "" {
		t.Error(got)
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
		told := trail.Trail{URL: "http://a.test/maze/1", Reason: aranea.ScopeTrap.String(), Facts: []trail.Fact{{Name: trail.Evidence, Text: evidence}}}
		if got := WayOutOf(&told, ""); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", evidence, got, want)
		}
	}
}
