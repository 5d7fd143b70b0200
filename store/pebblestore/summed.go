package pebblestore

import (
	"hash/crc32"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A summedFile is written by one goroutine at a time, from its beginning to its end, and
// sums up what it has.
type summedFile struct {
	vfs.File
	seen  prefix // what was written
	short bool   // a write failed: what follows is not summed up
}

// newSummed returns a file of that name of which nothing is written yet.
func newSummed(f vfs.File, name string) summedFile {
	return summedFile{File: f, seen: prefix{name: name}}
}

// Write writes. The file below may spoil p, so it is summed up before.
func (f *summedFile) Write(p []byte) (int, error) {
	sum := crc32.Update(f.seen.sum, castagnoli(), p)
	n, err := f.File.Write(p)
	if n < len(p) {
		f.short = true
		return n, err
	}
	f.seen.size, f.seen.sum = f.seen.size+int64(n), sum
	return n, err
}
