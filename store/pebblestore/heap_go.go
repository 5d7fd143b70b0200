//go:build !cgo

package pebblestore

// outsideHeap is false if Pebble allocates its blocks and memtables in Go.
const outsideHeap = false
