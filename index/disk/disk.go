// Package disk is what the index needs of a folder: files that are written once, made durable,
// mapped for reading, renamed and removed. Tests replace it by a folder in memory that fails
// and loses power on demand.
//
// Floor: 3 (state and input/output). Stability: engine. It knows no format.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea/store"
)

// A Folder holds files by name; a name is one path element. It is safe for
// concurrent use.
type Folder interface {
	// Create makes an empty file, replacing an existing one.
	Create(name string) (File, error)
	// CreateNew makes an empty file. It fails with fs.ErrExist if the file exists.
	CreateNew(name string) (File, error)
	// Map returns the whole content of a file for reading. It stays valid until release is
	// called, even if the file is removed.
	Map(name string) (data []byte, release func(), err error)
	// Rename renames a file, replacing an existing one.
	Rename(from, to string) error
	Remove(name string) error
	// List returns the names of all files, sorted.
	List() ([]string, error)
	// Sync makes created, renamed and removed names durable.
	Sync() error
}

// A File is written either by Write or by WriteAt, not by both. It is used by one goroutine.
type File interface {
	io.Writer
	// WriteAt overwrites existing bytes or appends.
	io.WriterAt
	// Sync makes the written bytes durable.
	Sync() error
	Close() error
}

// Dir is a folder of the file system.
type Dir struct{ path string }

// Guard line: Dir is a folder.
var _ Folder = Dir{}

// Open returns the folder at path, creating it if it does not exist.
func Open(path string) (Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return Dir{}, err
	}
	return Dir{path}, nil
}

// At returns the folder at path, which must exist.
func At(path string) (Dir, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Dir{}, err
	}
	if !info.IsDir() {
		return Dir{}, fmt.Errorf("%s: %w", path, errors.New("not a folder"))
	}
	return Dir{path}, nil
}

func (d Dir) join(name string) (string, error) {
	if name == "" || name != filepath.Base(name) || name == "." || name == ".." {
		return "", fmt.Errorf("%q: %w", name, fs.ErrInvalid)
	}
	return filepath.Join(d.path, name), nil
}

// Create is part of Folder.
func (d Dir) Create(name string) (File, error) { return d.create(name, os.O_TRUNC) }

// CreateNew is part of Folder.
func (d Dir) CreateNew(name string) (File, error) { return d.create(name, os.O_EXCL) }

func (d Dir) create(name string, flag int) (File, error) {
	path, err := d.join(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flag, 0o600)
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

// A file is a file of a Dir.
type file struct{ *os.File }

// Sync makes the bytes and the length of the file durable, but not the time of its
// modification: that would cost another write, and nobody asks for it.
func (f file) Sync() error { return syncData(f.File) }

// Map is part of Folder.
func (d Dir) Map(name string) ([]byte, func(), error) {
	path, err := d.join(name)
	if err != nil {
		return nil, nil, err
	}
	return mapFile(path)
}

// MapInPieces is Map for sequential readers: forget lets the system reclaim the memory of bytes
// that were read, beginning at a multiple of ForgetStep. Reading them again brings them back.
func (d Dir) MapInPieces(name string) (data []byte, forget func(from, to int), release func(), err error) {
	data, release, err = d.Map(name)
	return data, func(from, to int) { forgetMemory(data[from:to]) }, release, err
}

// ForgetStep is a multiple, in bytes, of the unit in which the system reclaims memory.
const ForgetStep = 256 << 10

// Rename is part of Folder.
func (d Dir) Rename(from, to string) error {
	a, err := d.join(from)
	if err != nil {
		return err
	}
	b, err := d.join(to)
	if err != nil {
		return err
	}
	return os.Rename(a, b)
}

// Link gives a file of d the same name in another folder as well, where that file system can. Nothing may
// be written into it any more.
func (d Dir) Link(name string, to Dir) error {
	from, err := d.join(name)
	if err != nil {
		return err
	}
	as, err := to.join(name)
	if err != nil {
		return err
	}
	return os.Link(from, as)
}

// Remove is part of Folder.
func (d Dir) Remove(name string) error {
	path, err := d.join(name)
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// List is part of Folder.
func (d Dir) List() ([]string, error) {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// Sync is part of Folder.
func (d Dir) Sync() error { return store.SyncDir(d.path) }

// mapFile maps a file read-only. An empty file maps to nothing.
func mapFile(path string) ([]byte, func(), error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 {
		return nil, func() {}, nil
	}
	if info.Size() != int64(int(info.Size())) {
		return nil, nil, fmt.Errorf("%s: the file is too large for this machine", path)
	}
	m, err := mapMemory(f, int(info.Size()))
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return m, func() { _ = unmapMemory(m) }, nil // nothing reads it any more
}
