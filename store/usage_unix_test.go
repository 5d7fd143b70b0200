//go:build unix

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/store"
)

// TestUsageOfLinks: a file that has several names in a folder takes its room once.
func TestUsageOfLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := filepath.Join(dir, "one")
	err := errors.Join(os.Mkdir(filepath.Join(dir, "moments"), 0o700), os.WriteFile(one, make([]byte, 1000), 0o600), os.WriteFile(filepath.Join(dir, "two"), make([]byte, 10), 0o600))
	if err == nil {
		err = os.Link(one, filepath.Join(dir, "moments", "one"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if files, bytes, err := store.Usage(dir); err != nil || files != 2 || bytes != 1010 {
		t.Errorf("%d files, %d bytes, %v", files, bytes, err)
	}
}
