package pebblestore_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestCheckpoint copies a store during writes. The copy is a separate store with everything
// committed before.
func TestCheckpoint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(filepath.Join(dir, "db"), pebblestore.Options{MemTableBytes: pebblestore.MinMemTableBytes})
	if err != nil {
		t.Fatal(err)
	}
	value := strings.Repeat("v", 1000)
	for i := range 200 {
		if err := set(s, fmt.Sprintf("k%03d", i), value); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 200 {
			if err := set(s, fmt.Sprintf("later%03d", i), value); err != nil {
				t.Error(err)
			}
		}
	})
	copied := filepath.Join(dir, "copy")
	if err := s.Checkpoint(copied); err != nil {
		t.Fatal(err)
	}
	if err := s.Checkpoint(copied); err == nil {
		t.Error("a copy was written over another")
	}
	wg.Wait()
	if m := s.Metrics(); m.DiskBytes < 100 || m.MemTableBytes == 0 || m.Tables == 0 {
		t.Errorf("metrics %+v", m)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c, err := pebblestore.Open(copied, pebblestore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			if v, err := c.Get(fmt.Appendf(nil, "k%03d", i)); err != nil || string(v) != value {
				t.Errorf("key %d of the copy: %v", i, err)
			}
		}
		if n, err := c.Check(t.Context()); err != nil || n < 200 {
			t.Errorf("the copy has %d pairs, %v", n, err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCheckpointOntoAFullDisk checks that the store goes on and the copy does not open.
func TestCheckpointOntoAFullDisk(t *testing.T) {
	t.Parallel()
	space := full("copy")
	s, err := pebblestore.Open("db", pebblestore.Options{FS: errorfs.Wrap(vfs.NewMem(), space)})
	if err != nil {
		t.Fatal(err)
	}
	space.On()
	if err := s.Checkpoint("copy"); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("%v, want kind limit", err)
	}
	if err := set(s, "k", "v"); err != nil {
		t.Errorf("writing goes on: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestCheckCanBeStopped(t *testing.T) {
	t.Parallel()
	s, err := pebblestore.Open("db", pebblestore.Options{FS: vfs.NewMem()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b := s.NewBatch()
	for i := range 3000 {
		b.Put(fmt.Append(nil, i), nil)
	}
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if n, err := s.Check(ctx); aranea.KindOf(err) != aranea.Canceled || n >= 3000 {
		t.Errorf("%d pairs were read, %v", n, err)
	}
}

// TestFailedOpeningMayBeClosed checks that the nil pointer returned with an error may be closed
// through an interface.
func TestFailedOpeningMayBeClosed(t *testing.T) {
	t.Parallel()
	s, err := pebblestore.Open(filepath.Join(t.TempDir(), "missing"), pebblestore.Options{View: true})
	if err == nil {
		t.Fatal("nothing was opened")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
