package engine

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
)

// TestPartsOfLists: the first part of a list is as the folder is now, whether or not the part before was kept.
func TestPartsOfLists(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	put := func(names ...string) {
		t.Helper()
		var b imports.Batch
		for _, name := range names {
			b.Documents = append(b.Documents, imports.Document{URL: "http://a.test/" + name, Title: "words"})
		}
		if _, err := e.Import(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(offset int, want string) {
		t.Helper()
		var pages []string
		for o, err := range e.OrphanPages(t.Context(), linkcheck.OrphanFilter{Offset: offset, Limit: 2}) {
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, o.URL.Target())
		}
		if fmt.Sprint(pages) != want {
			t.Errorf("pages behind %d: %v, want %s", offset, pages, want)
		}
	}
	put("b", "c", "d")
	expect(0, "[/b /c]")
	put("a", "e")
	expect(2, "[/d]") // as the first part was
	expect(0, "[/a /b]")
	expect(2, "[/c /d]")
	if _, err := e.Remove(t.Context(), service.Removal{Target: "http://a.test/a"}); err != nil {
		t.Fatal(err)
	}
	expect(0, "[/b /c]")
	expect(2, "[/d /e]")
}
