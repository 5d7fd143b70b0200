//go:build !cgo

package pebblestore

// outsideHeap says that Pebble takes its blocks and memtables from Go.
const outsideHeap = false
