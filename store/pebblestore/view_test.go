package pebblestore_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, n := range names {
		data, err := os.ReadFile(filepath.Join(dir, n.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[n.Name()] = string(data)
	}
	return out
}

// copyFolder writes the files of a folder in the state in which a crash leaves them.
func copyFolder(t *testing.T, from map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, data := range from {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestView checks that a view has the stored data, including that in the log, and what is
// written to it, and that the files do not change.
func TestView(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{MemTableBytes: pebblestore.MinMemTableBytes})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if err := set(s, fmt.Sprintf("k%03d", i), string(make([]byte, 2000))); err != nil {
			t.Fatal(err)
		}
	}
	crashed := copyFolder(t, contents(t, dir))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"closed": dir, "crashed": crashed} {
		before := contents(t, dir)
		v, err := pebblestore.Open(dir, pebblestore.Options{View: true, MemTableBytes: pebblestore.MinMemTableBytes})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range 300 { // more than one memtable
			if err := set(v, fmt.Sprintf("v%03d", i), string(make([]byte, 2000))); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for _, key := range []string{"k000", "k099", "v000", "v299"} {
			if got, err := v.Get([]byte(key)); err != nil || len(got) != 2000 {
				t.Errorf("%s: %s has %d bytes, %v", name, key, len(got), err)
			}
		}
		if err := v.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !maps.Equal(before, contents(t, dir)) {
			t.Errorf("%s: the files are not as they were", name)
		}
	}
	if _, err := pebblestore.Open(t.TempDir(), pebblestore.Options{View: true}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("where nothing is: %v", err)
	}
}
