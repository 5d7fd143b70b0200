package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/score"
)

// TestFormsAsTyped: a page that holds all words as they were typed comes before one that
// has more of them in other forms, and the explanation sums up to the score.
func TestFormsAsTyped(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/typed", "en", "", "The spiders were weaving. " + strings.Repeat("Nothing else was said of that. ", 40)},
		sheet{"http://a.test/other", "en", "", "A spider weaves. " + strings.Repeat("Weaving, the spider weaves. ", 6)},
	)
	resp, err := s.Search(t.Context(), Request{Query: "spiders weaving", Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := urls(resp); len(resp.Results) != 2 || resp.Results[0].URL.String() != "http://a.test/typed" {
		t.Fatalf("%s", got)
	}
	for i, r := range resp.Results {
		sum := 0.0
		for _, part := range r.Why {
			sum += part.Value
		}
		if math.Abs(sum-r.Score) > 1e-9 {
			t.Errorf("%s: the parts are %v in all, the score is %v", r.URL, sum, r.Score)
		}
		if whole := slices.ContainsFunc(r.Why, func(p score.Part) bool { return p.Name == "all words in their exact forms" }); whole != (i == 0) {
			t.Errorf("%s: all words in their exact forms is %t", r.URL, whole)
		}
	}
}

// TestWordsInNames: a name of code is found by its words and whole, the page of the word
// itself comes first, and the word is marked in the name.
func TestWordsInNames(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/name", "en", "", "It fills the innerBuffer at once. " + strings.Repeat("Somebody has written this text. ", 8)},
		sheet{"http://a.test/word", "en", "", "It fills the buffer at once. " + strings.Repeat("Nothing else was said of that. ", 8)},
		sheet{"http://a.test/product", "en", "", "It is written in JavaScript and runs on an iPhone."},
	)
	for q, want := range map[string]string{
		"buffer": "/word /name", `"buffers"`: "", "innerbuffer": "/name", `"innerBuffer at once"`: "/name", `"the buffer at once"`: "/word /name",
		`"inner buffer"`: "", "java": "", `"iPhone"`: "/product", "JavaScript": "/product", "javascr*": "/product",
	} {
		resp, err := s.Search(t.Context(), Request{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range resp.Results {
			got = append(got, r.URL.Target())
			for _, span := range r.Spans {
				if q == "buffer" && span.Marked && !strings.EqualFold(span.Text, q) {
					t.Errorf("%s: %q is marked", q, span.Text)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", q, got, want)
		}
	}
}

// Pages in the language of the query come first, or in that of the searcher if its words do not
// tell, and the explanation says what the others lose.
func TestLanguageFirst(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/de", "de", "Das Netz", "Die Firewall ist eine Firewall, und ihr Name kommt."},
		sheet{"http://a.test/en", "en", "Network setup", "How the firewall is set up, and where the name comes from."},
		sheet{"http://a.test/pt", "pt", "Rede", "Como configurar a firewall de uma rede."},
	)
	for _, c := range []struct {
		query string
		langs []analyze.Lang
		first string
	}{
		{"firewall", nil, "a.test/de"},
		{"firewall", []analyze.Lang{analyze.Pt}, "a.test/pt"},
		{"firewall", []analyze.Lang{analyze.En, analyze.Pt}, "a.test/en"},
		{"firewall lang:de", []analyze.Lang{analyze.Pt}, "a.test/de"},
		{"firewall", []analyze.Lang{analyze.Zh}, "a.test/de"}, // there is no such page
		{"where does the name come from", nil, "a.test/en"},
		{"where does the name come from", []analyze.Lang{analyze.De}, "a.test/en"},
	} {
		r, err := s.Search(t.Context(), Request{Query: c.query, Langs: c.langs, Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(urls(r), " "); got != c.first {
			t.Errorf("%s for a reader of %v: first is %s, want %s", c.query, c.langs, got, c.first)
		}
	}
	r, err := s.Search(t.Context(), Request{Query: "firewall", Langs: []analyze.Lang{analyze.Pt}, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range r.Results {
		loses := slices.ContainsFunc(res.Why, func(p score.Part) bool { return p.Name == "another language" && p.Value < 0 })
		if foreign := res.Lang != analyze.Pt.String(); loses != foreign {
			t.Errorf("%s loses by its language: %t, want %t", res.URL, loses, foreign)
		}
	}
}
