//go:build unix

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// TestPipes checks that a pipe in a data folder, which would be waited for without end, is refused with
// its name, in the folder itself and in its parts.
func TestPipes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"FORMAT", "LOCK", "options.json", "frontier/000001.log", "index/seg-00000001.doc", "rank/versions"} {
		dir := t.TempDir()
		if err := openFolder(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(file, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := store.OpenFolder(dir, store.Holder{Command: "aranea test", Version: "1"})
		if aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), name+" is damaged: it is no file") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := store.OpenFolderReadOnly(dir); faultOf(err) != store.FolderDamaged {
			t.Errorf("%s, for reading: %v", name, err)
		}
		elsewhere := filepath.Join(t.TempDir(), "pipe")
		if err := errors.Join(os.Rename(file, elsewhere), os.Symlink(elsewhere, file)); err != nil {
			t.Fatal(err)
		}
		if _, err := store.OpenFolderReadOnly(dir); faultOf(err) != store.FolderDamaged {
			t.Errorf("a link at %s: %v", name, err)
		}
	}
}
