package pebblestore

import (
	"io"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Rights of what the store makes: its owner's alone, as in the rest of the data
// folder, for URLs and trails tell what its owner looks at.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

// A privateFS is the machine's file system, but for the rights of new files and
// folders: Pebble leaves those to the process, which others may read.
type privateFS struct{ vfs.FS }

var _ vfs.FS = privateFS{}

// Unwrap returns the file system below.
func (p privateFS) Unwrap() vfs.FS { return p.FS }

// MkdirAll makes a folder.
func (p privateFS) MkdirAll(dir string, perm os.FileMode) error {
	return p.FS.MkdirAll(dir, perm&dirMode)
}

// Create creates a file.
func (p privateFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := p.FS.Create(name, c)
	f, err = restrict(name, f, err)
	return trimmed(name, f), err
}

// ReuseForWrite turns an old file into a new one.
func (p privateFS) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := p.FS.ReuseForWrite(old, name, c)
	f, err = restrict(name, f, err)
	return trimmed(name, f), err
}

// OpenReadWrite opens a file for writing.
func (p privateFS) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	f, err := p.FS.OpenReadWrite(name, c, opts...)
	return restrict(name, f, err)
}

// Lock makes the file that is locked.
func (p privateFS) Lock(name string) (io.Closer, error) {
	l, err := p.FS.Lock(name)
	return restrict(name, l, err)
}

// restrict takes everybody else's rights off a file that was opened.
func restrict[C io.Closer](name string, f C, err error) (C, error) {
	if err != nil {
		return f, err
	}
	if err := os.Chmod(name, fileMode); err != nil {
		_ = f.Close() // the first error counts
		var none C
		return none, err
	}
	return f, nil
}

// A trimmedLog is a log that gives back, when it is closed, the room that was set
// aside for it and not used: Pebble asks for that of a whole memtable at once.
type trimmedLog struct {
	vfs.File
	name string
}

// trimmed returns f, as a trimmedLog if it is a log.
func trimmed(name string, f vfs.File) vfs.File {
	if f == nil || filepath.Ext(name) != ".log" {
		return f
	}
	return trimmedLog{f, name}
}

// Close implements vfs.File. A log that cannot be trimmed takes more room, and is
// whole.
func (t trimmedLog) Close() error {
	if info, err := t.Stat(); err == nil {
		_ = os.Truncate(t.name, info.Size())
	}
	return t.File.Close()
}
