package pebblestore

import (
	"io"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Permissions of the files of the store: access for the owner only, as in the rest of the data
// folder, because URLs and trails reveal what the owner looks at.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

// A privateFS is the machine's file system, except for the permissions of new files and folders.
// Pebble would use the defaults of the process, which may let others read them.
type privateFS struct{ vfs.FS }

var _ vfs.FS = privateFS{}

// Unwrap returns the underlying file system.
func (p privateFS) Unwrap() vfs.FS { return p.FS }

// MkdirAll creates a folder.
func (p privateFS) MkdirAll(dir string, perm os.FileMode) error {
	return p.FS.MkdirAll(dir, perm&dirMode)
}

// Create creates a file.
func (p privateFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := p.FS.Create(name, c)
	f, err = restrict(name, f, err)
	return trimmed(name, f), err
}

// ReuseForWrite reuses an old file under a new name.
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

// Lock creates and locks a file.
func (p privateFS) Lock(name string) (io.Closer, error) {
	l, err := p.FS.Lock(name)
	return restrict(name, l, err)
}

// restrict removes all permissions of others from an opened file.
func restrict[C io.Closer](name string, f C, err error) (C, error) {
	if err != nil {
		return f, err
	}
	if err := os.Chmod(name, fileMode); err != nil {
		_ = f.Close() // the first error is returned
		var none C
		return none, err
	}
	return f, nil
}

// A trimmedLog is a log that, when it is closed, releases the unused part of its preallocated
// space, because Pebble preallocates the size of a whole memtable.
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

// Close implements vfs.File. A log that cannot be trimmed takes more space but is complete.
func (t trimmedLog) Close() error {
	if info, err := t.Stat(); err == nil {
		_ = os.Truncate(t.name, info.Size())
	}
	return t.File.Close()
}
