package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

func openFolder(t *testing.T, dir string) *store.Folder {
	t.Helper()
	f, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// faultOf returns the fault in an error about a folder.
func faultOf(err error) store.FolderFault {
	var e *store.FolderError
	if errors.As(err, &e) {
		return e.Fault
	}
	return store.FolderTrouble
}

func TestOpenFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "data")
	f := openFolder(t, dir)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v, %v; want its owner only", info.Mode(), err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "FORMAT")); err != nil || string(data) != "aranea data folder, format 1\n" {
		t.Errorf("FORMAT %q, %v", data, err)
	}
	if _, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"}); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), fmt.Sprintf("another aranea process is using it (process %d, aranea test, since 2", os.Getpid())) {
		t.Errorf("a second process: %v", err)
	}
	reader, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		t.Fatalf("reading beside the writer: %v", err)
	}
	for name, side := range map[string]*store.Folder{"a reader": reader, "the writer": f} {
		h, held, err := side.Holder()
		if err != nil || !held || h.PID != os.Getpid() || h.Command != "aranea test" || h.Version != "1" || h.Since.IsZero() {
			t.Errorf("for %s the folder is held by %+v, %v, %v", name, h, held, err)
		}
	}
	if f.FrontierDir() != filepath.Join(dir, "frontier") || f.IndexDir() != filepath.Join(dir, "index") {
		t.Errorf("folders %q, %q", f.FrontierDir(), f.IndexDir())
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if h, held, err := reader.Holder(); err != nil || held {
		t.Errorf("after the crawl the folder is held by %+v, %v, %v", h, held, err)
	}
	if err := openFolder(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenFolderRefuses(t *testing.T) {
	t.Parallel()
	write := func(name, content string) func(string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600) }
	}
	tests := []struct {
		name    string
		prepare func(dir string) error
		kind    aranea.Kind
		says    string
	}{
		{"a newer format", write("FORMAT", "aranea data folder, format 99\n"), aranea.Invalid, "newer aranea (format 99, this program knows 1)"},
		{"a damaged mark", write("FORMAT", "nonsense"), aranea.Corrupt, "does not say a format"},
		{"an impossible format", write("FORMAT", "aranea data folder, format -3\n"), aranea.Corrupt, "does not say a format"},
		{"a huge mark", write("FORMAT", strings.Repeat("x", 2<<20)), aranea.Invalid, "larger than"},
		{"a folder as mark", func(dir string) error { return os.Mkdir(filepath.Join(dir, "FORMAT"), 0o700) }, aranea.Invalid, "not a folder as"},
		{"somebody's files", write("thesis.txt", "dear reader"), aranea.Invalid, "holds other files (thesis.txt)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.prepare(dir); err != nil {
				t.Fatal(err)
			}
			_, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"})
			if aranea.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%v, want kind %s and %q", err, tt.kind, tt.says)
			}
			if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
				t.Errorf("something was written into a folder that was refused: %v, %v", names, err)
			}
			if _, err := store.OpenFolderReadOnly(dir); aranea.KindOf(err) != tt.kind {
				t.Errorf("for reading: %v, want kind %s", err, tt.kind)
			}
		})
	}
}

func TestOpenFolderElsewhere(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "missing")} {
		if _, err := store.OpenFolderReadOnly(dir); aranea.KindOf(err) != aranea.NotFound || faultOf(err) != store.FolderMissing {
			t.Errorf("reading where nothing is: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"}); aranea.KindOf(err) != aranea.Invalid || faultOf(err) != store.FolderNoFolder {
			t.Errorf("a file for a folder: %v", err)
		}
	}
}

// TestOpenFolderThatCannotBeMade opens a folder that is a dangling link.
func TestOpenFolderThatCannotBeMade(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(t.TempDir(), "missing", "folder"), dir); err != nil {
		t.Fatal(err)
	}
	_, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"})
	if aranea.KindOf(err) != aranea.Invalid || faultOf(err) != store.FolderUnmade {
		t.Errorf("%v, want that it cannot be made", err)
	}
}

// TestCrashInTheFirstMoment simulates a process that died after it created its temporary file
// and before it renamed it.
func TestCrashInTheFirstMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"LOCK", "FORMAT.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("ara"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := openFolder(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOneWinner opens a new folder concurrently.
func TestOneWinner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	var mu sync.Mutex
	var won []*store.Folder
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			f, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"})
			mu.Lock()
			defer mu.Unlock()
			var e *aranea.Error
			switch {
			case err == nil:
				won = append(won, f)
			case !errors.As(err, &e) || e.Kind != aranea.Denied:
				t.Errorf("a loser: %v", err)
			}
		})
	}
	wg.Wait()
	if len(won) != 1 {
		t.Fatalf("%d processes own the folder", len(won))
	}
	if err := won[0].Close(); err != nil {
		t.Error(err)
	}
}
