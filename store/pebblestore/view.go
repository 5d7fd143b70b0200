package pebblestore

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A view is a file system that reads the files of a disk and writes to memory: the disk does not
// change, and writes are lost with the view. Opening a store writes the content of its log,
// which limits the memory used.
type view struct {
	vfs.FS // the disk
	mem    *vfs.MemFS

	mu   sync.Mutex
	gone map[string]bool // removed in the view, but still on the disk
}

var _ vfs.FS = (*view)(nil)

// newView returns a view of the folder dir.
func newView(disk vfs.FS, dir string) (*view, error) {
	v := &view{FS: disk, mem: vfs.NewMem(), gone: map[string]bool{}}
	return v, v.mem.MkdirAll(inMemory(dir), dirMode)
}

// Unwrap returns the disk.
func (v *view) Unwrap() vfs.FS { return v.FS }

// inMemory returns the name in memory, where a slash alone divides folders, of a file on the disk, where on
// Windows a backslash does.
func inMemory(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// written reports whether a file is in memory.
func (v *view) written(name string) bool {
	_, err := v.mem.Stat(inMemory(name))
	return err == nil
}

func (v *view) isGone(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.gone[name]
}

func (v *view) setGone(name string, gone bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gone[name] = gone
}

func missing(op, name string) error { return &os.PathError{Op: op, Path: name, Err: fs.ErrNotExist} }

// bring copies a file from the disk into memory, where it may be changed.
func (v *view) bring(name string) error {
	switch {
	case v.written(name):
		return nil
	case v.isGone(name):
		return missing("open", name)
	}
	return vfs.CopyAcrossFS(v.FS, name, v.mem, inMemory(name))
}

// Create creates a file.
func (v *view) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return v.mem.Create(inMemory(name), c)
}

// Link creates a second name.
func (v *view) Link(old, name string) error {
	if err := v.bring(old); err != nil {
		return err
	}
	return v.mem.Link(inMemory(old), inMemory(name))
}

// Open opens a file for reading.
func (v *view) Open(name string, opts ...vfs.OpenOption) (vfs.File, error) {
	switch {
	case v.written(name):
		return v.mem.Open(inMemory(name), opts...)
	case v.isGone(name):
		return nil, missing("open", name)
	}
	return v.FS.Open(name, opts...)
}

// OpenReadWrite opens a file for writing.
func (v *view) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	if err := v.bring(name); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return v.mem.OpenReadWrite(inMemory(name), c, opts...)
}

// OpenDir opens a folder, to make its names durable.
func (v *view) OpenDir(name string) (vfs.File, error) { return v.mem.OpenDir(inMemory(name)) }

// Remove removes a file from the view.
func (v *view) Remove(name string) error {
	if v.written(name) {
		v.setGone(name, true)
		return v.mem.Remove(inMemory(name))
	}
	if _, err := v.Stat(name); err != nil {
		return err
	}
	v.setGone(name, true)
	return nil
}

// Rename renames a file.
func (v *view) Rename(old, name string) error {
	if err := v.bring(old); err != nil {
		return err
	}
	if err := v.mem.Rename(inMemory(old), inMemory(name)); err != nil {
		return err
	}
	v.setGone(old, true)
	return nil
}

// ReuseForWrite reuses an old file under a new name.
func (v *view) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := v.Rename(old, name); err != nil {
		return nil, err
	}
	return v.mem.Create(inMemory(name), c)
}

// MkdirAll creates a folder.
func (v *view) MkdirAll(dir string, perm os.FileMode) error {
	return v.mem.MkdirAll(inMemory(dir), perm)
}

// Lock locks nothing on the disk.
func (v *view) Lock(name string) (io.Closer, error) { return v.mem.Lock(inMemory(name)) }

// List returns the names of the files in a folder.
func (v *view) List(dir string) ([]string, error) {
	names, err := v.FS.List(dir)
	if err != nil {
		return nil, err
	}
	written, err := v.mem.List(inMemory(dir))
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return v.isGone(v.PathJoin(dir, n)) || slices.Contains(written, n) })
	return append(names, written...), nil
}

// Stat describes a file.
func (v *view) Stat(name string) (vfs.FileInfo, error) {
	if info, err := v.mem.Stat(inMemory(name)); err == nil {
		return info, nil
	}
	if v.isGone(name) {
		return nil, missing("stat", name)
	}
	return v.FS.Stat(name)
}
