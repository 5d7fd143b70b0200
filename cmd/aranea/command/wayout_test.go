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
