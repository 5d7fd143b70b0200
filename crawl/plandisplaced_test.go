package crawl

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/twins"
)

// TestPlanDisplaced checks what becomes of the page that gives way to a visited one: nothing if
// that is not indexed. If it was read with a secret, nothing of it is in the link graph.
func TestPlanDisplaced(t *testing.T) {
	t.Parallel()
	facts := func(body, access string) facts {
		f := visit(t, 200, body)
		f.page.Fingerprint = aranea.Fingerprint{1}
		loser := aranea.Entry{URL: parse(t, "http://b.test/1"), State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, Visits: 3, Fingerprint: f.page.Fingerprint}
		f.twin, f.fetched.Access = twins.Twin{ID: loser.URL.ID(), URL: loser.URL.String(), Entry: loser, Why: "its host says so"}, access
		return f
	}
	for _, access := range []string{"", "wiki"} {
		f := facts(body, access)
		out := plan(options(t), f)
		if !out.Entry.Indexed || out.Index.Action != aranea.IndexPut || out.Displaced == nil {
			t.Fatalf("%+v", out)
		}
		d := out.Displaced
		if e := d.Entry; e.Indexed || e.Reason != aranea.DupExact || e.Twin != out.Entry.URL.ID() || e.Detail != out.Entry.URL.String() {
			t.Errorf("the entry is %+v", e)
		}
		if x := d.Index; x.Action != aranea.IndexDelete || x.URL != f.twin.Entry.URL || x.Version != 3 {
			t.Errorf("the change of the index is %+v", x)
		}
		if linked := len(d.Edges.Edges) == 1 && d.Edges.Edges[0].Target == out.Entry.URL; linked != (access == "") || d.Edges.KeepParts != linked || d.Edges.Source != f.twin.Entry.URL {
			t.Errorf("secret %q: the links are %+v", access, d.Edges)
		}
		if len(d.Events) != 2 || d.Events[0].Detail != out.Entry.URL.String()+": its host says so" {
			t.Errorf("the trail is %+v", d.Events)
		}
	}
	if out := plan(options(t), facts("<meta name=robots content=noindex>"+body, "")); out.Displaced != nil {
		t.Errorf("a page that is not indexed takes the place of %+v", out.Displaced)
	}
}
