package engine

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// flipAll flips a bit in the middle of each file that matches a pattern and returns the names,
// relative to the folder.
func flipAll(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	var names []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil {
			data[len(bytes.TrimRight(data, "\x00"))/2] ^= 4 // logs are preallocated with zeros
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))))
	}
	return names
}

// damagedFolder creates a folder in which the tables of the frontier are damaged.
func damagedFolder(t *testing.T) (dir string, tables []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	return dir, flipAll(t, dir, "frontier/*.sst")
}

// TestCheckNamesEveryDamagedFile checks that damage of the frontier does not hide damage of the
// index, that a repair that would need the frontier changes nothing, and that nothing is written
// into the damaged store.
func TestCheckNamesEveryDamagedFile(t *testing.T) {
	t.Parallel()
	dir, want := damagedFolder(t)
	want = append(want, flipAll(t, dir, "index/seg-*.pst")...)
	_, err := Open(t.Context(), dir, Options{})
	var damage *store.FileDamage
	if !errors.As(err, &damage) || !slices.Contains(want, damage.Name) {
		t.Fatalf("opening says %v", err)
	}
	before := files(t, filepath.Join(dir, "frontier"))
	for _, repair := range []bool{false, true} {
		got := map[string]bool{}
		for _, f := range gather(t, CheckBroken(t.Context(), dir, Options{}, repair)) {
			if got[f.File] = true; f.Repaired || strings.Contains(f.Text, "carrier") {
				t.Errorf("with repair %t: %+v", repair, f)
			}
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("with repair %t: %v, want %v", repair, names, want)
		}
	}
	if !maps.Equal(before, files(t, filepath.Join(dir, "frontier"))) {
		t.Error("the check wrote into a damaged store")
	}
}

// TestDamagedFolderStaysAsItIs checks that nothing is written before a damaged frontier is
// detected, whatever the options are.
func TestDamagedFolderStaysAsItIs(t *testing.T) {
	t.Parallel()
	dir, _ := damagedFolder(t)
	lock := filepath.Join(dir, "LOCK") // names its last owner
	before := files(t, dir)
	delete(before, lock)
	for _, opt := range []Options{{}, {Create: true}, {Repair: true}, {Searching: true}} {
		s, err := Join(t.Context(), dir, opt)
		if (err == nil) != opt.Searching {
			t.Fatalf("%+v: %v", opt, err)
		}
		if err == nil {
			err = s.Close()
		}
		after := files(t, dir)
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
	dir, _ := damagedFolder(t)
	before := files(t, filepath.Join(dir, "index"))
	_, refused := Join(t.Context(), dir, Options{})
	if aranea.KindOf(refused) != aranea.Corrupt {
		t.Fatalf("without being asked for: %v", refused)
	}
	s, err := Join(t.Context(), dir, Options{Searching: true})
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
	for _, err := range s.URLs(t.Context(), URLFilter{}) {
		if aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("the list of URLs says %v", err)
		}
	}
	if _, err := s.Crawl(t.Context(), DefaultSettings(), nil); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a crawl says %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if !maps.Equal(before, files(t, filepath.Join(dir, "index"))) {
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
		"flips": func(dir string) error { flipAll(t, dir, "frontier/*.sst"); return nil },
		"gone":  func(dir string) error { return os.RemoveAll(filepath.Join(dir, "frontier")) },
		"index": func(dir string) error { flipAll(t, dir, "index/seg-*.idx"); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			crawlSite(t, dir)
			if err := harm(dir); err != nil {
				t.Fatal(err)
			}
			if name == "gone" {
				if _, err := Open(t.Context(), dir, Options{}); aranea.KindOf(err) != aranea.Corrupt {
					t.Fatalf("opening says %v", err)
				}
				before := files(t, filepath.Join(dir, "index"))
				for _, f := range gather(t, CheckBroken(t.Context(), dir, Options{}, true)) {
					if f.Repaired || !f.OfFrontier() {
						t.Errorf("%+v", f)
					}
				}
				if !maps.Equal(before, files(t, filepath.Join(dir, "index"))) {
					t.Error("the repair changed the index")
				}
			}
			s, err := Join(t.Context(), dir, Options{Searching: true})
			if err != nil {
				t.Fatal(err)
			}
			n, last := 0, error(nil)
			for _, err := range s.Documents(t.Context()) {
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

// killedFolder creates a folder whose owner was killed: four pages are in segments, and four
// more only in the log of the index.
func killedFolder(t *testing.T) string {
	t.Helper()
	dir, killed := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "killed")
	crawlSite(t, dir)
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
				flipAll(t, dir, f)
			}
			before := files(t, filepath.Join(dir, "index"))
			s, err := Join(t.Context(), dir, Options{Searching: true})
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
			if !maps.Equal(before, files(t, filepath.Join(dir, "index"))) {
				t.Error("the index was written to")
			}
		})
	}
}

// TestRepairEndsDamage checks that the status no longer reports damage after a repair, in the
// process that found it.
func TestRepairEndsDamage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	flipAll(t, dir, "index/seg-*.pst")
	e := openEngine(t, dir)
	<-e.tended
	told := func() []Fault {
		st, err := e.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return st.Damage
	}
	if len(told()) == 0 || len(gather(t, e.Check(t.Context(), false))) == 0 || len(told()) == 0 {
		t.Fatal("the damage is not told before it is repaired")
	}
	for _, f := range gather(t, e.Check(t.Context(), true)) {
		if !f.Repaired {
			t.Errorf("not repaired: %+v", f)
		}
	}
	if damage := told(); len(damage) > 0 {
		t.Errorf("after the repair the status tells %v", damage)
	}
}

// TestSearchRaisesDamage checks that the status reports damage that a search has met, before
// anybody has checked the files.
func TestSearchRaisesDamage(t *testing.T) {
	t.Parallel()
	dir := killedFolder(t)
	e, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	flipAll(t, dir, "index/seg-*.pst")
	if e, err = Open(t.Context(), dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, err := e.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || len(r.Damage) == 0 {
		t.Fatalf("damage %v, %v", r.Damage, err)
	}
	st, err := e.Status(t.Context())
	if err != nil || !slices.ContainsFunc(st.Damage, func(f Fault) bool { return f.File == "index/"+r.Damage[0].File }) {
		t.Errorf("the status tells %v of %v, %v", st.Damage, r.Damage, err)
	}
}
