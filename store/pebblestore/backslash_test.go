package pebblestore_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/store/pebblestore"
)

// backslashed is a disk on which backslashes divide folders, as on Windows.
type backslashed struct{ vfs.FS }

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

func (b backslashed) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return b.FS.Create(slashed(name), c)
}

func (b backslashed) Link(old, name string) error { return b.FS.Link(slashed(old), slashed(name)) }

func (b backslashed) Open(name string, opts ...vfs.OpenOption) (vfs.File, error) {
	return b.FS.Open(slashed(name), opts...)
}

func (b backslashed) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	return b.FS.OpenReadWrite(slashed(name), c, opts...)
}

func (b backslashed) OpenDir(name string) (vfs.File, error) { return b.FS.OpenDir(slashed(name)) }

func (b backslashed) Remove(name string) error { return b.FS.Remove(slashed(name)) }

func (b backslashed) RemoveAll(name string) error { return b.FS.RemoveAll(slashed(name)) }

func (b backslashed) Rename(old, name string) error { return b.FS.Rename(slashed(old), slashed(name)) }

func (b backslashed) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return b.FS.ReuseForWrite(slashed(old), slashed(name), c)
}

func (b backslashed) MkdirAll(dir string, perm os.FileMode) error {
	return b.FS.MkdirAll(slashed(dir), perm)
}

func (b backslashed) Lock(name string) (io.Closer, error) { return b.FS.Lock(slashed(name)) }

func (b backslashed) List(dir string) ([]string, error) { return b.FS.List(slashed(dir)) }

func (b backslashed) Stat(name string) (vfs.FileInfo, error) { return b.FS.Stat(slashed(name)) }

func (b backslashed) PathBase(name string) string { return b.FS.PathBase(slashed(name)) }

func (b backslashed) PathJoin(elem ...string) string { return strings.Join(elem, `\`) }

func (b backslashed) PathDir(name string) string {
	return strings.ReplaceAll(b.FS.PathDir(slashed(name)), "/", `\`)
}

func (b backslashed) GetDiskUsage(name string) (vfs.DiskUsage, error) {
	return b.FS.GetDiskUsage(slashed(name))
}

// TestViewWithBackslashes: a store can be looked at where backslashes divide folders.
func TestViewWithBackslashes(t *testing.T) {
	t.Parallel()
	o := pebblestore.Options{FS: backslashed{vfs.NewMem()}}
	if err := o.FS.MkdirAll(`C:\data`, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := pebblestore.Open(`C:\data\frontier`, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := set(s, "key", "stored"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first leaves nothing
		o.View = true
		v, err := pebblestore.Open(`C:\data\frontier`, o)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := v.Get([]byte("key")); err != nil || string(got) != "stored" {
			t.Errorf("%q, %v", got, err)
		}
		if _, err := v.Get([]byte("seen")); err == nil {
			t.Error("what a view before wrote was stored")
		}
		if err := set(v, "seen", "here"); err != nil {
			t.Error(err)
		}
		if got, err := v.Get([]byte("seen")); err != nil || string(got) != "here" {
			t.Errorf("%q, %v", got, err)
		}
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	}
}
