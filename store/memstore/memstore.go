// Package memstore is a store.KV in memory, for tests.
//
// Floor: 3 (state and input/output). Stability: engine. Nothing in it survives the process. A
// change moves the pairs after it, and copies all of them if a scan is in progress, which suits
// thousands of pairs, not millions.
package memstore

import (
	"bytes"
	"iter"
	"slices"
	"sync"

	"github.com/aranea-search/aranea/store"
)

// A Store holds its pairs sorted by key. A scan keeps the slice with which it began: the next
// batch then works on a copy.
type Store struct {
	mu     sync.Mutex
	pairs  []store.Pair
	shared bool // a scan uses the slice
}

var _ store.KV = (*Store)(nil)

// New returns an empty Store.
func New() *Store { return &Store{} }

// at returns the index of key in sorted pairs, and whether it exists.
func at(pairs []store.Pair, key []byte) (int, bool) {
	return slices.BinarySearchFunc(pairs, key, func(p store.Pair, key []byte) int { return bytes.Compare(p.Key, key) })
}

// Get returns a copy of the value of key.
func (s *Store) Get(key []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, found := at(s.pairs, key)
	if !found {
		return nil, store.ErrNotFound
	}
	return append([]byte{}, s.pairs[i].Value...), nil
}

// Scan yields pairs in key order as they were when the loop began.
func (s *Store) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		for _, p := range s.snapshot(lo, hi) {
			if !yield(store.Pair{Key: bytes.Clone(p.Key), Value: append([]byte{}, p.Value...)}, nil) {
				return
			}
		}
	}
}

func (s *Store) snapshot(lo, hi []byte) []store.Pair {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shared = true
	from, _ := at(s.pairs, lo)
	to := len(s.pairs)
	if hi != nil {
		to, _ = at(s.pairs, hi)
	}
	return s.pairs[from:max(from, to)]
}

// NewBatch returns an empty batch.
func (s *Store) NewBatch() store.Batch { return &batch{s: s} }

// Close does nothing.
func (s *Store) Close() error { return nil }

type batch struct {
	s   *Store
	ops []func([]store.Pair) []store.Pair
}

var _ store.Batch = (*batch)(nil)

// Put sets key to value.
func (b *batch) Put(key, value []byte) {
	p := store.Pair{Key: bytes.Clone(key), Value: append([]byte{}, value...)}
	b.ops = append(b.ops, func(pairs []store.Pair) []store.Pair {
		i, found := at(pairs, p.Key)
		if found {
			pairs[i] = p
			return pairs
		}
		return slices.Insert(pairs, i, p)
	})
}

// Delete removes key.
func (b *batch) Delete(key []byte) {
	b.DeleteRange(key, append(bytes.Clone(key), 0))
}

// DeleteRange removes the keys with lo <= key < hi.
func (b *batch) DeleteRange(lo, hi []byte) {
	lo, hi = bytes.Clone(lo), bytes.Clone(hi)
	b.ops = append(b.ops, func(pairs []store.Pair) []store.Pair {
		from, _ := at(pairs, lo)
		to, _ := at(pairs, hi)
		return slices.Delete(pairs, from, max(from, to))
	})
}

// Commit applies the changes.
func (b *batch) Commit(bool) error {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	if b.s.shared {
		b.s.pairs, b.s.shared = slices.Clone(b.s.pairs), false
	}
	for _, op := range b.ops {
		b.s.pairs = op(b.s.pairs)
	}
	return nil
}

// Start applies the changes; there is nothing to wait for.
func (b *batch) Start() (func() error, error) {
	return func() error { return nil }, b.Commit(false)
}
