// Package store is the sorted key-value contract under the frontier, and the
// data folder that holds all state. Drivers: pebblestore on disk, memstore in
// memory; both pass storetest.
//
// Floor: 3 (state and input/output). Stability: engine. It knows nothing of
// URLs and interprets no value.
package store

import (
	"errors"
	"iter"
)

// ErrNotFound says that a key has no value.
var ErrNotFound = errors.New("key not found")

// A KV is a sorted map from bytes to bytes. It is safe for concurrent use.
type KV interface {
	// Get returns a copy of the value of key, or ErrNotFound.
	Get(key []byte) ([]byte, error)
	// Scan yields the pairs with lo <= key < hi in key order; a nil hi is the
	// end. Key and value are valid until the next step.
	Scan(lo, hi []byte) iter.Seq2[Pair, error]
	// NewBatch returns an empty batch.
	NewBatch() Batch
	// Close releases the store. What was committed with sync is durable.
	Close() error
}

// A Pair is a key and its value.
type Pair struct{ Key, Value []byte }

// A Batch collects changes and makes them all at once. It is used by one
// goroutine, once.
type Batch interface {
	// Put sets key to value. Both may be reused by the caller afterwards.
	Put(key, value []byte)
	// Delete removes key if it is there.
	Delete(key []byte)
	// Commit makes the changes; with sync they survive a crash of the machine
	// when it returns. After an error nothing of the batch counts.
	Commit(sync bool) error
}
