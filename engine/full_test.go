package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/store"
)

// TestFolderWithoutSockets: if no control socket can be made in the folder, it is elsewhere, and others
// reach the owner; if there is no other place either, the error says so.
func TestFolderWithoutSockets(t *testing.T) {
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
	if e, err = Open(t.Context(), dir, Options{}); err != nil {
		t.Fatal(err)
	}
	c, err := api.Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Status(t.Context()); err != nil {
		t.Error(err)
	}
	elsewhere, err := e.folder.ControlPath()
	if err != nil || elsewhere == path {
		t.Errorf("the socket is said to be at %s, %v", elsewhere, err)
	}
	c.Close()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(elsewhere)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of the socket stays: %v", err)
	}

	t.Setenv("TMPDIR", filepath.Join(dir, "missing"))
	_, err = Open(t.Context(), dir, Options{})
	var f *store.FolderError
	if !errors.As(err, &f) || f.Fault != store.FolderUnheard || aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("%v", err)
	}
}
