package pebblestore

import (
	"hash/crc32"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A summedFile is written sequentially by one goroutine at a time, and computes a checksum of
// its content.
type summedFile struct {
	vfs.File
	seen  prefix // what was written
	short bool   // a write failed: the checksum does not cover what follows
}

// newSummed returns a file with a name, of which nothing is written yet.
func newSummed(f vfs.File, name string) summedFile {
	return summedFile{File: f, seen: prefix{name: name}}
}

// Write implements vfs.File. It computes the checksum first, because the underlying file may
// modify p.
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
