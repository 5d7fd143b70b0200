package pebblestore

import (
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/internal/prealloc"
)

// A logFile is a write-ahead log that is being written sequentially, by one goroutine at a time.
type logFile struct {
	summedFile
	synced  *synced
	durable int64 // durable bytes of seen
	length  int64 // of the file: after seen there are zeros, or remains of an older log
}

// newLogFile returns the log with a name, empty or reusing an older file.
func newLogFile(f vfs.File, name string, s *synced) *logFile {
	l := &logFile{summedFile: newSummed(f, name), synced: s}
	if info, err := f.Stat(); err == nil { // otherwise zeros overwrite its content
		l.length = info.Size()
	}
	return l
}

// Sync makes the file durable, and records up to where.
func (f *logFile) Sync() error { return f.sync(f.File.Sync) }

// SyncData makes the content durable, and records up to where.
func (f *logFile) SyncData() error { return f.sync(f.File.SyncData) }

func (f *logFile) sync(file func() error) error {
	f.writeZeros()
	if err := file(); err != nil || f.short {
		return err
	}
	f.durable = f.seen.size
	return f.synced.note(f.seen)
}

// writeZeros writes zeros after the content if little was written and that made the file longer.
// An error is not a fault: the content is durable without the zeros.
func (f *logFile) writeZeros() {
	if f.short || f.seen.size <= f.length {
		return
	}
	f.length = f.seen.size
	behind := prealloc.Behind(f.seen.size, f.seen.size-f.durable)
	if behind == 0 {
		return
	}
	if n, err := f.WriteAt(make([]byte, behind), f.seen.size); err == nil {
		f.length += int64(n)
	}
}
