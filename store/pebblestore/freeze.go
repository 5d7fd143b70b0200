package pebblestore

import (
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/store"
)

// A freezer is a file system that blocks at its first failed write: the failure is recorded in
// the store's fault, and the goroutine that met it never returns. If Pebble cannot write, it
// panics or retries without end, and both would take down the whole process, so it must not see
// the failure. fault.guard returns the error to the callers.
type freezer struct {
	vfs.FS
	fault *fault
	armed atomic.Bool // opening has ended; until then Pebble gets errors itself
}

var _ vfs.FS = (*freezer)(nil)

// mind blocks the goroutine forever if the disk accepts no more of the store's own files.
// Failures of a copy elsewhere do not affect the store.
func (z *freezer) mind(name string, err error) {
	if err == nil || !z.armed.Load() || !store.DiskStuck(err) || !z.ours(name) {
		return
	}
	z.fault.freeze(err)
	select {}
}

// ours reports whether name is the store's folder or a file in it.
func (z *freezer) ours(name string) bool {
	return name == z.fault.dir || z.PathDir(name) == z.fault.dir
}

// Unwrap returns the underlying file system.
func (z *freezer) Unwrap() vfs.FS { return z.FS }

// Create creates a file.
func (z *freezer) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := z.FS.Create(name, c)
	return z.file(name, f, err)
}

// ReuseForWrite reuses an old file under a new name.
func (z *freezer) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := z.FS.ReuseForWrite(old, name, c)
	return z.file(name, f, err)
}

// OpenReadWrite opens a file for writing.
func (z *freezer) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	f, err := z.FS.OpenReadWrite(name, c, opts...)
	return z.file(name, f, err)
}

// OpenDir opens a folder, to make its names durable.
func (z *freezer) OpenDir(name string) (vfs.File, error) {
	f, err := z.FS.OpenDir(name)
	return z.file(name, f, err)
}

// Link creates a second name.
func (z *freezer) Link(old, name string) error {
	err := z.FS.Link(old, name)
	z.mind(name, err)
	return err
}

// Rename changes a name.
func (z *freezer) Rename(old, name string) error {
	err := z.FS.Rename(old, name)
	z.mind(name, err)
	return err
}

func (z *freezer) file(name string, f vfs.File, err error) (vfs.File, error) {
	z.mind(name, err)
	if err != nil {
		return nil, err
	}
	return &freezingFile{File: f, z: z, name: name}, nil
}

// A freezingFile is a file of a freezer.
type freezingFile struct {
	vfs.File
	z    *freezer
	name string
}

// Write implements vfs.File.
func (f *freezingFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.z.mind(f.name, err)
	return n, err
}

// WriteAt implements vfs.File.
func (f *freezingFile) WriteAt(p []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(p, off)
	f.z.mind(f.name, err)
	return n, err
}

// Sync makes the file durable.
func (f *freezingFile) Sync() error {
	err := f.File.Sync()
	f.z.mind(f.name, err)
	return err
}

// SyncData makes the file's content durable.
func (f *freezingFile) SyncData() error {
	err := f.File.SyncData()
	f.z.mind(f.name, err)
	return err
}

// SyncTo makes the beginning of the file durable.
func (f *freezingFile) SyncTo(length int64) (bool, error) {
	full, err := f.File.SyncTo(length)
	f.z.mind(f.name, err)
	return full, err
}
