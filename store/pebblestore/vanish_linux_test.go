package pebblestore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestFilesVanish checks that, if the folder is removed while it is in use, writing returns an
// error that says so, and the process goes on.
func TestFilesVanish(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "db")
	s, err := pebblestore.Open(dir, pebblestore.Options{MemTableBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for i := 0; err == nil && i < 10_000; i++ {
		err = set(s, fmt.Sprintf("k%05d", i), strings.Repeat("x", 1000))
	}
	if aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "files were moved or removed while they were in use") {
		t.Errorf("writing: %v", err)
	}
	if err := set(s, "later", "x"); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a later write: %v", err)
	}
	if err := s.Close(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("closing: %v", err)
	}
}
