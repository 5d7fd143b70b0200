package search

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/index"
)

// TestSymbols: pages with a name in code as it was typed come before those that say its words, which are
// found all the same, with and without quotes.
func TestSymbols(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("The row number of a row is the number of rows before it. ", 8)
	s := build(
		t,
		sheet{"http://prose.test/", "en", "Row number", prose + "Read as init."},
		sheet{"http://long.test/", "en", "Window functions", strings.Repeat("A window is a set of rows that a function sees. ", 200) + "row_number counts them."},
		sheet{"http://other.test/", "en", "Other", "row_number_limit and my_row_number and __init__ and init_row and ROW_NUMBERS"},
		sheet{"http://zh.test/", "zh", "函数", "使用ROW_NUMBER函数可以为每一行编号"},
	)
	for q, want := range map[string]string{
		"row_number":            "zh.test/ long.test/ prose.test/ other.test/",
		`"row_number"`:          "zh.test/ long.test/ prose.test/ other.test/",
		"ROW_NUMBER()":          "zh.test/ long.test/ prose.test/ other.test/",
		`"row_number counts"`:   "long.test/",
		"my_row_number":         "other.test/ prose.test/ zh.test/ long.test/",
		"__init__":              "other.test/ prose.test/",
		"init":                  "other.test/ prose.test/",
		"row_numb*":             "prose.test/ other.test/ zh.test/ long.test/",
		"window -row_number":    "",
		"intitle:row_number":    "prose.test/",
		"row_number OR __str__": "zh.test/ long.test/ prose.test/ other.test/",
	} {
		if got := urls(ask(t, s, q)); got != want {
			t.Errorf("%s finds %q, want %q", q, got, want)
		}
	}
}

// TestUnknownSymbols: a name in code that no page has is searched as its words are.
func TestUnknownSymbols(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://a.test/", "en", "", "row number"}, sheet{"http://b.test/", "en", "", "rows by number"})
	name, words := ask(t, s, "row_number").Results, ask(t, s, "row-number").Results
	if len(name) == 0 || len(words) == 0 || name[0].Score != words[0].Score {
		t.Errorf("%v, want %v", name, words)
	}
}

// TestFormerSymbols: pages of a segment without the terms of symbols are found by their words, and count as
// if they had them.
func TestFormerSymbols(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill := filler(t, dir)
	fill(map[string]string{"http://a.test/former": "row_number"})
	becomeFormer(t, dir)
	fill(map[string]string{"http://a.test/now": "row_number", "http://a.test/prose": "row number, and so on"})
	x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	s := New(x, time.Now, Options{})
	for _, q := range []string{"row_number", `"row_number"`} {
		found := strings.Fields(urls(ask(t, s, q)))
		if len(found) != 3 || found[2] != "a.test/prose" {
			t.Errorf("%s finds %v", q, found)
		}
	}
}

// TestSymbolsAreNoWords: symbols are no words that something typed may go on to, nor forms of a prefix.
func TestSymbolsAreNoWords(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://a.test/", "en", "", strings.Repeat("rowan_number ", 20)})
	if got := completions(t, s, Request{Query: "rowa"}); !slices.Equal(got, []string{"rowan"}) {
		t.Errorf("completed to %q", got)
	}
	if got := urls(ask(t, s, "rowan_nu*")); got != "a.test/" {
		t.Errorf("a prefix finds %q", got)
	}
}

// TestSymbolThatNamesASite: the parts of a score add up also where a name in code is a word that names the site.
func TestSymbolThatNamesASite(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://zebra.test/", "en", "Start", "Python pages of us"},
		sheet{"http://zebra.test/a", "en", "Start", "Python pages and zebra of us"},
		sheet{"http://other.test/", "en", "Names", "The __zebra__ name of python."},
	)
	r, err := s.Search(t.Context(), Request{Query: "__zebra__ python", Explain: true})
	if err != nil || len(r.Results) == 0 {
		t.Fatal(r.Results, err)
	}
	for _, x := range r.Results {
		sum := 0.0
		for _, part := range x.Why {
			sum += part.Value
		}
		if math.Abs(sum-x.Score) > 1e-9 {
			t.Errorf("%s: the parts add up to %f, the score is %f: %v", x.URL, sum, x.Score, x.Why)
		}
	}
}
