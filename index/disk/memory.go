package disk

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
)

// Memory is a folder in memory: nothing in it outlives the process. It is safe
// for concurrent use.
type Memory struct {
	mu    sync.Mutex
	files map[string]*memoryFile
}

// Guard line: Memory is a folder.
var _ Folder = (*Memory)(nil)

// NewMemory returns an empty folder.
func NewMemory() *Memory { return &Memory{files: map[string]*memoryFile{}} }

// A memoryFile is a file of a Memory.
type memoryFile struct{ data []byte }

// Write is part of io.Writer.
func (f *memoryFile) Write(b []byte) (int, error) {
	f.data = append(f.data, b...)
	return len(b), nil
}

// WriteAt is part of io.WriterAt.
func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	f.data = writeAt(f.data, b, at)
	return len(b), nil
}

// writeAt returns data with b written at an offset of it or appended.
func writeAt(data, b []byte, at int64) []byte {
	n := copy(data[at:], b)
	return append(data, b[n:]...)
}

// Sync is part of File. There is nothing to make durable.
func (f *memoryFile) Sync() error { return nil }

// Close is part of File.
func (f *memoryFile) Close() error { return nil }

// Create is part of Folder.
func (m *Memory) Create(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.create(name), nil
}

// CreateNew is part of Folder.
func (m *Memory) CreateNew(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.files[name]; ok {
		return nil, fmt.Errorf("create %s: %w", name, fs.ErrExist)
	}
	return m.create(name), nil
}

// create makes a file. m.mu is held.
func (m *Memory) create(name string) File {
	f := &memoryFile{}
	m.files[name] = f
	return f
}

// Map is part of Folder. The file must be complete.
func (m *Memory) Map(name string) (data []byte, release func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.files[name]
	if !ok {
		return nil, nil, fmt.Errorf("map %s: %w", name, fs.ErrNotExist)
	}
	return f.data, func() {}, nil
}

// Rename is part of Folder.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.files[from]
	if !ok {
		return fmt.Errorf("rename %s: %w", from, fs.ErrNotExist)
	}
	m.files[to] = f
	delete(m.files, from)
	return nil
}

// Remove is part of Folder.
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.files[name]; !ok {
		return fmt.Errorf("remove %s: %w", name, fs.ErrNotExist)
	}
	delete(m.files, name)
	return nil
}

// List is part of Folder.
func (m *Memory) List() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.files)), nil
}

// Sync is part of Folder. There is nothing to make durable.
func (m *Memory) Sync() error { return nil }
