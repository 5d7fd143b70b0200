package pebblestore

import (
	"context"
	"errors"

	"github.com/cockroachdb/pebble/v2"

	"github.com/aranea-search/aranea"
)

// Metrics are the resources that a store uses at one moment.
type Metrics struct {
	DiskBytes     uint64 // all its files, including those about to be removed
	LogBytes      uint64 // of these, the write-ahead log
	CacheBytes    int64  // in the block cache, which is limited
	CacheHits     int64  // cache hits since the store was opened
	CacheMisses   int64
	MemTableBytes uint64
	Tables        int64
}

// Metrics returns the resources that the store uses.
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

// Checkpoint creates in dir, which must not exist, a separate store with all changes committed
// before the call, while reads and writes go on. It links tables where the file system can, so
// that the copy is fast and takes space only as the two diverge. After an error dir may contain
// a partial copy, which does not open as a store. A full disk under dir does not affect this
// store.
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

// checkStep is how many pairs Check reads between checks of its context.
const checkStep = 1 << 10

// Check reads every pair, and so verifies the checksum of every block in use. It returns the
// first damage, of kind Corrupt, and the number of pairs read before it.
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
