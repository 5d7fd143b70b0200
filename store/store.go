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

// A KV is a sorted map from bytes to bytes. It is safe for concurrent use. Keys
// begin with a byte below 255; the rest is the drivers' own.
// Errors other than ErrNotFound are *aranea.Error: kind corrupt if stored bytes
// do not check out, limit if the disk is full, transient for other troubles of
// the disk.
type KV interface {
	// Get returns a copy of the value of key, or ErrNotFound.
	Get(key []byte) ([]byte, error)
	// Scan yields the pairs with lo <= key < hi in key order, as they were when
	// the loop began; a nil lo is the start, a nil hi the end. Key and value are
	// valid until the next step.
	Scan(lo, hi []byte) iter.Seq2[Pair, error]
	// NewBatch returns an empty batch.
	NewBatch() Batch
	// Close releases the store; no other call may be running or follow, but
	// for another Close, which does nothing. What was committed with sync is
	// durable.
	Close() error
}

// A Pair is a key and its value.
type Pair struct{ Key, Value []byte }

// A Batch collects changes and makes them all at once; of changes to one key
// the last counts. It is used by one goroutine, and once: either Commit or Start
// ends it.
//
// After an error it is open whether the changes were made: the disk may have
// taken them without saying so. The store then refuses all further changes with
// the same error. Open it again to see; a batch is there as a whole or not at
// all.
type Batch interface {
	// Put sets key to value. Both may be reused by the caller afterwards.
	Put(key, value []byte)
	// Delete removes key if it is there.
	Delete(key []byte)
	// DeleteRange removes the keys with lo <= key < hi.
	DeleteRange(lo, hi []byte)
	// Commit makes the changes. With sync they survive a crash of the machine
	// when it returns; without, they survive it if a later batch that was
	// synced does.
	Commit(sync bool) error
	// Start makes the changes, visible to all when it returns, and begins to
	// make them durable. The caller calls wait, which returns when they
	// survive a crash of the machine. Batches become durable in the order in
	// which they were started, and those that wait at the same time share one
	// write.
	Start() (wait func() error, err error)
}
