package search

import (
	"github.com/aranea-search/aranea/analyze"

	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/sitename"
)

// namedSheets are pages of sites with names, and of one that compares itself with one of them.
func namedSheets() []sheet {
	return []sheet{
		{"http://docs.moth.test/copy", "en", "Copy", "Copies a table"},
		{"http://docs.moth.test/insert", "en", "Insert", "Adds rows, and can copy them from others"},
		{"http://moth-lang.test/copy", "en", "The language", "No table is without a copy"},
		{"http://other.test/copy", "en", "A comparison", "Moth and copy, moth against copy: the copy of a moth"},
		{"http://other.test/rows", "en", "Rows", "Rows of a moth"},
		{"http://2024.test/copy", "en", "Year", "The copy of a year"},
	}
}

// TestNamed: a word that names a site stands for all of its pages, whatever they say, and the page that
// the rest of the query is about comes first. Quotes and a query of a name alone mean the word itself.
func TestNamed(t *testing.T) {
	t.Parallel()
	s := build(t, namedSheets()...)
	for q, want := range map[string]string{
		"moth copy":            "docs.moth.test/copy moth-lang.test/copy docs.moth.test/insert other.test/copy",
		"copy moth":            "docs.moth.test/copy moth-lang.test/copy docs.moth.test/insert other.test/copy",
		"moth copy -table":     "docs.moth.test/insert other.test/copy",
		`"moth" copy`:          "other.test/copy",
		"moth":                 "other.test/copy other.test/rows",
		"moth*  rows":          "other.test/rows",
		"(moth OR tiger) rows": "other.test/rows",
		"2024 copy":            "", // a number is no name
		"docs rows":            "docs.moth.test/insert",
		"moth host:2024.test":  "",
	} {
		r, err := s.Search(t.Context(), Request{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, res := range r.Results {
			if len(res.Missing) == 0 {
				got = append(got, strings.TrimPrefix(res.URL.String(), "http://"))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
	}
}

// TestNamedInOrder: how often a page has the name of its own site changes nothing.
func TestNamedInOrder(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://moth.test/1", "en", "Silk", "silk"},
		sheet{"http://moth.test/2", "en", "Moth silk moth", "moth moth silk moth"},
	)
	r := ask(t, s, "moth silk")
	if len(r.Results) != 2 || paths(r) != "1 2" {
		t.Errorf("%s, want the page that is called silk first", paths(r))
	}
}

// TestNamedExplained: the score says that the site is named.
func TestNamedExplained(t *testing.T) {
	t.Parallel()
	s := build(t, namedSheets()...)
	r, err := s.Search(t.Context(), Request{Query: "moth copy", Explain: true})
	if err != nil || len(r.Results) == 0 {
		t.Fatal(err)
	}
	sum, named := 0.0, false
	for _, p := range r.Results[0].Why {
		sum, named = sum+p.Value, named || p.Name == "name of the site: moth"
	}
	if d := sum - r.Results[0].Score; !named || d > 1e-9 || d < -1e-9 {
		t.Errorf("%v: %t, and adds up to %g, not %g", r.Results[0].Why, named, sum, r.Results[0].Score)
	}
}

// TestNamesMany: a word that begins the names of many hosts names none of them.
func TestNamesMany(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 12 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://blog.h%d.test/", i), "en", "Notes", "silk"})
	}
	if r := ask(t, build(t, sheets[:8]...), "blog silk"); r.Total != 8 || r.Partial {
		t.Errorf("eight hosts: %d pages", r.Total)
	}
	if r := ask(t, build(t, sheets...), "blog silk"); !r.Partial {
		t.Errorf("twelve hosts: %d pages have all the words", r.Total-r.Some)
	}
}

// TestNamedBesidePieces: a word names its sites also where the pieces of another word may stand apart.
func TestNamedBesidePieces(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://moth.test/whole", "en", "Whole", "a silk-worm spins"},
		sheet{"http://moth.test/apart", "en", "Apart", "silk that a worm spins"},
		sheet{"http://other.test/apart", "en", "Apart", "silk that a worm spins"},
	)
	r := ask(t, s, "moth silk-worm")
	if len(r.Results) != 3 || urls(r) != "moth.test/whole moth.test/apart other.test/apart" {
		t.Fatal(urls(r))
	}
	for i, want := range []string{"", "silk-worm", "moth"} {
		if got := strings.Join(r.Results[i].Missing, " "); got != want {
			t.Errorf("%s lacks %q, want %q", r.Results[i].URL, got, want)
		}
	}
}

// TestNamesTellNoSecrets: whether a word names sites depends only on those with pages that the searcher
// may see, and no more on those whose pages are gone.
func TestNamesTellNoSecrets(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 8 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://blog.h%d.test/", i), "en", "Notes", "silk"})
	}
	s := build(t, sheets...)
	x, _ := s.src.(*index.Index)
	closed := address(t, "http://blog.closed.test/")
	p := &aranea.Page{URL: closed, Lang: "en", Text: []byte("silk\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
	change := aranea.IndexChange{Action: aranea.IndexPut, URL: closed, Page: p, Access: "wiki"}
	for _, action := range []aranea.IndexAction{aranea.IndexPut, aranea.IndexDelete} {
		if change.Action = action; action == aranea.IndexDelete {
			change = aranea.IndexChange{Action: action, URL: closed}
		}
		if err := x.Apply(t.Context(), []aranea.IndexChange{change}); err != nil {
			t.Fatal(err)
		}
		for access, want := range map[string]int{"": 8, "other": 8, "wiki": 0, AllAccess: 0} {
			if action == aranea.IndexDelete {
				want = 8
			}
			r, err := s.Search(t.Context(), Request{Query: "blog silk", Access: strings.Fields(access), Limit: 50})
			if err != nil || r.Total-r.Some != want {
				t.Errorf("%v, access %q: %d pages have all words, %v; want %d", action, access, r.Total-r.Some, err, want)
			}
		}
	}
}

// TestStartPages: a query of nothing but names of a site, and words that ask for it as a whole, finds the
// start page of the site first, whatever that page says.
func TestStartPages(t *testing.T) {
	t.Parallel()
	s := build(t, append(namedSheets(),
		sheet{"http://docs.moth.test/start.html", "en", "Welcome", "Hello"},
		sheet{"http://docs.moth.test/", "en", "Welcome", "Hello to you"},
		sheet{"http://other.test/", "en", "Start", "Hello to all"},
		sheet{"http://other.test/docs", "en", "Docs of brandx", "Brandx docs, and docs of brandx"},
	)...)
	s.opt.Names = called(t, "other.test")
	for q, want := range map[string]string{
		"moth docs": "http://docs.moth.test/", "docs moth": "http://docs.moth.test/", "brandx docs": "http://other.test/", "other brandx": "http://other.test/", "documentation brandx": "http://other.test/",
		"brandx rows": "http://other.test/rows", `"brandx" docs`: "http://other.test/docs", "brandx": "http://other.test/docs",
	} {
		r, err := s.Search(t.Context(), Request{Query: q, Explain: true})
		if err != nil || len(r.Results) == 0 || r.Results[0].URL.String() != want {
			t.Errorf("%s: %v %v, want %s", q, r.Results, err, want)
			continue
		}
		first := r.Results[0]
		why, err := s.Why(t.Context(), Request{Query: q}, first.URL)
		if d := why.Score - first.Score; err != nil || len(why.Missing) > 0 || d > 1e-9 || d < -1e-9 {
			t.Errorf("%s alone: %+v, %v", q, why, err)
		}
	}
}

// TestStartPageInTheLanguage: of the start pages of a site in several languages comes the one that is wished for.
func TestStartPageInTheLanguage(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://en.lamp.test/", "en", "Welcome", "Hello to you"},
		sheet{"http://pt-br.lamp.test/", "pt", "Boas-vindas", "Olá para todos"},
	)
	for lang, want := range map[analyze.Lang]string{analyze.En: "http://en.lamp.test/", analyze.Pt: "http://pt-br.lamp.test/"} {
		r, err := s.Search(t.Context(), Request{Query: "lamp docs", Langs: []analyze.Lang{lang}})
		if err != nil || len(r.Results) == 0 || r.Results[0].URL.String() != want {
			t.Errorf("in %v: %v %v, want %s", lang, urls(r), err, want)
		}
	}
}

// TestClosedStart: the start page of a site is one that the searcher may see.
func TestClosedStart(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://moth-silk.test/open", "en", "Welcome", "Hello"}, sheet{"http://moth-silk.test/about", "en", "Website", "The website of a moth"})
	closePage(t, s, "http://moth-silk.test/")
	for access, want := range map[string]string{"": "http://moth-silk.test/open", "wiki": "http://moth-silk.test/"} {
		r, err := s.Search(t.Context(), Request{Query: "moth website", Access: strings.Fields(access)})
		if err != nil || len(r.Results) == 0 || r.Results[0].URL.String() != want {
			t.Errorf("access %q: %v %v, want %s", access, r.Results, err, want)
		}
	}
}

// closePage adds a page that only searchers with a secret may see.
func closePage(t *testing.T, s *Searcher, url string) {
	t.Helper()
	x, _ := s.src.(*index.Index)
	u := address(t, url)
	p := &aranea.Page{URL: u, Lang: "en", Text: []byte("silk\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p, Access: "wiki"}}); err != nil {
		t.Fatal(err)
	}
}

// TestClosedNames: a site all of whose pages are closed to the searcher changes nothing of what is found.
func TestClosedNames(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://a.test/list", "en", "Of lists", "A moth, a list and an interface"}, sheet{"http://a.test/other", "en", "Other", "A list and an interface of a moth"})
	answer := func() string {
		r, err := s.Search(t.Context(), Request{Query: "moth list interface", Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		out := ""
		for _, res := range r.Results {
			out += fmt.Sprint(res.URL, res.Missing)
			for _, p := range res.Why {
				out += " " + p.Name
			}
		}
		return out
	}
	before := answer()
	closePage(t, s, "http://moth.test/")
	if after := answer(); after != before {
		t.Errorf("%s, and without the closed site %s", after, before)
	}
}

// TestNamesWhileListed: a list that is read by cursors has each page once, though sites come to be called by
// a word of the query, or are no longer, while it is read.
func TestNamesWhileListed(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 300 {
		host := []string{"a", "b", "c"}[i%3]
		sheets = append(sheets, sheet{fmt.Sprintf("http://%s.test/%d", host, i), "en", "Page", fmt.Sprintf("brandx silk %s", strings.Repeat("word ", i%17))})
	}
	s := build(t, sheets...)
	one, other := called(t, "a.test"), called(t, "a.test", "b.test")
	for name, all := range map[string][2]sitename.Source{"more": {one, other}, "fewer": {other, one}, "none": {other, nil}, "first": {nil, other}} {
		s.opt.Names = all[0]
		seen, after := map[string]bool{}, paging.First
		for after != "" {
			r, err := s.Search(t.Context(), Request{Query: "brandx silk", Limit: 30, After: after, Copies: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, res := range r.Results {
				if seen[res.URL.String()] {
					t.Errorf("%s: %s comes twice", name, res.URL)
				}
				seen[res.URL.String()] = true
			}
			if after = r.Next; len(seen) >= 230 {
				s.opt.Names = all[1]
			}
		}
		if len(seen) != len(sheets) {
			t.Errorf("%s: %d pages of %d", name, len(seen), len(sheets))
		}
	}
}
