package pebblestore_test

import (
	"errors"
	"fmt"
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

// TestSyncedWritesSurviveACrash cuts the power: what was not synced is gone.
func TestSyncedWritesSurviveACrash(t *testing.T) {
	t.Parallel()
	fs := vfs.NewCrashableMem()
	s, err := pebblestore.Open("db", pebblestore.Options{FS: fs})
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
	after := fs.CrashClone(vfs.CrashCloneCfg{})
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
