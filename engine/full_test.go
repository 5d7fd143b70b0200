package engine

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// TestFullDiskOfTheOwner checks that a full disk at the owner is reported as such to its
// callers.
func TestFullDiskOfTheOwner(t *testing.T) {
	t.Parallel()
	at := &aranea.Error{Op: "backup", Kind: aranea.Transient, Obj: "/copies", Err: store.ErrDiskFull}
	if err := problemError(wire.Of(at)); !store.DiskFull(err) || err.Error() != at.Error() {
		t.Errorf("%v", err)
	}
	at.Err = errors.New("something else")
	if p := wire.Of(at); p.Status != http.StatusServiceUnavailable || store.DiskFull(problemError(p)) {
		t.Errorf("%+v", p)
	}
}

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
