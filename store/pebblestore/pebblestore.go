// Package pebblestore is a store.KV on disk, using the Pebble library.
//
// Floor: 3 (state and input/output). Stability: engine. Memory: the block cache and three
// memtables of Options, and what Pebble needs for open files, including about 10 bits for each
// prefix of keys in them. A disk that is full or fails makes every later change fail, and never
// causes a panic; reads still work.
package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// A Store is an open Pebble database. It is safe for concurrent use.
type Store struct {
	db    *pebble.DB
	cache *pebble.Cache
	fault *fault
	close sync.Once

	disk        vfs.FS
	compactions *compactions
	keeper      *keeper
	id          [16]byte      // of the mark
	generation  atomic.Uint64 // of the mark inside the store
	flushed     atomic.Bool   // there was a flush since the generation increased
	changes     atomic.Uint64 // batches that are visible
}

var _ store.KV = (*Store)(nil)

// bloomBits is the size of the table filters in bits per key, for one false positive in a
// hundred.
const bloomBits = 10

// memTables is how many memtables exist at once: one that is written to and one that is being
// flushed.
const memTables = 2

// indexBytes is more than the size of the index of a table, so that the index is one block,
// which stays in the cache. With a two-level index, reading one key loads one more block.
const indexBytes = 256 << 10

// maxOpenFiles is the most tables that Pebble keeps open.
const maxOpenFiles = 500

// Open opens or creates the database in dir. It refuses a database that is damaged or has lost
// data (kind Corrupt), or that a newer version wrote (kind Invalid), without removing any of it.
func Open(dir string, o Options) (*Store, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withSizes()
	if o.FS == nil {
		o.FS = privateFS{vfs.Default}
	}
	dir = filepath.Clean(dir)
	if o.View {
		if _, err := o.FS.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, classify(opOpen, dir, pebble.ErrDBDoesNotExist)
		}
		v, err := newView(o.FS, dir)
		if err != nil {
			return nil, classify(opOpen, dir, err)
		}
		o.FS = v
	}
	// Pebble subtracts the memory of its memtables from its cache.
	total := o.CacheBytes + memTables*int64(o.MemTableBytes)
	s := &Store{cache: pebble.NewCache(total), fault: newFault(dir), compactions: &compactions{}}
	// The keeper is above the freezer, because its writes may meet a full disk as well.
	disk := &freezer{FS: o.FS, fault: s.fault}
	s.keeper = &keeper{FS: disk, dir: dir}
	s.disk = s.keeper
	if err := s.fault.guard(opOpen, func() error { return s.open(o) }); err != nil {
		s.cache.Unref()
		return nil, err
	}
	disk.armed.Store(true)
	s.keeper.release()
	s.compactions.allow()
	return s, nil
}

// open opens the database and verifies that it is in the state in which it was closed.
func (s *Store) open(o Options) error {
	file, err := look(s.disk, s.fault.dir)
	if err != nil {
		return err
	}
	logs, err := readSynced(s.disk, s.fault.dir)
	if err != nil {
		return err
	}
	s.keeper.synced.carry(logs)
	db, err := pebble.Open(s.fault.dir, s.options(o, s.disk))
	if err != nil {
		return err
	}
	s.db = db
	if err := s.verify(file); err != nil {
		_ = db.Close() // the first error is returned
		_ = s.keeper.synced.end()
		return err
	}
	return nil
}

func (s *Store) options(o Options, fs vfs.FS) *pebble.Options {
	opts := &pebble.Options{
		Cache: s.cache, Logger: s.fault, MaxOpenFiles: maxOpenFiles,
		MemTableSize: o.MemTableBytes, MemTableStopWritesThreshold: memTables,
		L0CompactionThreshold: 2 * o.merged(), // each memtable counts twice
		L0StopWritesThreshold: stopMax, LBaseMaxBytes: baseMax,
		FS: fs, FormatMajorVersion: pebble.FormatNewest, ErrorIfNotExists: o.View,
		BlockPropertyCollectors: []func() pebble.BlockPropertyCollector{newPrefixCollector},
		EventListener: &pebble.EventListener{
			BackgroundError: s.background,
			FlushEnd:        func(pebble.FlushInfo) { s.flushed.Store(true) },
			DataCorruption:  func(pebble.DataCorruptionInfo) {}, // the call that met it returns it
		},
	}
	opts.EnsureDefaults()
	opts.Experimental.CompactionScheduler = s.compactions
	for i := range opts.Levels {
		opts.Levels[i].FilterPolicy = bloom.FilterPolicy(bloomBits)
		opts.Levels[i].FilterType = pebble.TableFilter
		opts.Levels[i].IndexBlockSize = indexBytes
	}
	return opts
}

// background handles failed flushes and compactions.
func (s *Store) background(err error) {
	if s.fault.background(err) {
		s.compactions.forbid()
	}
}

