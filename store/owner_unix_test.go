//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"
)

// TestStrangerTo checks for whose files a user is a stranger: other users can do no harm, because
// they cannot open the folder.
func TestStrangerTo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		euid   int
		sys    any
		want   int
		strang bool
	}{
		{"root in its own folder", 0, &syscall.Stat_t{Uid: 0}, 0, false},
		{"root in the folder of a service", 0, &syscall.Stat_t{Uid: 998}, 998, true},
		{"the service in its own folder", 998, &syscall.Stat_t{Uid: 998}, 0, false},
		{"a member of the group of the folder", 1000, &syscall.Stat_t{Uid: 998}, 0, false},
		{"a container's user on a volume that root made", 65532, &syscall.Stat_t{Uid: 0}, 0, false},
		{"no owner is known", 0, nil, 0, false},
	} {
		info, err := fs.Stat(fstest.MapFS{"FORMAT": {Sys: tt.sys}}, "FORMAT")
		if err != nil {
			t.Fatal(err)
		}
		if uid, ok := strangerTo(tt.euid, info); uid != tt.want || ok != tt.strang {
			t.Errorf("%s: %d, %v; want %d, %v", tt.name, uid, ok, tt.want, tt.strang)
		}
	}
}

// TestFolderOfAnother checks that root does not write to the folder of another user. Only root
// can give a file away; for others, the folder stays their own.
func TestFolderOfAnother(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	f, err := OpenFolder(dir, Holder{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	given := os.Lchown(filepath.Join(dir, formatFile), 54321, -1)
	if (given == nil) != (os.Geteuid() == 0) {
		t.Fatalf("user %d: %v", os.Geteuid(), given)
	}
	f, err = OpenFolder(dir, Holder{Command: "aranea check"})
	if given == nil {
		e, ok := errors.AsType[*FolderError](err)
		if !ok || e.Fault != FolderOfAnother || e.Name != "54321" {
			t.Errorf("opened by root: %v", err)
		}
		if f, err = LookIntoFolder(dir); err != nil {
			t.Fatalf("looked into by root: %v", err)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 2 {
		t.Errorf("the folder holds %v, %v", names, err)
	}
}
