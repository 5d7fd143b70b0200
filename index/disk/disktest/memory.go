// Package disktest holds a folder in memory that fails and loses power when it
// is told to, and the contract that every folder passes.
//
// Floor: 3 (state and input/output). Stability: engine; for tests alone.
package disktest

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/aranea-search/aranea/index/disk"
)

// ErrInjected is what a folder answers that was told to fail.
var ErrInjected = errors.New("injected fault")

// Memory is a folder in memory. It is safe for concurrent use.
type Memory struct {
	mu      sync.Mutex
	names   map[string]*content
	durable map[string]*content // names as of the last Sync
	steps   []step              // changes of names since then
	left    int                 // operations until one fails, -1 for never
	failed  bool
}

// Guard line: Memory is a folder.
var _ disk.Folder = (*Memory)(nil)

// content is the bytes of a file, of which the first synced are durable but for those
// that were written over since.
type content struct {
	data   []byte
	synced int
	over   []patch // in the order of writing
}

// A patch is bytes that were written over.
type patch struct {
	at  int
	old []byte
}

// torn returns the first n bytes as a loss of power leaves them: sectors that were not
// synced may be as they were before, or zeros where nothing was.
func (c *content) torn(rnd *rand.Rand, n int) []byte {
	data := slices.Clone(c.data[:n])
	if rnd.IntN(3) == 0 {
		eachSector(c.synced, n, func(from, to int) {
			if rnd.IntN(2) == 0 {
				clear(data[from:to]) // it was never written
			}
		})
	}
	if rnd.IntN(2) == 0 {
		return data
	}
	for _, p := range slices.Backward(c.over) {
		eachSector(p.at, min(p.at+len(p.old), n), func(from, to int) {
			if rnd.IntN(2) == 0 {
				copy(data[from:to], p.old[from-p.at:])
			}
		})
	}
	return data
}

// eachSector calls do with the parts of a range that are in one sector each.
func eachSector(from, end int, do func(from, to int)) {
	for from < end {
		to := min(from/sector*sector+sector, end)
		do(from, to)
		from = to
	}
}

// A step binds a name to a content, nil to remove it.
type step struct {
	name string
	to   *content
}

// New returns an empty folder.
func New() *Memory {
	return &Memory{names: map[string]*content{}, durable: map[string]*content{}, left: -1}
}

// FailAfter lets n more operations that write succeed; the one after fails, a
// write by half. Later ones succeed again.
func (m *Memory) FailAfter(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left, m.failed = n, false
}

// Failed reports whether the fault that FailAfter asked for has come.
func (m *Memory) Failed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failed
}

// fault counts an operation and reports whether it is to fail.
func (m *Memory) fault() bool {
	if m.left < 0 {
		return false
	}
	m.left--
	m.failed = m.failed || m.left < 0
	return m.left < 0
}

// sector is what a disk writes as a whole or not at all: its error correction spans a
// sector, so that one which lost power halfway reads as an error, and not as half of
// each. So what is left of a record that was never synced lacks a sector at least, or is
// whole.
const sector = 512

// Crash returns what a loss of power leaves: names changed since the last Sync
// count up to some point, and of each file its durable bytes and some of the
// others, some sectors of which are perhaps zeros. The old folder must not be used
// again.
func (m *Memory) Crash(rnd *rand.Rand) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := maps.Clone(m.durable)
	for _, s := range m.steps[:rnd.IntN(len(m.steps)+1)] {
		bind(names, s)
	}
	out := New()
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c := names[name]
		n := c.synced + rnd.IntN(len(c.data)-c.synced+1)
		out.names[name] = &content{data: c.torn(rnd, n), synced: n}
		out.durable[name] = out.names[name]
	}
	return out
}

// Kill returns what the end of the process alone leaves: everything written.
func (m *Memory) Kill() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := New()
	for name, c := range m.names {
		out.names[name] = &content{data: slices.Clone(c.data), synced: len(c.data)}
		out.durable[name] = out.names[name]
	}
	return out
}

