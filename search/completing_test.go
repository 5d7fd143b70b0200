package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// completions are the texts of completions.
func completions(t testing.TB, s *Searcher, r Request) []string {
	t.Helper()
	c, err := s.Complete(t.Context(), r)
	if err != nil {
		t.Fatalf("%s: %v", r.Query, err)
	}
	var out []string
	for _, x := range c.Completions {
		out = append(out, x.Text)
	}
	return out
}

// TestComplete: words of the index and pieces of titles go on from what was typed, in
// the spelling of the pages.
func TestComplete(t *testing.T) {
	t.Parallel()
	s := build(t, append(slices.Clone(library), sheet{"http://en.test/spin", "en", "How to spin – The Spider Book", "Spinning wheels. A spinner spins."})...)
	for _, tt := range []struct{ name, typed, want string }{
		{"a word, then titles", "spi", "spider | spin | spinner | How to spin | Spider silk | The house spider"},
		{"only what answers with the words before", "silk sp", "silk spider | Spider silk"},
		{"accents of the pages", "prot", "proteína"},
		{"Russian", "волк", "волки | Пауки-волки"},
		{"Russian in small letters", "Пау", "паука | паучий | Паучий шёлк | Пауки-волки"},
		{"a word typed to its end", "spin", "spinner | spinning | How to spin"},
		{"after a word to leave out", "silk -house spi", "silk -house spider"},
		{"what follows comes first", "to sp", "to spin | How to spin"},
		{"Chinese", "网络机", "网络机器 | 网络机器人"},
		{"Chinese that does not follow", "网页机", ""},
		{"one letter says nothing", "s", ""},
		{"behind a word", "spider ", ""},
		{"operators are not completed", "site:en.te", ""},
		{"nor is what stands in quotes", `"spider si`, ""},
		{"nor what is excluded", "silk -spi", ""},
		{"nothing begins so", "zzz", ""},
	} {
		if got := strings.Join(completions(t, s, Request{Query: tt.typed}), " | "); got != tt.want {
			t.Errorf("%s: %q gives %q, want %q", tt.name, tt.typed, got, tt.want)
		}
	}
	if got := completions(t, s, Request{Query: "spi", Limit: 2}); len(got) != 2 {
		t.Errorf("two were wanted: %q", got)
	}
}

// TestCompleteKeepsClosedPages: neither a word nor a title of a page is told to those
// who may not see it, nor of one that is hidden or has expired.
func TestCompleteKeepsClosedPages(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	page := func(url, title, text string) aranea.IndexChange {
		p := &aranea.Page{URL: address(t, url), Lang: "en"}
		for i, s := range []string{title, text} {
			from := uint32(len(p.Text))
			p.Text = append(append(p.Text, s...), '\n')
			p.Elements = append(p.Elements, aranea.Element{
				Kind: []aranea.ElementKind{aranea.ElementTitle, aranea.ElementText}[i], Start: from, End: from + uint32(len(s)),
			})
		}
		return aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, FetchedAt: now, Page: p, Snippet: true}
	}
	closed, old := page("http://a.test/closed", "Secret silkworm", "silkroad"), page("http://a.test/old", "Silk of old", "silkscreen")
	hidden := page("http://a.test/hidden", "Hidden silk", "silkbean")
	closed.Access, old.Expires = "wiki", now
	changes := []aranea.IndexChange{page("http://a.test/open", "Open silk", "silken"), closed, old, hidden, {Action: aranea.IndexHide, URL: hidden.URL}}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	s := New(x, func() time.Time { return now }, Options{})
	if got := strings.Join(completions(t, s, Request{Query: "silk"}), " | "); got != "silken | Open silk" {
		t.Errorf("a stranger gets %q", got)
	}
	if got := strings.Join(completions(t, s, Request{Query: "silk", Access: []string{"wiki"}}), " | "); !strings.Contains(got, "silkworm") || !strings.Contains(got, "Secret silkworm") {
		t.Errorf("who may read them gets %q", got)
	}
}

// BenchmarkComplete types words of different frequency, on 50,000 pages in which
// words are as frequent as in texts.
func BenchmarkComplete(b *testing.B) {
	rnd := rand.New(rand.NewPCG(3, 3))
	z := rand.NewZipf(rnd, 1.1, 4, 60_000)
	word := func() string { // a word of its own for each number
		n := z.Uint64()
		out := []byte{byte('a' + n%7), byte('a' + n/7%5)}
		for ; n > 0; n /= 26 {
			out = append(out, byte('a'+n%26))
		}
		return string(out)
	}
	var leaves []leaf
	for i := range 50_000 {
		var text []string
		for range 100 {
			text = append(text, word())
		}
		leaves = append(leaves, leaf{url: fmt.Sprintf("http://a.test/%d", i), title: word() + " " + word() + " " + word(), text: strings.Join(text, " "), at: time.Unix(1_790_000_000, 0)})
	}
	s := shelve(b, leaves)
	for name, typed := range map[string]string{"two-letters": "ab", "three-letters": "aba", "four-letters": "abab", "behind-a-word": "bab ca"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if c, err := s.Complete(b.Context(), Request{Query: typed}); err != nil || len(c.Completions) == 0 {
					b.Fatal(c, err)
				}
			}
		})
	}
}
