package api

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// copier notes the folders that it is told to copy to, and puts a file there.
type copier struct {
	fake
	fail   error
	copied []string
}

// Backup implements service.Service.
func (c *copier) Backup(_ context.Context, dir string) (service.Copied, error) {
	if c.fail != nil {
		return service.Copied{}, c.fail
	}
	c.copied = append(c.copied, dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return service.Copied{}, err
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) > 0 {
		return service.Copied{}, &aranea.Error{Op: "backup", Kind: aranea.Invalid, Obj: dir, Err: err}
	}
	return service.Copied{Files: 1}, os.WriteFile(filepath.Join(dir, "FORMAT"), nil, 0o600)
}

// dial returns a client of an owner.
func dial(t *testing.T, owner service.Service) *Client {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	serve(t, dir, Control(owner, "test"))
	c, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestBackupWhereBothSee checks that a client and its owner mean the same folder by its name.
func TestBackupWhereBothSee(t *testing.T) {
	t.Parallel()
	owner := &copier{}
	c := dial(t, owner)
	above := t.TempDir()
	made, empty := filepath.Join(above, "a", "b"), t.TempDir()
	for _, dir := range []string{made, empty} {
		if n, err := c.Backup(t.Context(), dir); err != nil || n.Files != 1 {
			t.Errorf("backup to %s: %+v, %v", dir, n, err)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) != 1 || names[0].Name() != "FORMAT" {
			t.Errorf("%s holds %v, %v", dir, names, err)
		}
	}
	if names, err := os.ReadDir(above); err != nil || len(names) != 1 {
		t.Errorf("%s holds %v, %v", above, names, err)
	}
	// A folder of another process: its owner sees nothing of the client's mark.
	for name, dir := range map[string]string{"missing": filepath.Join(t.TempDir(), "none"), "another": t.TempDir()} {
		_, err := call[service.Copied](t.Context(), c, "POST", "backup", nil, backupCall{Dir: dir})
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "sees other files there") {
			t.Errorf("%s: %v", name, err)
		}
	}
	stuck := t.TempDir() // a mark that the owner cannot remove
	name, _ := markOf(stuck)
	if err := os.MkdirAll(filepath.Join(name, "file"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := call[service.Copied](t.Context(), c, "POST", "backup", nil, backupCall{Dir: stuck}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "may not write there") {
		t.Errorf("not writable: %v", err)
	}
	if len(owner.copied) != 2 {
		t.Errorf("copied to %q", owner.copied)
	}
}

// TestBackupThatFails checks that nothing is left of a mark, and that the caller learns why an
// owner may not write.
func TestBackupThatFails(t *testing.T) {
	t.Parallel()
	c := dial(t, &copier{fail: &aranea.Error{Op: "backup", Kind: aranea.Limit}})
	made, kept := filepath.Join(t.TempDir(), "new"), t.TempDir()
	for _, dir := range []string{made, kept} {
		if _, err := c.Backup(t.Context(), dir); aranea.KindOf(err) != aranea.Limit {
			t.Errorf("backup to %s: %v", dir, err)
		}
	}
	if _, err := os.Stat(made); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
	denied := dial(t, &copier{fail: &os.PathError{Op: "mkdir", Path: made, Err: syscall.EACCES}})
	if _, err := denied.Backup(t.Context(), made); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "ReadWritePaths") {
		t.Errorf("denied: %v", err)
	}
	if names, err := os.ReadDir(kept); err != nil || len(names) != 0 {
		t.Errorf("it holds %v, %v", names, err)
	}
}
