package pebblestore_test

import (
	"testing"

	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestMemoryOfARobot checks that a store uses more memory if its robot has more, up to a limit,
// and always leaves enough for the rest beside its three memtables and its blocks.
func TestMemoryOfARobot(t *testing.T) {
	t.Parallel()
	before := pebblestore.Options{}
	for memory := int64(128 << 20); memory <= 16<<30; memory += 16 << 20 {
		o := pebblestore.Within(memory)
		if err := o.Validate(); err != nil {
			t.Fatal(err)
		}
		if o.MemTableBytes < before.MemTableBytes || o.CacheBytes < before.CacheBytes {
			t.Errorf("with %d MiB it takes %+v, with less %+v", memory>>20, o, before)
		}
		if taken := o.CacheBytes + 3*int64(o.MemTableBytes); taken > memory/8 {
			t.Errorf("of %d MiB it takes %d", memory>>20, taken>>20)
		}
		before = o
	}
	if before.MemTableBytes != 32<<20 {
		t.Errorf("memtables of %d bytes", before.MemTableBytes)
	}
	for memory, want := range map[int64]uint64{128 << 20: 2 << 20, 512 << 20: 8 << 20, 640 << 20: 14 << 20, 1 << 30: 32 << 20} {
		if got := pebblestore.Within(memory).MemTableBytes; got != want {
			t.Errorf("with %d MiB memtables of %d bytes, want %d", memory>>20, got, want)
		}
	}
}
