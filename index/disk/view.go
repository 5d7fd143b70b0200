package disk

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
)

// A View reads from a folder and writes to memory: the folder stays unchanged, and everything
// written ends with the View. It is safe for concurrent use.
type View struct {
	Folder

	mu      sync.Mutex
	written map[string]*viewFile // nil for a removed file
}

// Guard line: View is a folder.
var _ Folder = (*View)(nil)

// NewView returns a view of a folder.
func NewView(of Folder) *View { return &View{Folder: of, written: map[string]*viewFile{}} }

// A viewFile is a file in memory.
type viewFile struct {
	view *View
	data []byte
}

// Create is part of Folder.
func (v *View) Create(name string) (File, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := &viewFile{view: v}
	v.written[name] = f
	return f, nil
}

// CreateNew is part of Folder. A folder's views have one owner, so nothing can happen between
// the check and the creation.
func (v *View) CreateNew(name string) (File, error) {
	_, release, err := v.Map(name)
	switch {
	case err == nil:
		release()
		return nil, &os.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return v.Create(name)
}

// Map is part of Folder.
func (v *View) Map(name string) ([]byte, func(), error) {
	v.mu.Lock()
	f, known := v.written[name]
	var data []byte
	if f != nil {
		data = slices.Clip(f.data)
	}
	v.mu.Unlock()
	switch {
	case f != nil:
		return data, func() {}, nil
	case known:
		return nil, nil, &os.PathError{Op: "map", Path: name, Err: fs.ErrNotExist}
	}
	return v.Folder.Map(name)
}

// Rename is part of Folder.
func (v *View) Rename(from, to string) error {
	data, release, err := v.Map(from)
	if err != nil {
		return err
	}
	defer release()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.written[to] = &viewFile{view: v, data: slices.Clone(data)}
	v.written[from] = nil
	return nil
}

// Remove is part of Folder.
func (v *View) Remove(name string) error {
	_, release, err := v.Map(name)
	if err != nil {
		return err
	}
	release()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.written[name] = nil
	return nil
}

// List is part of Folder.
func (v *View) List() ([]string, error) {
	names, err := v.Folder.List()
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	names = slices.DeleteFunc(names, func(n string) bool { _, known := v.written[n]; return known })
	for n, f := range v.written {
		if f != nil {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Sync is part of Folder.
func (v *View) Sync() error { return nil }

// Write is part of File.
func (f *viewFile) Write(p []byte) (int, error) {
	f.view.mu.Lock()
	defer f.view.mu.Unlock()
	f.data = append(f.data, p...)
	return len(p), nil
}

// WriteAt is part of File.
func (f *viewFile) WriteAt(p []byte, at int64) (int, error) {
	f.view.mu.Lock()
	defer f.view.mu.Unlock()
	f.data = writeAt(f.data, p, at)
	return len(p), nil
}

// Sync is part of File.
func (f *viewFile) Sync() error { return nil }

// Close is part of File.
func (f *viewFile) Close() error { return nil }
