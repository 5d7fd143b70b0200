package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/synonym"
	"github.com/aranea-search/aranea/weburl"
)

// TestSynonyms checks that words of a list find each other's pages, that the word that was typed
// comes first, and that it is told.
func TestSynonyms(t *testing.T) {
	t.Parallel()
	texts := []string{
		"A television with a large screen", "This tv has a screen", "A television set of the sixties", "A set of tools",
		"All about NYC and its parks", "All about New York and its parks", "In York there is a new park",
	}
	var sheets []sheet
	for i, text := range texts {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", fmt.Sprintf("Page %c", 'a'+i), text})
	}
	s := build(t, sheets...)
	set, err := synonym.Parse([]byte("tv, television, television set\nnyc => New York"))
	if err != nil {
		t.Fatal(err)
	}
	s.opt.Synonyms = func() *synonym.Set { return set }
	told := func(word, others string) hint.Hint {
		return hint.Hint{Code: hint.Synonyms, Value: word + " = " + others}
	}
	for _, tt := range []struct {
		query       string
		whole, some []string // numbers of the first results; of those with some of the words
		told        hint.Hint
	}{
		{"tv", []string{"1", "0", "2"}, nil, told("tv", "television, television set")},
		{"tv screen", []string{"1", "0"}, []string{"2"}, told("tv", "television, television set")},
		{"television set", []string{"2", "1", "0"}, []string{"3"}, told("television set", "tv, television")},
		{"nyc", []string{"4", "5"}, []string{}, told("nyc", "New York")},
		{"new york", []string{"5", "6"}, nil, hint.Hint{}},
		{`"tv"`, []string{"1"}, nil, hint.Hint{}},
		{"tv -television", []string{"1"}, nil, told("tv", "television, television set")},
		{"tv OR radio", []string{"1"}, nil, hint.Hint{Code: hint.SynonymsOr, Value: "tv"}},
		{"screen OR york", []string{"0", "1", "5", "6"}, nil, hint.Hint{}},
	} {
		r := ask(t, s, tt.query)
		var whole, some []string
		for _, res := range r.Results {
			if at := res.URL.Path()[1:]; len(res.Missing) == 0 {
				whole = append(whole, at)
			} else {
				some = append(some, at)
			}
		}
		slices.Sort(some)
		if len(whole) == 0 || whole[0] != tt.whole[0] || !sameSet(whole, tt.whole) || !sameSet(some, tt.some) {
			t.Errorf("%s: %q and with some of the words %q, want %q and %q", tt.query, whole, some, tt.whole, tt.some)
		}
		if got := slices.Contains(r.Notes, tt.told); got != (tt.told != hint.Hint{}) || !got && len(r.Notes) > 0 {
			t.Errorf("%s: told %+v", tt.query, r.Notes)
		}
	}
	if r := ask(t, s, "tv tv"); len(r.Notes) != 1 || len(r.Hints) != 1 {
		t.Errorf("for a word that was typed twice: %q", r.Hints)
	}
	for url, want := range map[string]string{"http://en.test/0": "word television, a synonym of tv", "http://en.test/1": "word tv", "http://en.test/2": "word television set, a synonym of tv"} {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Why(t.Context(), Request{Query: "tv"}, u)
		if err != nil || !e.Matches || !slices.ContainsFunc(e.Why, func(p score.Part) bool { return p.Name == want }) {
			t.Errorf("%s: %+v, %v; want %q", url, e, err, want)
		}
	}
	if s.opt.Synonyms = func() *synonym.Set { return nil }; len(ask(t, s, "tv").Results) != 1 {
		t.Error("without a list, tv finds others")
	}
}

// sameSet reports whether two lists have the same elements.
func sameSet(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}
