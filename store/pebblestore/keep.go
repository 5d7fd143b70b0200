package pebblestore

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A keeper is a file system that keeps the store's record in sync with its files. Until the
// store is verified it removes no tables, logs and manifests: Pebble removes files that its
// manifest does not name, and the manifest may be the damaged file.
//
// Its lock is held while the record is written, which orders the record and the removals. Only
// the creation and removal of files by Pebble waits for it, once for each log.
type keeper struct {
	vfs.FS
	dir string

	mu        sync.Mutex
	record    record
	recording bool // the store is verified and not opened as a view
	verified  bool
	kept      []string
	manifest  prefix // the durable part of the newest one

	synced synced
}

var _ vfs.FS = (*keeper)(nil)

// Unwrap returns the underlying file system.
func (k *keeper) Unwrap() vfs.FS { return k.FS }

// ours returns the name of a file of the store, or "" if it is elsewhere.
func (k *keeper) ours(path string) string {
	if k.PathDir(path) != k.dir {
		return ""
	}
	return k.PathBase(path)
}

func isLog(name string) bool      { return filepath.Ext(name) == ".log" }
func isManifest(name string) bool { return strings.HasPrefix(name, "MANIFEST-") }

// evidence reports whether a file contains stored data.
func evidence(name string) bool {
	return isLog(name) || isManifest(name) || filepath.Ext(name) == ".sst" || filepath.Ext(name) == ".blob"
}

// begin ends the time in which no files are removed, and writes the first record: all existing
// logs, and the manifest that opening the store has written.
func (k *keeper) begin(m mark) error {
	names, err := k.List(k.dir)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.record.mark = m
	for _, n := range names {
		if isLog(n) && !slices.Contains(k.kept, k.PathJoin(k.dir, n)) {
			k.record.logs = append(k.record.logs, n)
		}
	}
	slices.Sort(k.record.logs)
	k.recording = true
	if err := k.write(); err != nil {
		return err
	}
	return k.synced.begin(k.FS, k.dir, k.record.logs)
}

// release removes the files that were kept until the store was verified.
func (k *keeper) release() {
	k.mu.Lock()
	kept := k.kept
	k.verified, k.kept = true, nil
	k.mu.Unlock()
	for _, path := range kept {
		// The record names logs that became obsolete since it was first written.
		if k.drop(k.PathBase(path)) == nil {
			_ = k.FS.Remove(path) // the next Open finds it again
		}
	}
}

// advance writes the record of a generation that is durable in the store.
func (k *keeper) advance(generation uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if generation <= k.record.generation {
		return nil // a later one was faster
	}
	k.record.generation = generation
	return k.write()
}

// seal writes the record of a store that needs no logs.
func (k *keeper) seal(generation uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.record.generation, k.record.logs = generation, nil
	return k.write()
}

// copied returns the record for a copy of the store.
func (k *keeper) copied() record {
	k.mu.Lock()
	defer k.mu.Unlock()
	return record{mark: k.record.mark}
}

// write writes the record. The caller holds the lock.
func (k *keeper) write() error {
	if !k.recording {
		return nil
	}
	k.record.manifest = k.manifest
	return writeRecord(k.FS, k.dir, k.record)
}

// add records a new log.
func (k *keeper) add(name string) error {
	if !isLog(name) {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	at, found := slices.BinarySearch(k.record.logs, name)
	if !k.recording || found {
		return nil
	}
	k.record.logs = slices.Insert(k.record.logs, at, name)
	return k.write()
}

// drop removes a file from the record before the file is removed.
func (k *keeper) drop(name string) error {
	k.synced.forget(name)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept = slices.DeleteFunc(k.kept, func(path string) bool { return k.PathBase(path) == name })
	at, found := slices.BinarySearch(k.record.logs, name)
	if found {
		k.record.logs = slices.Delete(k.record.logs, at, at+1)
	}
	if !found && name != k.record.manifest.name {
		return nil
	}
	return k.write()
}

// keep reports whether a file must not be removed yet, and records it if so.
func (k *keeper) keep(path string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.verified || !evidence(k.PathBase(path)) {
		return false
	}
	k.kept = append(k.kept, path)
	return true
}

// Remove removes a file, or defers that until the store is verified.
func (k *keeper) Remove(path string) error {
	if name := k.ours(path); name != "" {
		if k.keep(path) {
			return nil
		}
		if err := k.drop(name); err != nil {
			return err
		}
	}
	return k.FS.Remove(path)
}

// Create creates a file.
func (k *keeper) Create(path string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := k.FS.Create(path, c)
	return k.made(path, f, err)
}

// ReuseForWrite reuses an old file under a new name.
func (k *keeper) ReuseForWrite(old, path string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if name := k.ours(old); name != "" {
		if err := k.drop(name); err != nil {
			return nil, err
		}
	}
	f, err := k.FS.ReuseForWrite(old, path, c)
	return k.made(path, f, err)
}

// made records a new file, and wraps it if it is a manifest or a log.
func (k *keeper) made(path string, f vfs.File, err error) (vfs.File, error) {
	name := k.ours(path)
	if err != nil || name == "" {
		return f, err
	}
	if err := k.add(name); err != nil {
		_ = f.Close() // the first error is returned
		return nil, err
	}
	if isManifest(name) {
		return &manifestFile{newSummed(f, name), k}, nil
	}
	if isLog(name) {
		return newLogFile(f, name, &k.synced), nil
	}
	return f, nil
}

// A manifestFile is a manifest that is being written sequentially, by one goroutine at a time.
type manifestFile struct {
	summedFile
	k *keeper
}

// Sync makes the file durable, and records its content so far as a durable prefix.
func (f *manifestFile) Sync() error {
	err := f.File.Sync()
	if err == nil && !f.short {
		f.k.mu.Lock()
		f.k.manifest = f.seen
		f.k.mu.Unlock()
	}
	return err
}
