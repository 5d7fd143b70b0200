package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

// TestCoverage checks that files which a check does not read can be removed without any loss.
func TestCoverage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	for range 3 { // each opening leaves a manifest of the store
		crawlSite(t, dir)
	}
	c, err := store.Coverage(dir)
	if err != nil || c.Files < 10 || c.Bytes == 0 || len(c.Others) == 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	if !slices.ContainsFunc(c.Others, func(s string) bool { return strings.HasPrefix(s, "frontier/MANIFEST-") }) {
		t.Errorf("no manifest before the one in force: %q", c.Others)
	}
	if all := filesOf(t, dir); c.Files+len(c.Others) != len(all) {
		t.Errorf("%d and %d of %d files", c.Files, len(c.Others), len(all))
	}
	for _, name := range c.Others {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	e := openEngine(t, dir)
	for f, err := range e.Check(t.Context(), false) {
		t.Errorf("fault %+v, %v", f, err)
	}
	if r, err := e.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total < 4 {
		t.Errorf("%d pages, %v", r.Total, err)
	}
}
