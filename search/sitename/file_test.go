package sitename

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

const formatPage = "../../docs/format/names.md"

// A folder is a folder in memory.
type folder struct{ disk.Folder }

func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

func memory() folder { return folder{disk.NewMemory()} }

// example is the table of the page of the format.
func example() *Table {
	names := map[string][]string{"jdk.test": {"java", "jdk"}, "docs.acme.test": {"acme"}}
	return newTable(names, []affixed{{0xb1, Affix{Back: 6, Of: 7}}, {0xa2, Affix{Front: 1, Back: 2, Of: 9}}})
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

// TestWrittenAndRead: names come back as they were, and damage at any place is told.
func TestWrittenAndRead(t *testing.T) {
	t.Parallel()
	files := memory()
	if table, err := Open(files); table != nil || err != nil {
		t.Fatalf("an empty folder: %v, %v", table, err)
	}
	for _, want := range []*Table{newTable(nil, nil), example()} {
		if err := want.Write(files); err != nil {
			t.Fatal(err)
		}
		if got, err := Open(files); err != nil || !got.Equal(want) || !slices.Equal(got.Hosts("java"), want.Hosts("java")) || got.Titles().Of(0xb1) != want.Titles().Of(0xb1) || got.Titles().Most() != want.Titles().Most() {
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

// TestVersion1: a file of version 1 has names, and says nothing of titles.
func TestVersion1(t *testing.T) {
	t.Parallel()
	names := newTable(map[string][]string{"acme.test": {"acme"}, "jdk.test": {"java", "jdk"}}, nil)
	content := names.encode()[1:] // without the number of hosts
	if got, err := decode(content, 1); err != nil || !got.Equal(names) {
		t.Errorf("%v, %v", got, err)
	}
	for end := range content {
		if got, err := decode(content[:end], 1); err == nil && got.Equal(names) {
			t.Errorf("the first %d bytes are read as all", end)
		}
	}
	if _, err := decode(example().encode()[1:], 1); err == nil {
		t.Error("version 1 has titles")
	}
}

// FuzzDecode: no file makes decoding panic, and one that is read is written as it was.
func FuzzDecode(f *testing.F) {
	f.Add(example().encode())
	f.Add(newTable(nil, nil).encode())
	f.Add([]byte("A"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decode(data, 1)
		table, err := decode(data, 2)
		if err != nil {
			return
		}
		again, err := decode(table.encode(), 2)
		if err != nil || !again.Equal(table) {
			t.Errorf("%q became %v, %v", data, again, err)
		}
	})
}
