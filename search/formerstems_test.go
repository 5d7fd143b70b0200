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
	fill := func(pages map[string]string) {
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
	fill(map[string]string{"http://a.test/former": "a opco da casa"})
	becomeFormer(t, filepath.Join(dir, "seg-00000001.idx"))
	fill(map[string]string{"http://a.test/other": "a opco da casa", "http://a.test/now": "a opção da casa"})
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	s := New(x, time.Now, Options{})
	for q, want := range map[string]string{"opções": "a.test/former a.test/now", "opção": "a.test/now", `"opções"`: ""} {
		found := strings.Fields(urls(ask(t, s, q)))
		slices.Sort(found)
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s finds %q, want %q", q, got, want)
		}
	}
}

// becomeFormer makes a segment say that its stems are of version 1.
func becomeFormer(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const tail = 16 // checksum and length of the footer, magic
	end := len(data) - tail
	foot := data[end-int(binary.LittleEndian.Uint32(data[end+4:])) : end]
	at := bytes.Index(foot, []byte(`"stems":2`))
	if at < 0 {
		t.Fatalf("the footer is %s", foot)
	}
	foot[at+len(`"stems":`)] = '1'
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
