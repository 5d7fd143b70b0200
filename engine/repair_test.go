package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestRepairOnOpening checks that an index without its manifest is refused, and that with repair
// it opens, the check reports what was wrong, and the same pages are found as before.
func TestRepairOnOpening(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Remove(filepath.Join(crawlSite(t, dir).IndexDir(), "MANIFEST")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, Options{Version: "test"}); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "MANIFEST") {
		t.Fatalf("without its manifest: %v", err)
	}
	e, err := Open(t.Context(), dir, Options{Version: "test", Repair: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	faults := servicetest.Gather(t, e.Check(t.Context(), true))
	if len(faults) != 1 || faults[0].File != "index/MANIFEST" || !faults[0].Repaired {
		t.Errorf("the check tells %+v", faults)
	}
	if r, err := e.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
		t.Errorf("found %d, %v; want 4", r.Total, err)
	}
}

// TestLostPagesWait checks that, between a repair and the next crawl, all answers about a page
// that the index has lost say that it waits for its visit.
func TestLostPagesWait(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil); err != nil {
		t.Fatal(err)
	}
	r, err := e.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || len(r.Results) == 0 {
		t.Fatalf("%d results, %v", len(r.Results), err)
	}
	u := r.Results[0].URL.String()
	if err := e.index.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexDelete, URL: weburl.MustParse(u)}}); err != nil {
		t.Fatal(err)
	}
	if faults := servicetest.Gather(t, e.Check(t.Context(), true)); len(faults) != 1 || faults[0].URL != u || !faults[0].Repaired {
		t.Fatalf("faults %+v", faults)
	}
	tr, err := e.Explain(t.Context(), u)
	if err != nil || tr.In || !strings.HasPrefix(tr.Sentence, "Not in the index yet: it waits") || !slices.ContainsFunc(tr.Facts, func(f trail.Fact) bool { return strings.Contains(f.Text, "lost") }) {
		t.Errorf("explain: %+v, %v", tr, err)
	}
	st, err := e.Status(t.Context())
	if err != nil || st.Counts[aranea.CountQueued] != 1 || uint64(st.Docs) != st.Counts[aranea.CountIndexed] {
		t.Errorf("status: %d documents, %v, %v", st.Docs, st.Counts, err)
	}
	if all, err := e.Stats(t.Context()); err != nil || all.State["queued"] != 1 || all.Reason["INDEX.ADDED"] != uint64(st.Docs) {
		t.Errorf("stats: %v, %v, %v", all.State, all.Reason, err)
	}
	if faults := servicetest.Gather(t, e.Check(t.Context(), true)); len(faults) != 0 {
		t.Errorf("checked again: %+v", faults)
	}
}
