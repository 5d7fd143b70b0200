// Package memstore is a store.KV in memory, for tests and throwaway crawls.
//
// Floor: 3 (state and input/output). Stability: engine. Nothing in it survives
// the process.
package memstore

import (
	"bytes"
	"iter"
	"slices"
	"sync"

	"github.com/aranea-search/aranea/store"
)

// A Store is a sorted slice under a lock.
type Store struct {
	mu    sync.Mutex
	pairs []store.Pair
}

var _ store.KV = (*Store)(nil)

// New returns an empty Store.
func New() *Store { return &Store{} }

func (s *Store) search(key []byte) (int, bool) {
	return slices.BinarySearchFunc(s.pairs, key, func(p store.Pair, k []byte) int { return bytes.Compare(p.Key, k) })
}

// Get returns a copy of the value of key.
func (s *Store) Get(key []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.search(key)
	if !ok {
		return nil, store.ErrNotFound
	}
	return bytes.Clone(s.pairs[i].Value), nil
}

// Scan yields pairs in key order, each step as the store is then.
func (s *Store) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		next := bytes.Clone(lo)
		for {
			s.mu.Lock()
			i, _ := s.search(next)
			if i == len(s.pairs) || hi != nil && bytes.Compare(s.pairs[i].Key, hi) >= 0 {
				s.mu.Unlock()
				return
			}
			p := store.Pair{Key: bytes.Clone(s.pairs[i].Key), Value: bytes.Clone(s.pairs[i].Value)}
			s.mu.Unlock()
			next = append(append(next[:0], p.Key...), 0)
			if !yield(p, nil) {
				return
			}
		}
	}
}

// NewBatch returns an empty batch.
func (s *Store) NewBatch() store.Batch { return &batch{s: s} }

// Close does nothing.
func (s *Store) Close() error { return nil }

type batch struct {
	s   *Store
	ops []store.Pair // a nil Value deletes
}

func (b *batch) Put(key, value []byte) {
	b.ops = append(b.ops, store.Pair{Key: bytes.Clone(key), Value: append([]byte{}, value...)})
}

func (b *batch) Delete(key []byte) { b.ops = append(b.ops, store.Pair{Key: bytes.Clone(key)}) }

func (b *batch) Commit(bool) error {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	for _, op := range b.ops {
		i, ok := b.s.search(op.Key)
		switch {
		case op.Value == nil && ok:
			b.s.pairs = slices.Delete(b.s.pairs, i, i+1)
		case op.Value == nil:
		case ok:
			b.s.pairs[i] = op
		default:
			b.s.pairs = slices.Insert(b.s.pairs, i, op)
		}
	}
	return nil
}
