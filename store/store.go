// Package store defines the sorted key-value store used by the frontier, and the data folder
// that contains all state. The drivers are pebblestore on disk and memstore in memory; both pass
// storetest.
//
// Floor: 3 (state and input/output). Stability: engine. It knows nothing about URLs and
// interprets no value.
package store

import (
	"errors"
	"iter"
)

// ErrNotFound is returned if a key has no value.
var ErrNotFound = errors.New("key not found")

// A KV is a sorted map from bytes to bytes. It is safe for concurrent use. Keys must begin with
// a byte below 255; the others are reserved for the drivers. Errors other than ErrNotFound are
// *aranea.Error: of kind Corrupt if stored bytes fail their checks, Limit if the disk is full,
// Transient for other disk errors.
type KV interface {
	// Get returns a copy of the value of key, or ErrNotFound.
	Get(key []byte) ([]byte, error)
	// Scan yields the pairs with lo <= key < hi in key order, as they were when the loop began;
	// a nil lo is the start, a nil hi the end. Key and value are valid until the next iteration.
	Scan(lo, hi []byte) iter.Seq2[Pair, error]
	// NewBatch returns an empty batch.
	NewBatch() Batch
	// Close closes the store. No other call may be in progress or follow, except another Close,
	// which does nothing. Changes committed with sync are durable.
	Close() error
}

// AfterPrefix returns the smallest key that is larger than all keys with the prefix, nil if there is
// none: with the prefix, the bounds of a Scan.
func AfterPrefix(prefix []byte) []byte {
	out := append([]byte(nil), prefix...)
	for i := len(out) - 1; i >= 0; i-- {
		if out[i]++; out[i] != 0 {
			return out[:i+1]
		}
	}
	return nil
}

// A Pair is a key and its value.
type Pair struct{ Key, Value []byte }

// A Batch collects changes and applies them atomically; of several changes to one key the last
// counts. It is for one goroutine, and for one use, which ends with Commit or Start.
//
// After an error it is unknown whether the changes were applied, because the disk may have
// stored them without confirmation. The store then refuses all further changes with the same
// error. Reopen it to find out; a batch is applied completely or not at all.
type Batch interface {
	// Put sets key to value. The caller may reuse both afterwards.
	Put(key, value []byte)
	// Delete removes key if it exists.
	Delete(key []byte)
	// DeleteRange removes the keys with lo <= key < hi.
	DeleteRange(lo, hi []byte)
	// Commit applies the changes. With sync they survive a crash of the machine when it returns;
	// without, they survive it if a later synced batch does.
	Commit(sync bool) error
	// Start applies the changes, which are visible when it returns, and begins to make them
	// durable. The caller must call wait, which returns when they survive a crash of the
	// machine. Batches become durable in the order in which they were started, and those that
	// wait at the same time share one write.
	Start() (wait func() error, err error)
}
