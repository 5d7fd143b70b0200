package pebblestore

import (
	"context"
	"errors"

	"github.com/cockroachdb/pebble/v2"

	"github.com/aranea-search/aranea"
)

// Metrics are what a store takes of the machine at one moment.
type Metrics struct {
	DiskBytes     uint64 // all its files, those about to be removed too
	LogBytes      uint64 // of them the write-ahead log
	CacheBytes    int64  // in the block cache, which has a limit
	CacheHits     int64  // blocks that were found in the cache since the opening
	CacheMisses   int64
	MemTableBytes uint64
	Tables        int64
}

// Metrics returns what the store takes.
func (s *Store) Metrics() Metrics {
	m := s.db.Metrics()
	return Metrics{
		DiskBytes: m.DiskSpaceUsage(), LogBytes: m.WAL.PhysicalSize,
		CacheBytes: m.BlockCache.Size, CacheHits: m.BlockCache.Hits, CacheMisses: m.BlockCache.Misses,
		MemTableBytes: m.MemTable.Size, Tables: m.Total().TablesCount,
	}
}

// opCheckpoint is the Op of errors of Checkpoint.
const opCheckpoint = "copy store"

// Checkpoint makes in dir, which must not exist, a store of its own with all
// that was committed before the call, while reading and writing go on. Tables are
// linked where the file system can, so that the copy is quick and takes space
// only as the two grow apart. After an error dir may hold a part, which does not
// open as a store. A full disk under dir does not harm this store.
func (s *Store) Checkpoint(dir string) error {
	r := s.keeper.copied()
	if err := s.fault.get(); err != nil {
		return err
	}
	err := s.fault.guard(opCheckpoint, func() error {
		if err := s.db.Checkpoint(dir, pebble.WithFlushedWAL()); err != nil {
			return err
		}
		return writeRecord(s.disk, dir, r)
	})
	if err != nil {
		return classify(opCheckpoint, dir, err)
	}
	return nil
}

// checkStep is how many pairs Check reads between two looks at its context.
const checkStep = 1 << 10

// Check reads every pair, and with it every block in use, whose checksums are
// compared. It returns the first damage, of kind corrupt, and how many pairs it
// had read.
func (s *Store) Check(ctx context.Context) (pairs uint64, err error) {
	for _, err := range s.Scan(nil, nil) {
		if err != nil {
			return pairs, err
		}
		if pairs++; pairs%checkStep == 0 && ctx.Err() != nil {
			return pairs, &aranea.Error{Op: "check store", Kind: aranea.Canceled, Obj: s.fault.dir, Err: errors.New("not all was read")}
		}
	}
	return pairs, nil
}
