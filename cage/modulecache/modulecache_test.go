package modulecache

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
)

// empty is a module without contents.
const empty = "\x00asm\x01\x00\x00\x00"

// compile compiles the empty module with a cache.
func compile(t *testing.T, folder, name string, now time.Time) {
	t.Helper()
	cache, err := Open(folder, name, now)
	if err != nil {
		t.Error(err)
		return
	}
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	if _, err := r.CompileModule(ctx, []byte(empty)); err != nil {
		t.Error(err)
	}
	if err := r.Close(ctx); err != nil {
		t.Error(err)
	}
}

// put makes a module of a size that was used at an instant.
func put(t *testing.T, folder, name string, size int64, used time.Time) {
	t.Helper()
	dir := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Join(dir, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "inner", "code"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(size); err != nil { // a file with a hole takes no room
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(dir, used, used); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), "-"+compiler())
		all = append(all, name)
	}
	return all
}

// TestLimits checks what goes when a module is used, and that other files of the folder stay.
func TestLimits(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	folder := t.TempDir()
	const third = MaxBytes/3 + 1 // two fit
	put(t, folder, "module-today", MaxBytes, now.Add(-time.Hour))
	put(t, folder, "module-last-week", third, now.Add(-7*24*time.Hour))
	put(t, folder, "wazero-before", third, now.Add(-MaxAge-time.Hour))
	put(t, folder, "other", third, now.Add(-10*MaxAge))
	compile(t, folder, "own", now)
	if got, want := names(t, folder), []string{"module-own", "module-today", "other"}; !slices.Equal(got, want) {
		t.Errorf("too large: %q", got)
	}
	folder = t.TempDir()
	put(t, folder, "module-1", third, now.Add(-2*24*time.Hour))
	put(t, folder, "module-2", third, now.Add(-3*24*time.Hour))
	put(t, folder, "module-3", third, now.Add(-4*24*time.Hour))
	put(t, folder, "module-4", third, now.Add(-5*24*time.Hour))
	compile(t, folder, "own", now)
	if got, want := names(t, folder), []string{"module-1", "module-2", "module-own"}; !slices.Equal(got, want) {
		t.Errorf("more than fit: %q", got)
	}
	compile(t, folder, "own", now.Add(MaxAge))
	if got, want := names(t, folder), []string{"module-own"}; !slices.Equal(got, want) {
		t.Errorf("after a month: %q", got)
	}
}

// TestTogether checks that several users of one folder do not disturb each other.
func TestTogether(t *testing.T) {
	t.Parallel()
	folder, now := t.TempDir(), time.Now()
	put(t, folder, "module-old", 1, now.Add(-2*MaxAge))
	var users sync.WaitGroup
	for _, name := range []string{"a", "b", "a", "b", "a", "b"} {
		users.Go(func() { compile(t, folder, name, now) })
	}
	users.Wait()
	if got, want := names(t, folder), []string{"module-a", "module-b"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestNoFolder checks that a folder that cannot be made is an error.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, "own", time.Now()); err == nil {
		t.Error("no error")
	}
}
