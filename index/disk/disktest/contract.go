package disktest

import (
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
)

// Run checks an empty folder against the contract.
func Run(t *testing.T, d disk.Folder) {
	t.Helper()
	write := func(name, text string) {
		t.Helper()
		f, err := d.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		t.Helper()
		data, release, err := d.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		return string(data)
	}
	write("a", "first")
	write("b", "second")
	write("empty", "")
	if got := read("a") + read("b") + read("empty"); got != "firstsecond" {
		t.Errorf("read %q", got)
	}
	createNew(t, d, "a", "new")
	writeOver(t, d, "log")
	old, release, err := d.Map("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Rename("b", "a"), d.Sync()); err != nil {
		t.Fatal(err)
	}
	if got := read("a"); got != "second" || string(old) != "first" {
		t.Errorf("after renaming: %q, and %q as it was mapped", got, old)
	}
	release()
	names, err := d.List()
	if err != nil || !slices.Equal(names, []string{"a", "empty"}) {
		t.Errorf("names %v, %v", names, err)
	}
	if err := d.Remove("a"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.Map("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file: %v", err)
	}
	if err := d.Remove("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removing it again: %v", err)
	}
	if err := d.Rename("a", "c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("renaming it: %v", err)
	}
}

// createNew checks that a file is made where none is, and no other in place of one.
func createNew(t *testing.T, d disk.Folder, there, other string) {
	t.Helper()
	if _, err := d.CreateNew(there); !errors.Is(err, fs.ErrExist) {
		t.Errorf("creating anew what is there: %v", err)
	}
	f, err := d.CreateNew(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), d.Remove(other)); err != nil {
		t.Fatal(err)
	}
}

// writeOver checks that bytes are written over and behind others.
func writeOver(t *testing.T, d disk.Folder, name string) {
	t.Helper()
	f, err := d.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		text string
		at   int64
	}{{"ab\x00\x00", 0}, {"c", 2}, {"def", 3}, {"g", 6}} {
		if n, err := f.WriteAt([]byte(w.text), w.at); err != nil || n != len(w.text) {
			t.Fatalf("writing %q at %d: %d bytes, %v", w.text, w.at, n, err)
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	data, release, err := d.Map(name)
	if err != nil || string(data) != "abcdefg" {
		t.Errorf("%q, %v", data, err)
	}
	release()
	if err := d.Remove(name); err != nil {
		t.Fatal(err)
	}
}
