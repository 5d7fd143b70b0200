package session

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// damagedFolder returns a folder in which the tables of the frontier are damaged.
func damagedFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = crawled(t)
	servicetest.Flip(t, dir, "frontier/*.sst")
	return dir
}

// TestDamagedFolderStaysAsItIs checks that nothing is written before a damaged frontier is
// detected, whatever the options are.
func TestDamagedFolderStaysAsItIs(t *testing.T) {
	t.Parallel()
	dir := damagedFolder(t)
	lock := filepath.Join(dir, "LOCK") // names its last owner
	before := servicetest.Files(t, dir)
	delete(before, lock)
	for _, opt := range []engine.Options{{}, {Create: true}, {Repair: true}, {Searching: true}} {
		s, err := Join(t.Context(), dir, opt)
		if (err == nil) != opt.Searching {
			t.Fatalf("%+v: %v", opt, err)
		}
		if err == nil {
			err = s.Close()
		}
		after := servicetest.Files(t, dir)
		if delete(after, lock); !maps.Equal(before, after) {
			t.Errorf("%+v: the folder was %v and is %v (%v)", opt, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)), err)
		}
	}
}

// TestSearchOfADamagedFolder checks that the index is searched, that every answer reports the
// damage, that all other calls are refused with it, and that the index does not change. Without
// the option Searching the folder does not open.
func TestSearchOfADamagedFolder(t *testing.T) {
	t.Parallel()
	dir := damagedFolder(t)
	before := servicetest.Files(t, filepath.Join(dir, "index"))
	_, refused := Join(t.Context(), dir, engine.Options{})
	if aranea.KindOf(refused) != aranea.Corrupt {
		t.Fatalf("without being asked for: %v", refused)
	}
	s, err := Join(t.Context(), dir, engine.Options{Searching: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || r.Total != 4 || len(r.Damage) != 1 || len(r.Hints) != 1 || !strings.HasPrefix(r.Hints[0], "frontier/") {
		t.Errorf("found %d, damage %v, hints %q, %v", r.Total, r.Damage, r.Hints, err)
	}
	if n, err := s.Docs(t.Context()); err != nil || n < 4 {
		t.Errorf("%d pages, %v", n, err)
	}
	if st, err := s.Status(t.Context()); err != nil || len(st.Damage) != 1 || st.ReadOnly == "" {
		t.Errorf("status %+v, %v", st, err)
	}
	if _, err := s.Explain(t.Context(), "http://a.test/"); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), r.Damage[0].File) {
		t.Errorf("explain says %v, want that %s is damaged", err, r.Damage[0].File)
	}
	for _, err := range s.URLs(t.Context(), service.URLFilter{}) {
		if aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("the list of URLs says %v", err)
		}
	}
	if _, err := s.Crawl(t.Context(), service.DefaultSettings(), nil); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a crawl says %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if !maps.Equal(before, servicetest.Files(t, filepath.Join(dir, "index"))) {
		t.Error("the index was written to")
	}
}

// TestExportOfADamagedFolder checks that the documents of the index can be exported from a
// folder whose frontier is damaged or missing, that no repair moves the index away, and that a
// damaged index exports its other segments and then reports the damage.
func TestExportOfADamagedFolder(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(dir string) error{
		"":      func(string) error { return nil },
		"flips": func(dir string) error { servicetest.Flip(t, dir, "frontier/*.sst"); return nil },
		"gone":  func(dir string) error { return os.RemoveAll(filepath.Join(dir, "frontier")) },
		"index": func(dir string) error { servicetest.Flip(t, dir, "index/seg-*.idx"); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := crawled(t)
			if err := harm(dir); err != nil {
				t.Fatal(err)
			}
			if name == "gone" {
				if _, err := engine.Open(t.Context(), dir, engine.Options{}); aranea.KindOf(err) != aranea.Corrupt {
					t.Fatalf("opening says %v", err)
				}
				before := servicetest.Files(t, filepath.Join(dir, "index"))
				for _, f := range servicetest.Gather(t, CheckBroken(t.Context(), dir, Options{}, true)) {
					if f.Repaired || !f.OfFrontier() {
						t.Errorf("%+v", f)
					}
				}
				if !maps.Equal(before, servicetest.Files(t, filepath.Join(dir, "index"))) {
					t.Error("the repair changed the index")
				}
			}
			s, err := Join(t.Context(), dir, engine.Options{Searching: true})
			if err != nil {
				t.Fatal(err)
			}
			n, last := 0, error(nil)
			for _, err := range s.Documents(t.Context(), nil) {
				if last = err; err == nil {
					n++
				}
			}
			if damaged := name == "index"; damaged != (aranea.KindOf(last) == aranea.Corrupt) || !damaged && (n < 4 || last != nil) {
				t.Errorf("%d pages, %v", n, last)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSearchAfterAKill checks that in a killed owner's folder with a damaged frontier, pages
// that are only in the log of the index are found as well. If the log is damaged, the segments
// are searched, and the report names the log and the remedy, and does not mention the frontier.
func TestSearchAfterAKill(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		flip           []string
		damage, hint   string
		gossamer, silk int
	}{
		"frontier": {[]string{"frontier/*.sst"}, "frontier/", "only the index is searched", 4, 4},
		"log":      {[]string{"index/wal-*"}, "index/wal-", "aranea check --repair", 0, 4},
		"both":     {[]string{"frontier/*.sst", "index/wal-*"}, "frontier/", "The log of the index cannot be read", 0, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := killedFolder(t)
			for _, f := range tt.flip {
				servicetest.Flip(t, dir, f)
			}
			before := servicetest.Files(t, filepath.Join(dir, "index"))
			s, err := Join(t.Context(), dir, engine.Options{Searching: true})
			if err != nil {
				t.Fatal(err)
			}
			for word, want := range map[string]int{"gossamer": tt.gossamer, "silk": tt.silk} {
				r, err := s.Search(t.Context(), search.Request{Query: word})
				if err != nil || r.Total != want || len(r.Damage) != 1 || len(r.Hints) == 0 || !strings.HasPrefix(r.Hints[0], r.Damage[0].File) {
					t.Fatalf("%s: %d found, want %d, damage %v, hints %q, %v", word, r.Total, want, r.Damage, r.Hints, err)
				}
				hint := r.Hints[len(r.Hints)-1]
				if !strings.HasPrefix(r.Damage[0].File, tt.damage) || !strings.Contains(hint, tt.hint) {
					t.Errorf("%s: damage %v, hint %q", word, r.Damage, hint)
				}
				if r.Damage[0].Offset == 0 && name == "log" {
					t.Errorf("%s: the place of the damage is not told: %v", word, r.Damage)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if !maps.Equal(before, servicetest.Files(t, filepath.Join(dir, "index"))) {
				t.Error("the index was written to")
			}
		})
	}
}

// killedFolder creates a folder whose owner was killed: four pages are in segments, and four
// more only in the log of the index.
func killedFolder(t *testing.T) string {
	t.Helper()
	dir, killed := crawled(t), filepath.Join(t.TempDir(), "killed")
	x, err := index.Open(filepath.Join(dir, "index"), index.Options{FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/late/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		text := "A gossamer page"
		p := &aranea.Page{URL: u, Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: uint32(len(text))}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Version: 1, FetchedAt: time.Now(), Page: p, Snippet: true}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return killed
}
