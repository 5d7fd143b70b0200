package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestLookersDoNotRefuse opens and closes a folder while other goroutines inspect who holds it,
// which must never be taken for an owner.
func TestLookersDoNotRefuse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := OpenFolder(dir, Holder{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			r := &Folder{dir: dir}
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, _, err := r.Holder(); err != nil {
					t.Errorf("looking: %v", err)
					return
				}
			}
		})
	}
	for i := range 100 {
		f, err := OpenFolder(dir, Holder{})
		if err != nil {
			t.Errorf("opening %d: %v", i, err)
			break
		}
		if err := f.Close(); err != nil {
			t.Errorf("closing: %v", err)
			break
		}
	}
	close(stop)
	wg.Wait()
}

// TestHolderAfterKill checks that the new owner replaces the description that a killed owner
// left, which is longer, and that invalid descriptions are ignored.
func TestHolderAfterKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, lockFile)
	if err := os.WriteFile(path, []byte(`{"pid":99999,"command":"aranea crawl with a long name that the next has not","since":"2020-01-01T00:00:00Z"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &Folder{dir: dir}
	if h, held, err := r.Holder(); held || err != nil {
		t.Errorf("nobody has the lock, but %+v, %v, %v", h, held, err)
	}
	f, err := OpenFolder(dir, Holder{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if h, held, err := r.Holder(); !held || err != nil || h.PID != os.Getpid() || h.Command != "" {
		t.Errorf("the new owner: %+v, %v, %v", h, held, err)
	}
	if err := os.WriteFile(path, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h, held, err := r.Holder(); !held || err != nil || h != (Holder{}) {
		t.Errorf("a damaged name: %+v, %v, %v", h, held, err)
	}
	if _, err := OpenFolder(dir, Holder{}); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("a second owner: %v", err)
	}
}

func TestFolderErrorKinds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		err   error
		fault FolderFault
		kind  aranea.Kind
	}{
		{errors.Join(errNoLocks, errors.New("operation not supported")), FolderNoLocks, aranea.Invalid},
		{os.ErrPermission, FolderForbidden, aranea.Denied},
		{fmt.Errorf("x: %w", os.ErrInvalid), FolderNoFolder, aranea.Invalid},
		{errors.New("the disk burns"), FolderTrouble, aranea.Transient},
	}
	for _, tt := range tests {
		err := folderError("d", tt.err)
		var e *FolderError
		if !errors.As(err, &e) || e.Fault != tt.fault || aranea.KindOf(err) != tt.kind || !errors.Is(err, tt.err) {
			t.Errorf("%v became %v of kind %s", tt.err, err, aranea.KindOf(err))
		}
	}
}
