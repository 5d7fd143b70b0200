package store_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// TestControlPath checks that owner and client meet at the path they are given, in folders with
// short and long names.
func TestControlPath(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{
		"short": shortDir(t),
		"long":  filepath.Join(shortDir(t), strings.Repeat("long/", 30)),
	} {
		t.Run(name, func(t *testing.T) {
			f := openFolder(t, dir)
			reader, err := store.OpenFolderReadOnly(dir)
			if err != nil {
				t.Fatal(err)
			}
			if path, err := reader.ControlPath(); name == "long" && aranea.KindOf(err) != aranea.NotFound {
				t.Errorf("before the owner has one: %q, %v", path, err)
			}
			path, err := f.ControlPath()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := f.ControlPath(); err != nil || again != path {
				t.Errorf("asked twice: %q and %q, %v", path, again, err)
			}
			l, err := net.Listen("unix", path)
			if err != nil {
				t.Fatal(err)
			}
			seen, err := reader.ControlPath()
			if err != nil || seen != path {
				t.Errorf("the reader's path %q, %v, want %q", seen, err, path)
			}
			c, err := net.Dial("unix", seen)
			if err != nil {
				t.Fatal(err)
			}
			c.Close()
			l.Close()
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Dir(path)); (err == nil) != (name == "short") {
				t.Errorf("the folder of the socket after closing: %v", err)
			}
		})
	}
}

// TestControlPathOpenToOthers checks that a path to which others have access is refused, because
// somebody else could have created the socket.
func TestControlPathOpenToOthers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(shortDir(t), strings.Repeat("long/", 30))
	f := openFolder(t, dir)
	defer f.Close()
	path, err := f.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	reader, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ControlPath(); faultOf(err) != store.FolderForbidden {
		t.Errorf("%v, want a refusal", err)
	}
}

// shortDir returns a folder with a short path; those of the testing package are long.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "a")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// TestSocketOfAKilledOwner checks that who takes a folder over removes the folder of the socket that an
// owner left which was killed, but not one where somebody listens, nor any other folder.
func TestSocketOfAKilledOwner(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		folder string
		lives  bool
		stays  bool
	}{
		"killed":                    {"aranea-1", false, false},
		"alive, of a folder's copy": {"aranea-1", true, true},
		"no folder of ours":         {"other", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			outer := shortDir(t)
			path := filepath.Join(outer, c.folder, "control.sock")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
			if err != nil {
				t.Fatal(err)
			}
			l.SetUnlinkOnClose(false)
			if c.lives {
				defer l.Close()
			} else {
				l.Close()
			}
			dir := filepath.Join(outer, "data")
			openFolder(t, dir).Close()
			if err := os.WriteFile(filepath.Join(dir, "LOCK"), []byte(`{"pid":1,"control":"`+path+`"}`), 0o600); err != nil {
				t.Fatal(err)
			}
			openFolder(t, dir).Close()
			if _, err := os.Stat(filepath.Dir(path)); (err == nil) != c.stays {
				t.Errorf("the folder of the socket: %v", err)
			}
		})
	}
}
