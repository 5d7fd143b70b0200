package store_test

import (
	"errors"
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
	f, err := store.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
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
	if _, err := store.OpenFolder(dir); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "another aranea process is using it") {
		t.Errorf("a second process: %v", err)
	}
	reader, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		t.Fatalf("reading beside the writer: %v", err)
	}
	if busy, err := reader.Busy(); err != nil || !busy {
		t.Errorf("while a crawl runs Busy() = %v, %v", busy, err)
	}
	if busy, err := f.Busy(); err != nil || busy {
		t.Errorf("for the writer itself Busy() = %v, %v", busy, err)
	}
	if f.FrontierDir() != filepath.Join(dir, "frontier") || f.IndexDir() != filepath.Join(dir, "index") || f.Dir() != dir {
		t.Errorf("folders %q, %q, %q", f.Dir(), f.FrontierDir(), f.IndexDir())
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if busy, err := reader.Busy(); err != nil || busy {
		t.Errorf("after the crawl Busy() = %v, %v", busy, err)
	}
	if err := openFolder(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := openFolder(t, dir)
	defer f.Close()
	if data, err := f.ReadOptions(); err != nil || data != nil {
		t.Errorf("before the first write: %q, %v", data, err)
	}
	for _, text := range []string{"{}", `{"scope": "host"}`} {
		if err := f.WriteOptions([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := f.ReadOptions(); err != nil || string(data) != text {
			t.Errorf("options %q, %v", data, err)
		}
	}
	if err := f.WriteOptions(make([]byte, 2<<20)); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("huge options: %v", err)
	}
	reader, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.WriteOptions(nil); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("writing by a reader: %v", err)
	}
	if data, err := reader.ReadOptions(); err != nil || string(data) != `{"scope": "host"}` {
		t.Errorf("a reader's options %q, %v", data, err)
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
		{"a folder as mark", func(dir string) error { return os.Mkdir(filepath.Join(dir, "FORMAT"), 0o700) }, aranea.Invalid, "cannot be read"},
		{"somebody's files", write("thesis.txt", "dear reader"), aranea.Invalid, "holds other files (thesis.txt)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.prepare(dir); err != nil {
				t.Fatal(err)
			}
			_, err := store.OpenFolder(dir)
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
		if _, err := store.OpenFolderReadOnly(dir); aranea.KindOf(err) != aranea.NotFound || !strings.Contains(err.Error(), "there is no crawl here") {
			t.Errorf("reading where nothing is: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := store.OpenFolder(dir); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "choose another folder") {
			t.Errorf("a file for a folder: %v", err)
		}
	}
}

// TestCrashInTheFirstMoment: the process died between making its temporary file
// and giving it its name.
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

// TestOneWinner opens a new folder from many sides at once.
func TestOneWinner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	var mu sync.Mutex
	var won []*store.Folder
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			f, err := store.OpenFolder(dir)
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
