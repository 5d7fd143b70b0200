package pebblestore

import (
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/internal/zeros"
)

// A logFile is a write-ahead log that is being written, by one goroutine at a time,
// from its beginning to its end.
type logFile struct {
	summedFile
	synced  *synced
	durable int64 // bytes of seen
	length  int64 // of the file: behind seen there are zeros, or what an older log has left
}

// newLogFile returns the log of that name, in the place of an older one or empty.
func newLogFile(f vfs.File, name string, s *synced) *logFile {
	l := &logFile{summedFile: newSummed(f, name), synced: s}
	if info, err := f.Stat(); err == nil { // else zeros are written over what it has
		l.length = info.Size()
	}
	return l
}

// Sync makes the file durable, and notes how far it is.
func (f *logFile) Sync() error { return f.sync(f.File.Sync) }

// SyncData makes what was written durable, and notes how far it is.
func (f *logFile) SyncData() error { return f.sync(f.File.SyncData) }

func (f *logFile) sync(file func() error) error {
	f.writeZeros()
	if err := file(); err != nil || f.short {
		return err
	}
	f.durable = f.seen.size
	return f.synced.note(f.seen)
}

// writeZeros writes zeros behind what was written, if that was little and the file became
// longer by it. That it cannot is no fault: what was written is durable without them.
func (f *logFile) writeZeros() {
	if f.short || f.seen.size <= f.length {
		return
	}
	f.length = f.seen.size
	behind := zeros.Behind(f.seen.size, f.seen.size-f.durable)
	if behind == 0 {
		return
	}
	if n, err := f.WriteAt(make([]byte, behind), f.seen.size); err == nil {
		f.length += int64(n)
	}
}
