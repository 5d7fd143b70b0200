package collection_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/collection"
)

// two are what two indexes say.
func two() (a, b collection.Facts) {
	a = collection.Facts{
		Pages:   collection.Index{Docs: 9, Stored: 10, Terms: map[string]int{"spider": 3, "silk": 1}, Forms: map[string]int{"sp*": 4}, Langs: map[string]map[analyze.Lang]int{"spider": {analyze.En: 3}}, All: map[analyze.Lang]int{analyze.En: 9}},
		Links:   collection.Index{Docs: 2, Stored: 2, Terms: map[string]int{"spider": 1}},
		Spelled: map[string]collection.Spelled{"email": {Pages: 1, Exact: 1, Others: []collection.Other{{"e-mail", 2}}}},
		Named:   map[string][]collection.Claim{"spider": {{Site: "spider.test", Hosts: []string{"spider.test"}, Popular: 7}}},
		Slugs:   map[string]collection.Slug{"slug:wal": {Pages: 2, Sites: 1}},
	}
	b = collection.Facts{
		Pages:   collection.Index{Docs: 5, Stored: 5, Terms: map[string]int{"spider": 2}, Langs: map[string]map[analyze.Lang]int{"spider": {analyze.En: 1, analyze.De: 1}}, All: map[analyze.Lang]int{analyze.De: 5}},
		Spelled: map[string]collection.Spelled{"email": {Pages: 4, Exact: 3, Others: []collection.Other{{"e-mail", 1}, {"em-ail", 4}}}},
		Named:   map[string][]collection.Claim{"spider": {{Site: "a.test", Hosts: []string{"spider.a.test"}, Seed: true}}},
		Slugs:   map[string]collection.Slug{"slug:wal": {Pages: 1, Sites: 1}},
		Related: []string{"silk"},
	}
	return a, b
}

// TestSum: counts are added, and lists are joined.
func TestSum(t *testing.T) {
	t.Parallel()
	a, b := two()
	got := collection.Sum(a, b)
	if got.Pages.Docs != 14 || got.Pages.Stored != 15 || got.Pages.DocFreq("spider", 0) != 5 || got.Pages.DocFreq("unheard", 8) != 8 || got.Pages.Forms["sp*"] != 4 || got.Links.Terms["spider"] != 1 {
		t.Errorf("counts: %+v", got)
	}
	if langs := got.Pages.Langs["spider"]; langs[analyze.En] != 4 || langs[analyze.De] != 1 || got.Pages.All[analyze.De] != 5 {
		t.Errorf("languages: %+v", got.Pages)
	}
	if s := got.Spelled["email"]; s.Pages != 5 || s.Exact != 4 || fmt.Sprint(s.Others) != "[{em-ail 4} {e-mail 3}]" {
		t.Errorf("spellings: %+v", s)
	}
	if c := got.Named["spider"]; len(c) != 2 || c[0].Site != "a.test" || c[1].Popular != 7 {
		t.Errorf("names: %+v", c)
	}
	if got.Slug("slug:wal") != (collection.Slug{Pages: 3, Sites: 2}) || len(got.Related) != 1 || !got.Unsettled() {
		t.Errorf("%+v", got)
	}
	if back := collection.Sum(b, a); !reflect.DeepEqual(got, back) {
		t.Errorf("the order matters: %+v, %+v", got, back)
	}
	if again, _ := two(); !reflect.DeepEqual(a, again) {
		t.Error("a summand has changed")
	}
	more := collection.Facts{Pages: collection.Index{Docs: 14, Stored: 15, Terms: map[string]int{"em": 4}}}
	if with := got.With(more); with.Pages.DocFreq("em", 0) != 4 || len(with.Spelled) != 1 || with.Pages.Documents(1) != 15 || with.Links.Documents(3) != 3 {
		t.Errorf("joined: %+v", with)
	}
	var none *collection.Facts
	if none.Of(true).DocFreq("spider", 3) != 3 || none.Of(false).Documents(4) != 4 || none.Check() != nil || none.Slug("x").Pages != 0 {
		t.Error("nothing is said")
	}
}

// TestTooMany: of the sites that too many indexes name, those with a seed are kept.
func TestTooMany(t *testing.T) {
	t.Parallel()
	var all []collection.Facts
	for i := range 3 * collection.MaxClaims {
		c := collection.Claim{Site: fmt.Sprintf("%d.test", i), Hosts: []string{"x"}, Seed: i%20 == 0}
		all = append(all, collection.Facts{Named: map[string][]collection.Claim{"www": {c}}})
	}
	got := collection.Sum(all...)
	if len(got.Named["www"]) != 3 || !got.Named["www"][0].Seed || got.Check() != nil {
		t.Errorf("%+v", got.Named)
	}
}

// TestCheck: facts beyond the bounds are refused.
func TestCheck(t *testing.T) {
	t.Parallel()
	a, b := two()
	if sum := collection.Sum(a, b); sum.Check() != nil {
		t.Fatal(sum.Check())
	}
	long, terms := strings.Repeat("a", collection.MaxBytes+1), map[string]int{}
	for i := range collection.MaxTerms + 1 {
		terms[fmt.Sprint(i)] = 1
	}
	for name, f := range map[string]collection.Facts{
		"a number below zero": {Pages: collection.Index{Terms: map[string]int{"a": -1}}},
		"too large a number":  {Links: collection.Index{Stored: collection.MaxDocs + 1}},
		"pages":               {Pages: collection.Index{Docs: -1}},
		"too many terms":      {Pages: collection.Index{Terms: terms}},
		"too long a term":     {Pages: collection.Index{Forms: map[string]int{long: 1}}},
		"pages in a language": {Pages: collection.Index{Langs: map[string]map[analyze.Lang]int{"a": {analyze.En: -1}}}},
		"too long a word":     {Spelled: map[string]collection.Spelled{"a": {Others: []collection.Other{{long, 1}}}}},
		"too many words":      {Related: strings.Fields(strings.Repeat("a ", collection.MaxWeighty+1))},
		"too many spellings":  {Spelled: map[string]collection.Spelled{"a": {Compounds: make([]collection.Other, collection.MaxOthers+1)}}},
		"too many sites":      {Named: map[string][]collection.Claim{"a": make([]collection.Claim, collection.MaxClaims+1)}},
		"too many hosts":      {Named: map[string][]collection.Claim{"a": {{Hosts: make([]string, collection.MaxHosts+1)}}}},
		"a slug":              {Slugs: map[string]collection.Slug{"a": {Sites: -1}}},
	} {
		if err := f.Check(); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzFacts: facts of other nodes are refused or can be summed, and their sum is no worse.
func FuzzFacts(f *testing.F) {
	a, b := two()
	for _, facts := range []collection.Facts{a, b} {
		text, err := json.Marshal(facts)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"pages":{"terms":null,"langs":{"a":null}},"named":{"a":[{"site":"a.test","hosts":null}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var facts collection.Facts
		if json.Unmarshal(text, &facts) != nil || facts.Check() != nil {
			return
		}
		sum := collection.Sum(facts, facts)
		for term, n := range facts.Pages.Terms {
			if sum.Pages.DocFreq(term, 0) != 2*n {
				t.Errorf("%q: %d and %d", term, n, sum.Pages.DocFreq(term, 0))
			}
		}
		if one := collection.Sum(facts); one.Check() != nil {
			t.Errorf("%+v: %v", one, one.Check())
		}
		sum.Unsettled()
	})
}
