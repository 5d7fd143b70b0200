package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/store"
)

// Damaged reads each table separately and yields the damage of each damaged one, while Check
// stops at the first damage. It ignores tables that are removed in the meantime.
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
				if f, err := damageIn(ctx, s.disk, path); (f != nil || err != nil) && (!yield(f, err) || err != nil) {
					return
				}
			}
		}
	}
}

// DamagedIn is Damaged for a store that does not open. It reads all tables in the folder.
func DamagedIn(ctx context.Context, dir string) iter.Seq2[*store.FileDamage, error] {
	return func(yield func(*store.FileDamage, error) bool) {
		names, err := vfs.Default.List(dir)
		if err != nil {
			yield(nil, classify(opRead, dir, err))
			return
		}
		slices.Sort(names)
		for _, name := range names {
			if err := context.Cause(ctx); err != nil {
				yield(nil, err)
				return
			}
			if filepath.Ext(name) != ".sst" {
				continue
			}
			if f, err := damageIn(ctx, vfs.Default, filepath.Join(dir, name)); (f != nil || err != nil) && (!yield(f, err) || err != nil) {
				return
			}
		}
	}
}

// damageIn returns the damage of a table, or nil if it is intact or missing.
func damageIn(ctx context.Context, disk vfs.FS, path string) (*store.FileDamage, error) {
	err := readTable(ctx, disk, path)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case pebble.IsCorruptionError(err):
		return damageOf(path, err), nil
	}
	return nil, classify(opRead, path, err)
}

// readTable verifies the checksum of each block of a table.
func readTable(ctx context.Context, disk vfs.FS, path string) error {
	f, err := disk.Open(path)
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
		return err // it has closed the file
	}
	defer func() { _ = r.Close() }() // nothing was written
	return r.ValidateBlockChecksums()
}
