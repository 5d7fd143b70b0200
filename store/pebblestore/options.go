package pebblestore

import (
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
)

// Options limit memory. The zero value of each field means its default.
type Options struct {
	CacheBytes    int64  // block cache; default 64 MiB
	MemTableBytes uint64 // size of each of two memtables, and of a third that is kept for reuse; default 16 MiB
	FS            vfs.FS // file system; default the machine's
	// View opens an existing database without changing the disk: writes stay in memory and are
	// lost when the store is closed. The caller must make sure that nobody writes to the
	// database in the meantime.
	View bool
}

// Defaults of Options, and the limits of Pebble.
const (
	DefaultCacheBytes    = 64 << 20
	DefaultMemTableBytes = 16 << 20
	MinMemTableBytes     = 64 << 10
	MaxMemTableBytes     = 1 << 30
)

// The memtable of a robot takes a 64th of its memory budget, plus a 32nd of the part beyond
// usualMemory, up to robotMax bytes. Doubling the size does not change the write volume, because
// half as many memtables are merged at once.
const (
	usualMemory = 512 << 20
	robotMax    = 32 << 20
)

// Within returns the options for a robot with a total memory budget. Large memtables are for
// robots that know millions of URLs: half as many are flushed, and they are merged half as often
// with the levels below.
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

// OutsideHeap returns approximately how many bytes a store allocates that the Go runtime does
// not count, and so its limit does not include. It is 0 if the program was built without cgo,
// like the released binaries; with cgo they are allocated in C, which loses about half as much
// again to fragmentation.
func (o Options) OutsideHeap() int64 {
	if !outsideHeap {
		return 0
	}
	o = o.withSizes()
	taken := o.CacheBytes + (memTables+1)*int64(o.MemTableBytes)
	return taken + taken/2
}

// How much is written before it is merged into the levels below: memtables of mergedBytes in
// total, but at least leastMerged and at most mostMerged of them, into a first level of at most
// baseMax bytes. Each merge rewrites most of the store, because keys are hashes, and most reads
// of a frontier are answered by filters: so a few large merges cost less than they save. Writers
// block at stopMax overlapping tables.
const (
	mergedBytes = 512 << 20
	leastMerged = 8
	mostMerged  = 16
	stopMax     = 4 * mostMerged
	baseMax     = 256 << 20
)

// merged returns the number of flushed memtables after which they are merged.
func (o Options) merged() int {
	return int(min(max(mergedBytes/o.MemTableBytes, leastMerged), mostMerged))
}
