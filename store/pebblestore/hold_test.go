package pebblestore_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/aranea-search/aranea/store/pebblestore"
)

// grown returns the files of a store that was not closed, so that the next Open flushes its logs
// and then has tables to compact.
func grown(t *testing.T) *vfs.MemFS {
	t.Helper()
	disk := vfs.NewCrashableMem()
	value := strings.Repeat("v", 2000)
	for round := range 3 {
		s, err := pebblestore.Open("db", pebblestore.Options{FS: disk})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			if err := set(s, fmt.Sprintf("k%02d-%d", i, round), value); err != nil {
				t.Fatal(err)
			}
		}
		next := disk.CrashClone(vfs.CrashCloneCfg{})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		disk = next
	}
	return disk
}

// TestNothingWorksBehindAFailedOpening makes Open fail after the logs were flushed, when Pebble
// has tables to compact. No background work may go on, because the files are closed, and another
// Open may have the folder.
func TestNothingWorksBehindAFailedOpening(t *testing.T) {
	t.Parallel()
	disk := grown(t)
	synctest.Test(t, func(t *testing.T) {
		broken := &errorfs.Toggle{Injector: errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind == errorfs.OpCreate && strings.HasSuffix(op.Path, ".dbtmp") {
				return syscall.EIO
			}
			return nil
		})}
		broken.On()
		if _, err := pebblestore.Open("db", pebblestore.Options{FS: errorfs.Wrap(disk, broken)}); err == nil {
			t.Fatal("opened although a file could not be made")
		}
		time.Sleep(time.Hour) // background work would run now, and the bubble waits for its end
	})
	s, err := pebblestore.Open("db", pebblestore.Options{FS: disk, MemTableBytes: pebblestore.MinMemTableBytes})
	if err != nil {
		t.Fatal(err)
	}
	// Writes block if nobody compacts the tables of 40 memtables.
	for i := range 40 {
		if err := set(s, fmt.Sprintf("more %02d", i), strings.Repeat("w", pebblestore.MinMemTableBytes)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		for round := range 3 {
			if _, err := s.Get(fmt.Appendf(nil, "k%02d-%d", i, round)); err != nil {
				t.Errorf("key %d of round %d: %v", i, round, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
