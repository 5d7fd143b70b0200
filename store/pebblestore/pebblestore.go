// Package pebblestore is a store.KV on disk, by the Pebble library.
//
// Floor: 3 (state and input/output). Stability: engine. Memory: the block cache
// and two memtables of Options, and what Pebble needs for open files.
package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// Options bound memory.
type Options struct {
	CacheBytes    int64  // block cache; default 64 MiB
	MemTableBytes uint64 // one of two memtables; default 32 MiB
	FS            vfs.FS // file system; default the machine's
	ReadOnly      bool
}

// A Store is an open Pebble database.
type Store struct {
	db    *pebble.DB
	cache *pebble.Cache
}

var _ store.KV = (*Store)(nil)

// bloomBits is the size of the table filters in bits per key: one false
// positive in a hundred.
const bloomBits = 10

// Open opens or creates the database in dir.
func Open(dir string, o Options) (*Store, error) {
	if o.CacheBytes == 0 {
		o.CacheBytes = 64 << 20
	}
	if o.MemTableBytes == 0 {
		o.MemTableBytes = 32 << 20
	}
	cache := pebble.NewCache(o.CacheBytes)
	opts := &pebble.Options{
		Cache: cache, MemTableSize: o.MemTableBytes, Logger: quiet{}, ReadOnly: o.ReadOnly,
		MaxOpenFiles: 500, L0CompactionThreshold: 4, LBaseMaxBytes: 64 << 20,
		FormatMajorVersion: pebble.FormatNewest,
	}
	if o.FS != nil {
		opts.FS = o.FS
	}
	opts.EnsureDefaults()
	for i := range opts.Levels {
		opts.Levels[i].FilterPolicy = bloom.FilterPolicy(bloomBits)
		opts.Levels[i].FilterType = pebble.TableFilter
	}
	db, err := pebble.Open(dir, opts)
	if err != nil {
		cache.Unref()
		return nil, classify("open store", dir, err)
	}
	return &Store{db: db, cache: cache}, nil
}

// classify marks damage as such.
func classify(op, obj string, err error) error {
	kind := aranea.Transient
	if errors.Is(err, pebble.ErrCorruption) {
		kind = aranea.Corrupt
	}
	return &aranea.Error{Op: op, Kind: kind, Obj: obj, Err: err}
}

// Get returns a copy of the value of key.
func (s *Store) Get(key []byte) ([]byte, error) {
	v, closer, err := s.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, store.ErrNotFound
	}
	if err != nil {
		return nil, classify("read store", fmt.Sprintf("key %x", key), err)
	}
	out := bytes.Clone(v)
	if out == nil {
		out = []byte{}
	}
	return out, closer.Close()
}

// Scan yields pairs in key order as they were when it began.
func (s *Store) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: lo, UpperBound: hi})
		if err != nil {
			yield(store.Pair{}, classify("scan store", "", err))
			return
		}
		for ok := it.First(); ok; ok = it.Next() {
			v, err := it.ValueAndErr()
			if err != nil {
				break
			}
			if !yield(store.Pair{Key: it.Key(), Value: v}, nil) {
				_ = it.Close() // the caller has what it wants
				return
			}
		}
		if err := it.Close(); err != nil {
			yield(store.Pair{}, classify("scan store", "", err))
		}
	}
}

// NewBatch returns an empty batch.
func (s *Store) NewBatch() store.Batch { return &batch{b: s.db.NewBatch()} }

// Close closes the database.
func (s *Store) Close() error {
	err := s.db.Close()
	s.cache.Unref()
	if err != nil {
		return classify("close store", "", err)
	}
	return nil
}

type batch struct {
	b   *pebble.Batch
	err error
}

func (b *batch) Put(key, value []byte) {
	if err := b.b.Set(key, value, nil); err != nil {
		b.err = err
	}
}

func (b *batch) Delete(key []byte) {
	if err := b.b.Delete(key, nil); err != nil {
		b.err = err
	}
}

func (b *batch) Commit(sync bool) error {
	if b.err != nil {
		return classify("write store", "", b.err)
	}
	opt := pebble.NoSync
	if sync {
		opt = pebble.Sync
	}
	if err := b.b.Commit(opt); err != nil {
		return classify("write store", "", err)
	}
	return b.b.Close()
}

// quiet drops Pebble's progress messages; its errors come back from calls.
type quiet struct{}

func (quiet) Infof(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}

// Fatalf is called when the disk fails under Pebble: state can no longer be
// written, so nothing may be acknowledged any more.
func (quiet) Fatalf(format string, args ...any) { panic(fmt.Sprintf("store: "+format, args...)) }