// Put sets the content of a file, durable at once.
func (m *Memory) Put(name string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &content{data: slices.Clone(data), synced: len(data)}
	m.names[name], m.durable[name] = c, c
}

func bind(names map[string]*content, s step) {
	if s.to == nil {
		delete(names, s.name)
	} else {
		names[s.name] = s.to
	}
}

func (m *Memory) change(s step) {
	bind(m.names, s)
	m.steps = append(m.steps, s)
}

// Create is part of disk.Folder.
func (m *Memory) Create(name string) (disk.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.create(name)
}

// CreateNew is part of disk.Folder.
func (m *Memory) CreateNew(name string) (disk.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.names[name]; ok {
		return nil, fmt.Errorf("create %s: %w", name, fs.ErrExist)
	}
	return m.create(name)
}

// create makes a file. m.mu is held.
func (m *Memory) create(name string) (disk.File, error) {
	if m.fault() {
		return nil, fmt.Errorf("create %s: %w", name, ErrInjected)
	}
	c := &content{}
	m.change(step{name, c})
	return &file{m: m, name: name, c: c}, nil
}

// Map is part of disk.Folder.
func (m *Memory) Map(name string) ([]byte, func(), error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.names[name]
	if !ok {
		return nil, nil, fmt.Errorf("open %s: %w", name, fs.ErrNotExist)
	}
	return c.data[:len(c.data):len(c.data)], func() {}, nil // files only grow
}

// Rename is part of disk.Folder.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.names[from]
	switch {
	case !ok:
		return fmt.Errorf("rename %s: %w", from, fs.ErrNotExist)
	case m.fault():
		return fmt.Errorf("rename %s: %w", from, ErrInjected)
	}
	m.change(step{to, c})
	m.change(step{from, nil})
	return nil
}

// Remove is part of disk.Folder.
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.names[name]
	switch {
	case !ok:
		return fmt.Errorf("remove %s: %w", name, fs.ErrNotExist)
	case m.fault():
		return fmt.Errorf("remove %s: %w", name, ErrInjected)
	}
	m.change(step{name, nil})
	return nil
}

// List is part of disk.Folder.
func (m *Memory) List() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.names)), nil
}

// Sync is part of disk.Folder.
func (m *Memory) Sync() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault() {
		return fmt.Errorf("sync folder: %w", ErrInjected)
	}
	m.durable, m.steps = maps.Clone(m.names), nil
	return nil
}

// A file is being written.
type file struct {
	m    *Memory
	name string
	c    *content
}

// Write is part of disk.File.
func (f *file) Write(b []byte) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if f.m.fault() {
		f.c.data = append(f.c.data, b[:len(b)/2]...)
		return len(b) / 2, fmt.Errorf("write %s: %w", f.name, ErrInjected)
	}
	f.c.data = append(f.c.data, b...)
	return len(b), nil
}

// WriteAt is part of disk.File. One that fails has written whole sectors alone: what a
// system copies before it finds no room, or is killed, are whole pages.
func (f *file) WriteAt(b []byte, at int64) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if int(at) > len(f.c.data) {
		return 0, fmt.Errorf("write %s behind its end: %w", f.name, fs.ErrInvalid)
	}
	var err error
	if f.m.fault() {
		half := (int(at) + len(b)/2) / sector * sector
		b, err = b[:max(half-int(at), 0)], fmt.Errorf("write %s: %w", f.name, ErrInjected)
	}
	n := min(len(b), len(f.c.data)-int(at))
	f.c.over = append(f.c.over, patch{int(at), slices.Clone(f.c.data[at : int(at)+n])})
	// Who has mapped the file keeps what was there.
	data := f.c.data
	if n > 0 {
		data = slices.Clone(data)
	}
	copy(data[at:], b[:n])
	f.c.data = append(data, b[n:]...)
	return len(b), err
}

// Sync is part of disk.File.
func (f *file) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if f.m.fault() {
		return fmt.Errorf("sync %s: %w", f.name, ErrInjected)
	}
	f.c.synced, f.c.over = len(f.c.data), nil
	return nil
}

// Close is part of disk.File.
func (f *file) Close() error { return nil }
