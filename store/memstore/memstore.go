// Package memstore is a store.KV in memory, for tests and throwaway crawls.
//
// Floor: 3 (state and input/output). Stability: engine. Nothing in it survives
// the process. A pair costs about 150 bytes beside its key and value.
package memstore

import (
	"bytes"
	"iter"
	"sync"

	"github.com/aranea-search/aranea/store"
)

// A Store holds the root of an immutable tree; each batch puts a new one in its
// place, so a scan goes on over the old.
type Store struct {
	mu   sync.Mutex
	root *node
}

var _ store.KV = (*Store)(nil)

// New returns an empty Store.
func New() *Store { return &Store{} }

func (s *Store) snapshot() *node {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.root
}

// Get returns a copy of the value of key.
func (s *Store) Get(key []byte) ([]byte, error) {
	if n := s.snapshot().find(key); n != nil {
		return append([]byte{}, n.value...), nil
	}
	return nil, store.ErrNotFound
}

// Scan yields pairs in key order as they were when the loop began.
func (s *Store) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		s.snapshot().walk(lo, hi, func(n *node) bool {
			return yield(store.Pair{Key: bytes.Clone(n.key), Value: append([]byte{}, n.value...)}, nil)
		})
	}
}

// NewBatch returns an empty batch.
func (s *Store) NewBatch() store.Batch { return &batch{s: s} }

// Close does nothing.
func (s *Store) Close() error { return nil }

type batch struct {
	s   *Store
	ops []func(*node) *node
}

var _ store.Batch = (*batch)(nil)

// Put sets key to value.
func (b *batch) Put(key, value []byte) {
	n := &node{key: bytes.Clone(key), value: append([]byte{}, value...)}
	n.weight = weigh(n.key)
	b.ops = append(b.ops, func(root *node) *node { return root.put(n) })
}

// Delete removes key.
func (b *batch) Delete(key []byte) {
	key = bytes.Clone(key)
	b.ops = append(b.ops, func(root *node) *node {
		if root.find(key) == nil {
			return root
		}
		left, rest := root.split(key)
		_, right := rest.split(append(key, 0))
		return join(left, right)
	})
}

// DeleteRange removes the keys with lo <= key < hi.
func (b *batch) DeleteRange(lo, hi []byte) {
	lo, hi = bytes.Clone(lo), bytes.Clone(hi)
	if bytes.Compare(lo, hi) >= 0 {
		return
	}
	b.ops = append(b.ops, func(root *node) *node {
		left, rest := root.split(lo)
		_, right := rest.split(hi)
		return join(left, right)
	})
}

// Commit makes the changes.
func (b *batch) Commit(bool) error {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	for _, op := range b.ops {
		b.s.root = op(b.s.root)
	}
	return nil
}

// Start makes the changes; there is nothing to wait for.
func (b *batch) Start() (func() error, error) {
	return func() error { return nil }, b.Commit(false)
}
