package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search"
)

// TestRepairOnOpening: an index without its manifest is refused; with repair it
// opens, the check tells what was wrong, and what was found before is found.
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
	faults := gather(t, e.Check(t.Context(), true))
	if len(faults) != 1 || faults[0].File != "index/MANIFEST" || !faults[0].Repaired {
		t.Errorf("the check tells %+v", faults)
	}
	if r, err := e.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
		t.Errorf("found %d, %v; want 4", r.Total, err)
	}
}
