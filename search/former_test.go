package search

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/summed"
	"github.com/aranea-search/aranea/weburl"
)

// TestFormerStems: pages whose words were stemmed by an earlier version are found by its stems
// and by the current ones, all others by the current ones alone. "opco" is not a word; it is
// spelled like the former stem of opções.
func TestFormerStems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill := filler(t, dir)
	fill(map[string]string{"http://a.test/former": "a opco da casa"})
	becomeFormer(t, dir)
	fill(map[string]string{"http://a.test/other": "a opco da casa", "http://a.test/now": "a opção da casa"})
	finds(t, dir, map[string]string{"opções": "a.test/former a.test/now", "opção": "a.test/now", `"opções"`: ""})
}

// TestFormerFolders: pages of a segment without the filters of their folders are found by the words
// of their addresses.
func TestFormerFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill := filler(t, dir)
	fill(map[string]string{"http://a.test/docs/former": "a casa", "http://a.test/print/docs/former": "a casa", "http://a.test/former": "a casa"})
	becomeFormer(t, dir)
	fill(map[string]string{"http://a.test/docs/now": "a casa", "http://a.test/print/docs/now": "a casa"})
	finds(t, dir, map[string]string{"casa site:a.test/docs": "a.test/docs/former a.test/docs/now a.test/print/docs/former"})
}

// filler returns a function that adds pages to an index in a segment of their own.
func filler(t *testing.T, dir string) func(pages map[string]string) {
	t.Helper()
	return func(pages map[string]string) {
		x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for url, text := range pages {
			u, err := weburl.Parse(url)
			if err != nil {
				t.Fatal(err)
			}
			p := &aranea.Page{URL: u, Lang: "pt", Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
			if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// finds asks an index.
func finds(t *testing.T, dir string, answers map[string]string) {
	t.Helper()
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	s := New(x, time.Now, Options{})
	for q, want := range answers {
		found := strings.Fields(urls(ask(t, s, q)))
		slices.Sort(found)
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s finds %q, want %q", q, got, want)
		}
	}
}

// becomeFormer makes the first segment say that its stems are of version 1, and that it has no
// filters of folders.
func becomeFormer(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "seg-00000001.idx")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const tail = 16 // checksum and length of the footer, magic
	end := len(data) - tail
	foot := data[end-int(binary.LittleEndian.Uint32(data[end+4:])) : end]
	former := bytes.Replace(foot, []byte(`"stems":2,"folders":true`), []byte(`"stems":1,"folders":null`), 1)
	if bytes.Equal(former, foot) {
		t.Fatalf("the footer is %s", foot)
	}
	copy(foot, former)
	binary.LittleEndian.PutUint32(data[end:], summed.Sum(foot))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestStemOfAnotherWord: термина, a form of термин, is spelled like the stem of терминал, and is
// none of its forms.
func TestStemOfAnotherWord(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://ru.test/a", "ru", "Окна", "Откройте терминал в новом окне."}, sheet{"http://ru.test/b", "ru", "Поиск", "Значение термина видно в строке поиска."})
	for q, want := range map[string]string{"терминалы": "ru.test/a", "термины": "ru.test/b"} {
		if got := urls(ask(t, s, q)); got != want {
			t.Errorf("%s finds %q, want %s", q, got, want)
		}
	}
}
