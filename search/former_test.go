package search

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/checksum"
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

// TestFormerForms: a page of a segment with stems of version 2, whose words are folded to what they were
// folded to then (أحمد ٢٠٢٤ کتاب), is found by them as it was, and one
// of now by all that means the same. The folder in testdata was written by the program before version 3.
func TestFormerForms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "stems2"))); err != nil {
		t.Fatal(err)
	}
	filler(t, dir)(map[string]string{"http://a.test/now": "أحمد ٢٠٢٤ کتاب"})
	finds(t, dir, map[string]string{
		"أحمد": "a.test/former a.test/now", "٢٠٢٤": "a.test/former a.test/now",
		"\"کتاب\"": "a.test/former a.test/now", "كتاب": "a.test/now", "2024": "a.test/now",
		"کتا*": "a.test/former a.test/now", "٢٠*": "a.test/former a.test/now", "كتا*": "a.test/now",
	})
}

// TestFormerFormsMarked: snippets of pages whose words are folded as before mark the words with a prefix.
func TestFormerFormsMarked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "stems2"))); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for q, want := range map[string]string{"کتا*": "أحمد ٢٠٢٤ [کتاب]", "٢٠*": "أحمد [٢٠٢٤] کتاب"} {
		if r := ask(t, New(x, time.Now, Options{}), q).Results; len(r) != 1 || shown(r[0].Spans) != want {
			t.Errorf("%s: %v, want %s", q, r, want)
		}
	}
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

// TestFormerMarks: in a segment that does not mark which words stand in the template only, exclusions
// look at positions, with the same answers as beside it; so they do in what it is merged into.
func TestFormerMarks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill := filler(t, dir)
	fill(map[string]string{"http://a.test/former1": "casas azuis|porta", "http://a.test/former2": "casas azuis|porta casa", "http://a.test/former3": "casas|porta azuis"})
	becomeFormer(t, dir)
	answers := func(names ...string) map[string]string {
		out := map[string]string{}
		for q, pages := range map[string]string{"porta -casas": "13", "porta -casa": "13", `porta -"casas"`: "123", "porta -azuis": "12", "porta -cas*": "13", `porta -"casas azuis"`: "123", "porta -(casas azuis)": "123"} {
			for _, name := range names {
				for _, n := range pages {
					out[q] += " a.test/" + name + string(n)
				}
			}
			out[q] = out[q][1:]
		}
		return out
	}
	finds(t, dir, answers("former"))
	fill(map[string]string{"http://a.test/now1": "casas azuis|porta", "http://a.test/now2": "casas azuis|porta casa", "http://a.test/now3": "casas|porta azuis"})
	finds(t, dir, answers("former", "now"))
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(x.Merge(t.Context(), 1), x.Close()); err != nil {
		t.Fatal(err)
	}
	finds(t, dir, answers("former", "now"))
}

// TestMarksAreWhatPositionsSay: at random, a segment answers exclusions by its marks as it does by
// positions once it says that it has none.
func TestMarksAreWhatPositionsSay(t *testing.T) {
	t.Parallel()
	rnd, pages := rand.New(rand.NewPCG(6, 29)), map[string]string{}
	words := strings.Fields("casa casas azul azuis porta portas janela rei reis")
	some := func(most int) string {
		var out []string
		for range rnd.IntN(most + 1) {
			out = append(out, words[int(float64(len(words))*rnd.Float64()*rnd.Float64())])
		}
		return strings.Join(out, " ")
	}
	for i := range 300 {
		pages[fmt.Sprintf("http://a.test/%d", i)] = some(9) + "|pedra " + some(3) + strings.Repeat(" pedra", rnd.IntN(3)*rnd.IntN(2)*1500)
	}
	dir := t.TempDir()
	filler(t, dir)(pages)
	asked := map[string]string{}
	for range 60 {
		asked[[]string{"pedra", words[rnd.IntN(9)], words[rnd.IntN(9)] + " OR " + words[rnd.IntN(9)]}[rnd.IntN(3)]+" -"+
			[]string{words[rnd.IntN(9)], `"` + words[rnd.IntN(9)] + `"`, `"` + words[rnd.IntN(3)] + " " + words[rnd.IntN(3)] + `"`, words[rnd.IntN(9)][:3] + "*"}[rnd.IntN(4)]] = ""
	}
	found := func(want map[string]string) map[string]string {
		x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		s, out := New(x, time.Now, Options{}), map[string]string{}
		for q := range want {
			r, err := s.Search(t.Context(), Request{Query: q, Limit: MaxLimit, Sort: ByDate})
			if err != nil {
				t.Fatal(err)
			}
			out[q] = fmt.Sprint(r.Total, ": ", urls(ask(t, s, q)), "; ", urls(r))
		}
		return out
	}
	marks := found(asked)
	becomeFormer(t, dir)
	for q, got := range found(asked) {
		if got != marks[q] {
			t.Errorf("%s finds by positions %s, by marks %s", q, got, marks[q])
		}
	}
}

// filler returns a function that adds pages to an index in a segment of their own. What stands before a
// bar in a text is the template.
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
			p := &aranea.Page{URL: u, Lang: "pt", Text: []byte(text)}
			menu := strings.IndexByte(text, '|') + 1
			if menu > 0 {
				p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Zone: aranea.ZoneNavigation, End: uint32(menu - 1)})
			}
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Start: uint32(menu), End: uint32(len(text))})
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

// becomeFormer makes the first segment say that its stems are of version 1, that it has no filters of
// folders, and no marks of what stands in the template only.
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
	former := bytes.Replace(foot, []byte(`"stems":4,"folders":true,"symbols":true,"ownWords":true`), []byte(`"stems":1,"folders":null,"symbols":null,"ownWords":null`), 1)
	if bytes.Equal(former, foot) {
		t.Fatalf("the footer is %s", foot)
	}
	copy(foot, former)
	binary.LittleEndian.PutUint32(data[end:], checksum.Sum(foot))
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
