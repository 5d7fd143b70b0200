package pebblestore_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.KV {
		s, err := pebblestore.Open(t.TempDir(), pebblestore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			for range 2 {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
		return s
	})
}

// TestChanges: each batch moves the number of changes when it is visible, and nothing else does.
func TestChanges(t *testing.T) {
	t.Parallel()
	s, err := pebblestore.Open("db", pebblestore.Options{FS: vfs.NewMem()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := s.Changes()
	for i, sync := range []bool{true, false} {
		b := s.NewBatch()
		b.Put([]byte("k"), []byte("v"))
		if s.Changes() != before+uint64(i) {
			t.Errorf("a batch counts before its end")
		}
		if err := b.Commit(sync); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get([]byte("k")); err != nil || s.Changes() != before+uint64(i)+1 {
			t.Errorf("%d changes, want %d; %v", s.Changes(), before+uint64(i)+1, err)
		}
	}
}

// TestSyncedWritesSurviveACrash simulates a power failure, which loses what was not synced.
func TestSyncedWritesSurviveACrash(t *testing.T) {
	t.Parallel()
	mem := vfs.NewCrashableMem()
	s, err := pebblestore.Open("db", pebblestore.Options{FS: mem})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		b := s.NewBatch()
		b.Put(fmt.Appendf(nil, "k%02d", i), []byte("v"))
		if err := b.Commit(i < 40); err != nil {
			t.Fatal(err)
		}
	}
	after := mem.CrashClone(vfs.CrashCloneCfg{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = pebblestore.Open("db", pebblestore.Options{FS: after})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 40 {
		if _, err := s.Get(fmt.Appendf(nil, "k%02d", i)); err != nil {
			t.Errorf("synced key %d: %v", i, err)
		}
	}
	if _, err := s.Get([]byte("k49")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a key that was never synced survived: %v", err)
	}
}

// TestRights checks that only the owner can read the stored files.
func TestRights(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "db")
	for range 2 { // the second Open writes new files beside the old ones
		s, err := pebblestore.Open(dir, pebblestore.Options{MemTableBytes: pebblestore.MinMemTableBytes})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 300 {
			b := s.NewBatch()
			b.Put(fmt.Appendf(nil, "key %d", i), make([]byte, 1000))
			if err := b.Commit(i%100 == 0); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has the rights %o, want %o", filepath.Base(path), info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}
