package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

func TestOpenFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	f, err := store.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenFolder(dir); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "another aranea process") {
		t.Errorf("a second process: %v", err)
	}
	if _, err := store.OpenFolderReadOnly(dir); err != nil {
		t.Errorf("reading beside the writer: %v", err)
	}
	if err := f.WriteOptions([]byte("{}")); err != nil {
		t.Error(err)
	}
	if data, err := f.ReadOptions(); err != nil || string(data) != "{}" {
		t.Errorf("options %q, %v", data, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err = store.OpenFolder(dir)
	if err != nil {
		t.Fatalf("after the first process ended: %v", err)
	}
	f.Close()
}

func TestOpenFolderRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file, content, says string
		kind                      aranea.Kind
	}{
		{"a newer format", "FORMAT", "aranea data folder, format 99\n", "newer aranea", aranea.Invalid},
		{"a damaged mark", "FORMAT", "nonsense", "does not say a format", aranea.Corrupt},
		{"somebody's files", "thesis.txt", "dear reader", "holds other files (thesis.txt)", aranea.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := store.OpenFolder(dir)
			if aranea.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, want kind %s and %q", err, tt.kind, tt.says)
			}
		})
	}
	if _, err := store.OpenFolderReadOnly(t.TempDir()); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("reading where nothing is: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenFolder(file); err == nil {
		t.Error("a file passed for a folder")
	}
}
