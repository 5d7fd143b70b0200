package pebblestore

import (
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
)

// Options bound memory. The zero value means the defaults.
type Options struct {
	CacheBytes    int64  // block cache; default 64 MiB
	MemTableBytes uint64 // one of two memtables, and of a third that is kept for use; default 16 MiB
	FS            vfs.FS // file system; default the machine's
	// View opens an existing database and leaves the disk as it is: what is written
	// stays in memory and ends with the store. The caller sees to it that nobody
	// writes to the database meanwhile.
	View bool
}

// Defaults of Options, and the least that Pebble works with.
const (
	DefaultCacheBytes    = 64 << 20
	DefaultMemTableBytes = 16 << 20
	MinMemTableBytes     = 64 << 10
	MaxMemTableBytes     = 1 << 30
)

// A memtable of a robot takes a 64th of its memory, and a 32nd of what it has beyond
// usualMemory, up to robotMax bytes. Twice as large ones write as much, because they are
// merged after half as many.
const (
	usualMemory = 512 << 20
	robotMax    = 32 << 20
)

// Within returns the options of a robot that may take so many bytes of memory in all.
// Large memtables are for robots that know millions of URLs: half as many are flushed,
// and half as often they are merged with what lies below.
func Within(memory int64) Options {
	table := min(memory/64+max(memory-usualMemory, 0)/32, robotMax)
	return Options{CacheBytes: memory / 32, MemTableBytes: uint64(table)}
}

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if o.CacheBytes < 0 {
		faults = append(faults, errors.New("the block cache has a negative size"))
	}
	if o.MemTableBytes != 0 && (o.MemTableBytes < MinMemTableBytes || o.MemTableBytes > MaxMemTableBytes) {
		faults = append(faults, fmt.Errorf("memtables of %d bytes; they must have between %d and %d", o.MemTableBytes, MinMemTableBytes, MaxMemTableBytes))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "store options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

func (o Options) withSizes() Options {
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	if o.MemTableBytes == 0 {
		o.MemTableBytes = DefaultMemTableBytes
	}
	return o
}

// OutsideHeap returns about how many bytes a store takes that the Go run time does not
// count, so that its limit does not hold them. There are none if the program was built
// without cgo, as what is released is; with it they are C's, which loses about half as
// much again between blocks of many sizes.
func (o Options) OutsideHeap() int64 {
	if !outsideHeap {
		return 0
	}
	o = o.withSizes()
	taken := o.CacheBytes + (memTables+1)*int64(o.MemTableBytes)
	return taken + taken/2
}

// How much is written before it is merged with what lies below: memtables of mergedBytes
// in all, but at least leastMerged of them and at most mostMerged, into a first level of
// at most baseMax bytes. Each merge of them passes over most of the store, because keys
// are hashes, and what a frontier reads passes their filters: so a few large merges cost
// less than what they spare. Writers wait at stopMax tables above each other.
const (
	mergedBytes = 512 << 20
	leastMerged = 8
	mostMerged  = 16
	stopMax     = 4 * mostMerged
	baseMax     = 256 << 20
)

// merged returns after how many flushed memtables they are merged.
func (o Options) merged() int {
	return int(min(max(mergedBytes/o.MemTableBytes, leastMerged), mostMerged))
}
