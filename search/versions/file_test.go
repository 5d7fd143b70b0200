package versions

import (
	"encoding/hex"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

var rewrite = flag.Bool("update", false, "rewrite the example on the page of the format")

const formatPage = "../../docs/format/versions.md"

// A folder is a folder in memory.
type folder struct{ disk.Folder }

func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

func memory() folder { return folder{disk.NewMemory()} }

// example is the table of the page of the format.
func example() *Table {
	return newTable([]entry{{0xb1a2, Place{Page: 1}}, {0x1f00_0000_0000_00c3, Place{Page: 1, Older: 1}}, {7, Place{Page: 2, Older: 3}}})
}

// TestFormatPage compares the example in the page of the format with what is written. If it changes, raise
// its version. Run with -update to rewrite the example.
func TestFormatPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "```dump\n")
	old, behind, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the page has no example")
	}
	got := hex.Dump(form().Wrap(example().encode()))
	if *rewrite {
		if err := os.WriteFile(formatPage, []byte(before+"```dump\n"+got+"```"+behind), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != old {
		t.Errorf("the file became\n%s", got)
	}
}

// TestWrittenAndRead: versions come back as they were, and damage at any place is told.
func TestWrittenAndRead(t *testing.T) {
	t.Parallel()
	files := memory()
	if table, err := Open(files); table != nil || err != nil {
		t.Fatalf("an empty folder: %v, %v", table, err)
	}
	for _, want := range []*Table{newTable(nil), example()} {
		if err := want.Write(files); err != nil {
			t.Fatal(err)
		}
		if got, err := Open(files); err != nil || !got.Equal(want) || got.Of(0xb1a2) != want.Of(0xb1a2) {
			t.Fatalf("%v came back, %v", got, err)
		}
	}
	whole := form().Wrap(example().encode())
	for i := range whole {
		flipped := slices.Clone(whole)
		flipped[i] ^= 1 << (i % 8)
		for _, bad := range [][]byte{flipped, whole[:i]} {
			f, err := files.Create(form().Name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write(bad); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(files); aranea.KindOf(err) != aranea.Corrupt {
				t.Fatalf("byte %d: %v", i, err)
			}
		}
	}
	for range 2 {
		if err := Forget(files); err != nil {
			t.Fatal(err)
		}
	}
	if table, err := Open(files); table != nil || err != nil {
		t.Errorf("forgotten: %v, %v", table, err)
	}
}

// TestLists: pages of lists and archives are kept beside versions, and are none; a page with versions stays that, and
// one of a list is no archive.
func TestLists(t *testing.T) {
	t.Parallel()
	table := example().With([][]Listed{{{0xb1a2, 0}, {9, 0}, {10, 1}}, {{11, 3}, {12, 4}}}, []rank.Key{5, 7, 10, 13})
	files := memory()
	if err := table.Write(files); err != nil {
		t.Fatal(err)
	}
	got, err := Open(files)
	if err != nil || !got.Equal(table) || got.Of(0xb1a2) != example().Of(0xb1a2) {
		t.Fatalf("%v, %v", got, err)
	}
	for key, want := range map[rank.Key]uint8{9: 0, 10: 1, 11: 3, 12: 4} {
		if at := got.Of(key); !IsList(at.Page) || at.Older != want {
			t.Errorf("%d is %+v", key, at)
		}
		if _, ok := got.Newest(key); ok {
			t.Errorf("%d has a newer version", key)
		}
		if first, ok := got.FirstPage(key); ok != (key == 10 || key == 12) || ok && first != key-1 {
			t.Errorf("%d: the first page is %d, %t", key, first, ok)
		}
	}
	for key, want := range map[rank.Key]bool{5: true, 7: false, 10: false, 13: true} {
		at := got.Of(key)
		_, newer := got.Newest(key)
		_, later := got.FirstPage(key)
		if (at == Place{Page: Archive}) != want || want && (newer || later || IsList(at.Page)) {
			t.Errorf("%d is an archive: %+v", key, at)
		}
	}
	if got.Of(9).Page != got.Of(10).Page || got.Of(10).Page == got.Of(11).Page || IsList(got.Of(7).Page) {
		t.Errorf("%+v", got)
	}
}

// TestFormerVersion: a file of version 1, without lists, is read.
func TestFormerVersion(t *testing.T) {
	t.Parallel()
	files, former := memory(), form()
	former.Version = 1
	if err := former.Write(files, example().encode()); err != nil {
		t.Fatal(err)
	}
	if got, err := Open(files); err != nil || !got.Equal(example()) {
		t.Errorf("%v, %v", got, err)
	}
	former.Version = 4
	if err := former.Write(files, example().encode()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(files); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a file of a version that comes: %v", err)
	}
}

// TestNewest: an older version leads to the newest one, if the table has it.
func TestNewest(t *testing.T) {
	t.Parallel()
	for key, want := range map[rank.Key]rank.Key{0xb1a2: 0, 0x1f00_0000_0000_00c3: 0xb1a2, 7: 0, 1: 0} {
		if got, ok := example().Newest(key); got != want || ok != (want != 0) {
			t.Errorf("%x: %x, %t", key, got, ok)
		}
	}
}

// FuzzDecode: no file makes decoding panic, and one that is read is written as it was.
func FuzzDecode(f *testing.F) {
	f.Add(example().encode())
	f.Add(newTable(nil).encode())
	f.Add([]byte("A"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := decode(data)
		if err != nil {
			return
		}
		again, err := decode(table.encode())
		if err != nil || !again.Equal(table) {
			t.Errorf("%q became %v, %v", data, again, err)
		}
	})
}
