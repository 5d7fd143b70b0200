package versions

import (
	"encoding/hex"
	"flag"
	"fmt"
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
	return newTable([]entry{{0xb1a2, Place{Page: 1, Work: 1}}, {0x1f00_0000_0000_00c3, Place{Page: 1, Older: 1, Work: 1}}, {7, Place{Page: 2, Older: 3}}, {0xd0, Place{Work: 1}}})
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

// TestLists: pages of lists and single lists are kept beside versions, and are none; a page with versions stays that, and
// one of a list is no single list.
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
		if (at == Place{Page: SingleList}) != want || want && (newer || later || IsList(at.Page)) {
			t.Errorf("%d is a single list: %+v", key, at)
		}
	}
	if got.Of(9).Page != got.Of(10).Page || got.Of(10).Page == got.Of(11).Page || IsList(got.Of(7).Page) {
		t.Errorf("%+v", got)
	}
}

// TestFormerVersion: a file of a version before, whose records end before the work, is read.
func TestFormerVersion(t *testing.T) {
	t.Parallel()
	files, former := memory(), form()
	without := newTable([]entry{{0xb1a2, Place{Page: 1}}, {0x1f00_0000_0000_00c3, Place{Page: 1, Older: 1}}})
	var records []byte
	for content := without.encode(); len(content) > 0; content = content[recordSize:] {
		records = append(records, content[:formerSize]...)
	}
	for former.Version = 1; former.Version < 3; former.Version++ {
		if err := former.Write(files, records); err != nil {
			t.Fatal(err)
		}
		if got, err := Open(files); err != nil || !got.Equal(without) {
			t.Errorf("version %d: %v, %v", former.Version, got, err)
		}
	}
	former.Version = 4
	if err := former.Write(files, example().encode()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(files); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a file of a version that comes: %v", err)
	}
}

// TestWorks: translations are one work together with all versions of each of them.
func TestWorks(t *testing.T) {
	t.Parallel()
	table := newTable([]entry{{10, Place{Page: 1}}, {11, Place{Page: 1, Older: 1}}, {20, Place{Page: 2}}, {21, Place{Page: 2, Older: 1}}, {30, Place{Page: 3}}})
	table = table.With([][]Listed{{{40, 0}, {41, 1}}}, []rank.Key{80, 81}).WithWorks([][]rank.Key{{10, 20}, {11, 21, 50}, {40, 60}, {70, 71}, {80, 82}})
	files := memory()
	if err := table.Write(files); err != nil {
		t.Fatal(err)
	}
	got, err := Open(files)
	if err != nil || !got.Equal(table) {
		t.Fatalf("%v, %v", got, err)
	}
	for work, want := range map[uint32]string{0: "[]", got.Of(10).Work: "[10 20 50 11 21]", got.Of(40).Work: "[40 60]", got.Of(71).Work: "[70 71]", got.Of(80).Work: "[80 82]", 99: "[]"} {
		if keys := fmt.Sprint(got.Translations(work)); keys != want {
			t.Errorf("work %d: %s, want %s", work, keys, want)
		}
	}
	if newest, ok := got.Newest(21); newest != 20 || !ok || got.Of(30).Work != 0 || got.Of(41).Work != 0 || got.Of(81).Work != 0 || !IsList(got.Of(40).Page) {
		t.Errorf("the newest of 21 is %d, %t; %+v, %+v", newest, ok, got.Of(30), got.Of(40))
	}
}

// TestLargeWork: of a work in many versions the pages of the newest ones are told, as many as a result looks at.
func TestLargeWork(t *testing.T) {
	t.Parallel()
	var entries []entry
	for i := range 2 * mostTranslations {
		entries = append(entries, entry{rank.Key(i + 1), Place{Page: uint32(i%2) + 1, Older: uint8((2*mostTranslations - 1 - i) / 10)}})
	}
	table := newTable(entries).WithWorks([][]rank.Key{{1, 2}})
	keys := table.Translations(table.Of(1).Work)
	if len(keys) != mostTranslations || keys[0] != 2*mostTranslations-9 || slices.Contains(keys, 1) {
		t.Errorf("%d pages from %d on", len(keys), keys[0])
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
	f.Add(example().encode(), false)
	f.Add(newTable(nil).encode(), false)
	f.Add([]byte("A"), true)
	f.Fuzz(func(t *testing.T, data []byte, former bool) {
		size := recordSize
		if former {
			size = formerSize
		}
		table, err := decode(data, size)
		if err != nil {
			return
		}
		again, err := decode(table.encode(), recordSize)
		if err != nil || !again.Equal(table) {
			t.Errorf("%q became %v, %v", data, again, err)
		}
	})
}
