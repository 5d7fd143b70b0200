package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// in returns the locale of a language.
func in(t *testing.T, tag string) *locale.Locale {
	t.Helper()
	c, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	l, ok := c.Named(tag)
	if !ok {
		t.Fatalf("there is no %s", tag)
	}
	return l
}

// makerOf returns the maker for a query in English.
func makerOf(t *testing.T, q string, resp search.Response) *maker {
	t.Helper()
	return &maker{Asked{In: in(t, "en"), Query: q, Page: 1}, &resp, query.Parse(q)}
}

// TestKinds checks that another kind of file can be selected, even if the query has only a kind.
func TestKinds(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"silk":                "[All] Pictures Sound Video PDF",
		"silk filetype:image": "All [Pictures] Sound Video PDF",
		"filetype:image":      "[Pictures] Sound Video PDF",
		"filetype:docx":       "Pictures Sound Video PDF",
	} {
		var got []string
		for _, c := range makerOf(t, q, search.Response{}).kinds() {
			if c.Current {
				c.Text = "[" + c.Text + "]"
			}
			got = append(got, c.Text)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", q, text, want)
		}
	}
}

// TestLanguages checks that the languages of matching pages and the selected one can be selected.
func TestLanguages(t *testing.T) {
	t.Parallel()
	two := []facet.Value{{Value: "en", Pages: 1200}, {Value: "und", Pages: 9}, {Value: "ja", Pages: 2}}
	wider := &facet.Facets{Languages: two, AtLeast: true}
	for _, tt := range []struct {
		q        string
		f, wider *facet.Facets
		want     string
	}{
		{"silk", &facet.Facets{Languages: two}, nil, "[All languages] English 1,200, 日本語 2"},
		{"silk", &facet.Facets{Languages: two, AtLeast: true}, nil, "[All languages] English 1,200+, 日本語 2+"},
		{"silk", &facet.Facets{Languages: two[:2]}, nil, ""},
		{"silk", nil, nil, ""},
		{"silk lang:de", nil, nil, "All languages [Deutsch]"},
		{"silk lang:de", nil, wider, "All languages English 1,200+, 日本語 2+, [Deutsch]"},
		{"silk lang:en", &facet.Facets{Languages: two[:1]}, wider, "All languages [English] 1,200+, 日本語 2+"},
		{"silk lang:en", &facet.Facets{Languages: two[:1]}, nil, "All languages [English] 1,200"},
	} {
		var got []string
		m := makerOf(t, tt.q, search.Response{Facets: tt.f})
		m.Wider = map[Line]*facet.Facets{{Field: query.Lang}: tt.wider}
		shown, more := m.languages()
		if len(more) > 0 {
			t.Errorf("%s: %d languages behind more", tt.q, len(more))
		}
		for _, c := range shown {
			text := c.Text
			if c.Current {
				text = "[" + text + "]"
			}
			if c.Number != "" {
				text += " " + c.Number + ","
			}
			got = append(got, text)
		}
		if text := strings.TrimSuffix(strings.Join(got, " "), ","); text != tt.want {
			t.Errorf("%s: %q, want %q", tt.q, text, tt.want)
		}
	}
}

// TestMore checks that values with few pages are hidden, except the selected one.
func TestMore(t *testing.T) {
	t.Parallel()
	f := &facet.Facets{}
	for i := range 12 {
		f.Languages = append(f.Languages, facet.Value{Value: string(rune('a'+i)) + "a", Pages: 20 - i})
		f.Sites = append(f.Sites, facet.Value{Value: string(rune('a'+i)) + ".test", Pages: 20 - i})
	}
	m := makerOf(t, "silk lang:ja site:k.test", search.Response{Facets: f})
	shown, more := m.languages()
	if len(shown) != maxLangs+2 || !shown[maxLangs+1].Current || len(more) != 3 {
		t.Errorf("languages: %v, more %v", shown, more)
	}
	lists := m.facetLists()
	if len(lists) != 1 || len(lists[0].Values) != maxFacets+1 || !lists[0].Values[maxFacets].Current || len(lists[0].More) != 5 {
		t.Errorf("sites: %+v", lists)
	}
}

// TestAdviceBesideSuggestion: the query without quotes is offered once.
func TestAdviceBesideSuggestion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		meant *search.Suggestion
		want  bool
	}{
		{nil, true}, {&search.Suggestion{Query: "zebra silk", Unquoted: true}, false}, {&search.Suggestion{Query: `"zebra milk"`}, true},
	} {
		all := makerOf(t, `"zebra silk"`, search.Response{Suggestion: tt.meant}).advice()
		if got := all[0].Text == "Search without quotes"; got != tt.want {
			t.Errorf("beside %+v: %+v", tt.meant, all)
		}
	}
}

// TestAdvice checks that suggestions are applicable: fewer words only if there are several.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"zebra silk":         "Try other or fewer words, Ask why a page is not in the index",
		"zebra":              "Try other words, Ask why a page is not in the index",
		"site:a.test":        "Ask why a page is not in the index",
		"zebra site:a.test":  "Search without site:, Try other words, Ask why a page is not in the index",
		`"zebra silk"`:       "Search without quotes, Try other words, Ask why a page is not in the index",
		"intitle:zebra silk": "Search without intitle:, Try other or fewer words, Ask why a page is not in the index",
		"zebra -silk":        "Try other words, Ask why a page is not in the index",
	} {
		var got []string
		for _, a := range makerOf(t, q, search.Response{}).advice() {
			got = append(got, a.Text)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", q, text, want)
		}
	}
}
