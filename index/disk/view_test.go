package disk_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestView: a view is a folder, and leaves the one below as it is.
func TestView(t *testing.T) {
	t.Parallel()
	below := func(names ...string) disk.Dir {
		dir := t.TempDir()
		for _, n := range names {
			if err := os.WriteFile(filepath.Join(dir, n), []byte(n), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d, err := disk.At(dir)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	disktest.Run(t, disk.NewView(below()))
	d := below("kept", "moved", "removed")
	v := disk.NewView(d)
	if err := v.Rename("moved", "here"); err != nil {
		t.Fatal(err)
	}
	if err := v.Remove("removed"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Create("new"); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		of   disk.Folder
		want []string
	}{{v, []string{"here", "kept", "new"}}, {d, []string{"kept", "moved", "removed"}}} {
		if names, err := x.of.List(); err != nil || !slices.Equal(names, x.want) {
			t.Errorf("%v, %v; want %v", names, err, x.want)
		}
	}
	if data, _, err := v.Map("here"); err != nil || string(data) != "moved" {
		t.Errorf("%q, %v", data, err)
	}
	if _, _, err := v.Map("removed"); !os.IsNotExist(err) {
		t.Errorf("what was removed: %v", err)
	}
}
