package pebblestore_test

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestClosedStoreIsSmall checks that a small store takes little space once it is closed,
// although its logs were preallocated with the size of a memtable.
func TestClosedStoreIsSmall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := set(s, "k", "v"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var room int64
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			room += st.Blocks * 512
		}
		return err
	})
	if err != nil || room == 0 || room > 1<<20 {
		t.Errorf("it takes %d bytes, %v", room, err)
	}
	s, err = pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := s.Get([]byte("k")); err != nil || string(v) != "v" {
		t.Errorf("opened again: %q, %v", v, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