// Get returns a copy of the value of key.
func (s *Store) Get(key []byte) ([]byte, error) {
	if own(key) {
		return nil, store.ErrNotFound
	}
	v, closer, err := s.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, store.ErrNotFound
	}
	if err != nil {
		return nil, classify(opRead, fmt.Sprintf("key %x", key), err)
	}
	out := append(make([]byte, 0, len(v)), v...)
	if err := closer.Close(); err != nil {
		return nil, classify(opRead, fmt.Sprintf("key %x", key), err)
	}
	return out, nil
}

// own reports whether a key is in the driver's own range.
func own(key []byte) bool { return bytes.Compare(key, ownKeys()) >= 0 }

// Scan yields pairs in key order as they were when the loop began.
func (s *Store) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	if hi == nil || own(hi) {
		hi = ownKeys()
	}
	return func(yield func(store.Pair, error) bool) {
		it, err := s.db.NewIter(iterOptions(lo, hi))
		if err != nil {
			yield(store.Pair{}, classify("scan store", "", err))
			return
		}
		for ok := it.First(); ok; ok = it.Next() {
			v, err := it.ValueAndErr()
			if err != nil {
				break // Close returns it too
			}
			if !yield(store.Pair{Key: it.Key(), Value: v}, nil) {
				_ = it.Close() // the caller needs no more
				return
			}
		}
		if err := it.Close(); err != nil {
			yield(store.Pair{}, classify("scan store", "", err))
		}
	}
}

// NewBatch returns an empty batch.
func (s *Store) NewBatch() store.Batch { return &batch{s: s, b: s.db.NewBatch()} }

// Close closes the database once. If Pebble is blocked after a disk error, its files and its
// lock stay open until the process ends.
func (s *Store) Close() (err error) {
	if s == nil {
		return nil // the result of a failed Open
	}
	s.close.Do(func() {
		if s.fault.standsStill() {
			err = s.fault.get()
			return
		}
		err = s.fault.guard(opClose, s.end)
		s.cache.Unref()
	})
	return err
}

// end closes the database, with seal if it is intact. If merges cannot go on because of damage,
// flushing would wait without end; so with many tables the logs are kept, as after a kill.
func (s *Store) end() error {
	var err error
	if s.fault.get() == nil && s.db.Metrics().Levels[0].Sublevels < stopMax {
		err = s.seal()
	}
	return errors.Join(err, s.db.Close(), s.keeper.synced.end())
}

// Changes returns the number of batches since Open whose changes are visible: what is read after a call is no older.
func (s *Store) Changes() uint64 { return s.changes.Load() }

type batch struct {
	s   *Store
	b   *pebble.Batch
	err error
}

var _ store.Batch = (*batch)(nil)

func (b *batch) note(err error) {
	if b.err == nil {
		b.err = err
	}
}

// Put sets key to value.
func (b *batch) Put(key, value []byte) {
	if own(key) {
		b.note(&aranea.Error{Op: opWrite, Kind: aranea.Invalid, Obj: fmt.Sprintf("key %x", key), Err: errors.New("keys begin with a byte below 255")})
		return
	}
	b.note(b.b.Set(key, value, nil))
}

// Delete removes key.
func (b *batch) Delete(key []byte) {
	if !own(key) {
		b.note(b.b.Delete(key, nil))
	}
}

// DeleteRange removes the keys with lo <= key < hi.
func (b *batch) DeleteRange(lo, hi []byte) {
	if own(hi) {
		hi = ownKeys()
	}
	if bytes.Compare(lo, hi) < 0 {
		b.note(b.b.DeleteRange(lo, hi, nil))
	}
}

// Commit applies the changes.
func (b *batch) Commit(sync bool) error {
	if sync {
		wait, err := b.Start()
		if err != nil {
			return err
		}
		return wait()
	}
	if err := b.ready(); err != nil {
		return err
	}
	if err := b.s.fault.guard(opWrite, func() error { return b.b.Commit(pebble.NoSync) }); err != nil {
		return b.s.fault.set(err)
	}
	b.s.changes.Add(1)
	return b.close()
}

// Start applies the changes and begins to make them durable.
func (b *batch) Start() (func() error, error) {
	if err := b.ready(); err != nil {
		return nil, err
	}
	generation, err := b.s.advance(b.b)
	if err != nil {
		return nil, classify(opWrite, "", err)
	}
	err = b.s.fault.guard(opWrite, func() error { return b.s.db.ApplyNoSyncWait(b.b, pebble.Sync) })
	if err != nil {
		return nil, b.s.fault.set(err)
	}
	b.s.changes.Add(1)
	durable := func() error {
		if err := b.b.SyncWait(); err != nil {
			return err
		}
		if generation == 0 {
			return nil
		}
		return b.s.keeper.advance(generation)
	}
	return func() error {
		if err := b.s.fault.guard(opWrite, durable); err != nil {
			return b.s.fault.set(err)
		}
		return b.close()
	}, nil
}

// ready returns an error if the batch cannot be written.
func (b *batch) ready() error {
	if err := b.s.fault.get(); err != nil {
		return err
	}
	if b.err != nil {
		return classify(opWrite, "", b.err)
	}
	return nil
}

func (b *batch) close() error {
	if err := b.b.Close(); err != nil {
		return classify(opWrite, "", err)
	}
	return nil
}
