package search

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestDamageIsPassedOver: a search that meets damage answers with the rest and
// says so, once and ever after.
func TestDamageIsPassedOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for i := range 2 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Text: []byte("spider silk\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 11}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p, Snippet: true}}); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.OpenFile(filepath.Join(dir, "seg-00000002.doc"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("?"), 5); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s := New(x, time.Now, Options{})
	for range 2 {
		r := ask(t, s, "silk")
		if urls(r) != "a.test/0" || len(r.Damage) != 1 || r.Damage[0].File != "seg-00000002.doc" || !strings.Contains(strings.Join(r.Hints, " "), "damaged") {
			t.Errorf("%s, damage %v, hints %q", urls(r), r.Damage, r.Hints)
		}
	}
}

// TestDamagedLinks: a search says that words of links are damaged, and answers
// without them.
func TestDamagedLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	u, err := weburl.Parse("http://a.test/house")
	if err != nil {
		t.Fatal(err)
	}
	words, err := index.Open(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Text: []byte("cellar runner\n"), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: 13}}}
	if err := words.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p}}); err != nil {
		t.Fatal(err)
	}
	if err := words.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "seg-00000001.idx")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if words, err = index.Open(dir, index.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Close() })
	s := build(t, sheet{"http://a.test/house", "en", "A house", "There is a runner."})
	s.opt.Anchors = words
	r := ask(t, s, "runner")
	if urls(r) != "a.test/house" || len(r.Damage) != 1 || !strings.Contains(strings.Join(r.Hints, " "), "links are damaged") {
		t.Errorf("%s, damage %v, hints %q", urls(r), r.Damage, r.Hints)
	}
}
