//go:build cgo

package pebblestore

// outsideHeap is true if Pebble allocates its blocks and memtables in C.
const outsideHeap = true
