package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"

	"github.com/aranea-search/aranea/store"
)

// Damaged reads each table by itself and yields what is wrong with those that are
// damaged: where Check stops at the first damage, this names each file. Tables that
// are removed meanwhile hold nothing any more.
func (s *Store) Damaged(ctx context.Context) iter.Seq2[*store.FileDamage, error] {
	return func(yield func(*store.FileDamage, error) bool) {
		levels, err := s.db.SSTables()
		if err != nil {
			yield(nil, classify(opRead, s.fault.dir, err))
			return
		}
		for _, level := range levels {
			for _, table := range level {
				if err := context.Cause(ctx); err != nil {
					yield(nil, err)
					return
				}
				path := s.disk.PathJoin(s.fault.dir, fmt.Sprintf("%s.sst", table.FileNum))
				err := s.readTable(ctx, path)
				if err == nil || errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if !pebble.IsCorruptionError(err) {
					yield(nil, classify(opRead, path, err))
					return
				}
				if !yield(damageOf(path, err), nil) {
					return
				}
			}
		}
	}
}

// readTable compares each block of a table with its checksum.
func (s *Store) readTable(ctx context.Context, path string) error {
	f, err := s.disk.Open(path)
	if err != nil {
		return err
	}
	readable, err := sstable.NewSimpleReadable(f)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	opt := new(pebble.Options)
	opt.EnsureDefaults()
	r, err := sstable.NewReader(ctx, readable, opt.MakeReaderOptions())
	if err != nil {
		return err // which has closed the file
	}
	defer func() { _ = r.Close() }() // nothing was written
	return r.ValidateBlockChecksums()
}
