package index

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

func veilOf(t *testing.T, a aranea.IndexAction, url string) aranea.IndexChange {
	return aranea.IndexChange{Action: a, URL: parse(t, url)}
}

// TestHideAndShow (seed 004): a hidden document is kept and not found, wherever it
// lies, until it is shown, put again or deleted.
func TestHideAndShow(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, slow)
	const a, b = "http://a.test/", "http://b.test/"
	expect := func(want string, hidden bool) {
		t.Helper()
		if got := found(t, snapshot(t, x), "word"); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
		if id := parse(t, a).ID(); x.Hidden(id) != hidden || !x.Has(id) {
			t.Errorf("hidden %v, there %v", x.Hidden(id), x.Has(id))
		}
	}
	apply(t, x, put(t, a, "text:word"), put(t, b, "text:word"), veilOf(t, aranea.IndexHide, a)) // in memory
	expect("b.test/@[0]", true)
	apply(t, x, veilOf(t, aranea.IndexShow, a)) // in a segment
	expect("a.test/@[0] b.test/@[0]", false)
	apply(t, x, veilOf(t, aranea.IndexHide, a), put(t, a, "text:word"))
	expect("a.test/@[0] b.test/@[0]", false)
	apply(t, x, veilOf(t, aranea.IndexHide, a))
	files = files.Kill() // before that reached a segment's files
	x = open(t, files, slow)
	expect("b.test/@[0]", true)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	reader, err := readerOn(files)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	s, err := reader.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := found(t, s, "word"); got != "b.test/@[0]" {
		t.Errorf("a reader finds %q", got)
	}
}

// TestHiddenInBackup: a copy hides what the index hides.
func TestHiddenInBackup(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), slow)
	defer x.Close()
	apply(t, x, put(t, "http://a.test/", "text:word"), put(t, "http://b.test/", "text:word"), veilOf(t, aranea.IndexHide, "http://a.test/"))
	dir := t.TempDir()
	if err := x.Backup(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	copied, err := Open(dir, slow)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	s := snapshot(t, copied)
	if got := found(t, s, "word"); got != "b.test/@[0]" || s.Stats().Hidden != 1 {
		t.Errorf("the copy finds %q and hides %d", got, s.Stats().Hidden)
	}
}

// TestDamagedHidings: a damaged bitmap of hidden documents is told, and nothing
// that was hidden is found.
func TestDamagedHidings(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, slow)
	apply(t, x, put(t, "http://a.test/", "text:word"), veilOf(t, aranea.IndexHide, "http://a.test/"))
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	names, err := files.List()
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, name := range names {
		if !strings.Contains(name, endHidden) {
			continue
		}
		data, err := whole(files, name)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		files.Put(name, data)
		damaged++
	}
	if damaged != 1 {
		t.Fatalf("%d bitmaps in %v", damaged, names)
	}
	x = open(t, files, slow)
	defer x.Close()
	s := snapshot(t, x)
	if got := found(t, s, "word"); got != "" || len(s.Faults()) != 1 {
		t.Errorf("found %q, faults %v", got, s.Faults())
	}
}
