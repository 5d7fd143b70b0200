package engine

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/store"
)

// flipAll flips a bit in the middle of each file that a pattern names and returns the
// names, relative to the folder.
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
			data[len(data)/2] ^= 4
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))))
	}
	return names
}

// damagedFolder makes a folder of which the tables of the frontier are damaged.
func damagedFolder(t *testing.T) (dir string, tables []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Crawl(t.Context(), siteSettings(newSite(t)), nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, flipAll(t, dir, "frontier/*.sst")
}

// TestCheckNamesEveryDamagedFile: damage of the frontier does not hide that of the
// index, a repair that would need the frontier changes nothing, and nothing is
// written into the damaged store.
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
