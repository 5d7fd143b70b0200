package pebblestore

import "github.com/cockroachdb/pebble/v2/vfs"

// Zeros are written behind a small write to a log, so that those that follow change
// neither the length of the file nor where it lies: to make one durable then costs one
// write of its own bytes.
const (
	leastZeros = 16 << 10  // bytes at once: as many as the log has, so that a small log
	mostZeros  = 256 << 10 // stays small and a large one seldom grows
	smallWrite = 64 << 10  // no zeros follow more bytes at once: they cost more than the length
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
	if f.seen.size-f.durable > smallWrite {
		return
	}
	zeros := make([]byte, min(max(f.seen.size, leastZeros), mostZeros))
	if n, err := f.WriteAt(zeros, f.seen.size); err == nil {
		f.length += int64(n)
	}
}
