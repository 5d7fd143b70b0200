// Package modulecache keeps WebAssembly modules in compiled form in a folder of the user: compiling one
// takes seconds, and each worker process needs it.
//
// Floor: 3 (state and I/O), inside cage. Stability: engine. Several processes use a folder at once,
// without locks: what one of them has used in the last day stays, and everything can be made again.
package modulecache

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
)

// Limits of a folder. Each module has a folder in it, and is removed as a whole.
const (
	// MaxAge is how long a module stays that nobody uses.
	MaxAge = 30 * 24 * time.Hour
	// MaxBytes is the size of all modules above which those go that were used longest ago.
	MaxBytes = 512 << 20
	// grace is how long a module stays in any case after its last use: another process may be
	// reading or writing it.
	grace = 24 * time.Hour
)

// The names of what is in a folder: one for each module, and one for each version of the compiler from
// before there were such.
const (
	modulePrefix = "module-"
	formerPrefix = "wazero-"
)

// Open returns the cache for the module of a name in a folder, notes that it is used now, and removes
// modules beyond the limits.
func Open(folder, name string, now time.Time) (wazero.CompilationCache, error) {
	own := filepath.Join(folder, modulePrefix+name+"-"+compiler())
	if err := os.MkdirAll(own, 0o700); err != nil {
		return nil, err
	}
	if err := os.Chtimes(own, now, now); err != nil {
		return nil, err
	}
	if err := sweep(folder, now); err != nil {
		return nil, err
	}
	return wazero.NewCompilationCacheWithDir(own)
}

// compiler returns the version of the compiler: the results of others are not used any more.
func compiler() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/tetratelabs/wazero" {
			return m.Version
		}
	}
	return "unknown"
}

// A kept module is one in a folder.
type kept struct {
	path string
	used time.Time
	size int64
}

// sweep removes what is beyond the limits.
func sweep(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var all []kept
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !strings.HasPrefix(e.Name(), modulePrefix) && !strings.HasPrefix(e.Name(), formerPrefix) {
			continue // another process has removed it, or it is none of ours
		}
		path := filepath.Join(folder, e.Name())
		all = append(all, kept{path, info.ModTime(), sizeOf(path)})
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	var total int64
	for _, k := range all {
		total += k.size
		age := now.Sub(k.used)
		if age > MaxAge || total > MaxBytes && age > grace {
			total -= k.size
			_ = os.RemoveAll(k.path) // what stays is removed the next time
		}
	}
	return nil
}

// sizeOf returns the size of the files of a folder, as far as they can be seen.
func sizeOf(folder string) int64 {
	var size int64
	_ = filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // another process has removed it
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size
}
