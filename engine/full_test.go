package engine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// TestFolderWithoutSockets checks the error if no control socket can be created.
func TestFolderWithoutSockets(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	path, err := e.folder.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), dir, Options{})
	var f *store.FolderError
	if !errors.As(err, &f) || f.Fault != store.FolderUnheard || aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("%v", err)
	}
}
