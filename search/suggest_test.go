package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// TestSuggestions: what may have been meant is told where few pages answer, and
// nothing is told where it would not help.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := build(t, append(library, sheet{"http://en.test/pack", "en", "Package", "A package just for spiders and a ghost."})...)
	for _, tt := range []struct {
		name, query, want string
		layout            bool
	}{
		{"exchanged letters", "pakcage", "package", false},
		{"a missing letter beside a good word", "spidr silk", "spider silk", false},
		{"Cyrillic letters", "шолк", "шёлк", false},
		{"typed with the other layout", "gfer", "паук", true},
		{"Russian layout for English", "зфслфпу", "package", true},
		{"a form that no page holds", "gferfvb", "пауками", true},
		{"a word that asks, and that no page has", "co to jest pakcage", "co to jest package", false},
		{"operators stay", "site:en.test pakcage -silk", "site:en.test package -silk", false},
		{"quotes are meant", `"pakcage"`, "", false},
		{"another first letter", "rackage", "package", false},
		{"two letters too many", "pacckagee", "package", false},
		{"two letters, one of them the first", "rackagee", "", false},
		{"found is found", "package", "", false},
		{"nothing is like it", "qwertyuiop", "", false},
		{"the rest has to answer as well", "site:pt.test pakcage", "", false},
	} {
		r := ask(t, s, tt.query)
		got := Suggestion{}
		if r.Suggestion != nil {
			got = *r.Suggestion
		}
		if got.Query != tt.want || got.Layout != tt.layout {
			t.Errorf("%s: %s suggests %+v, want %s", tt.name, tt.query, got, tt.want)
		}
	}
}

// TestSuggestionsBesideJoined: a misspelled word is told although a page has the mistake apart.
func TestSuggestionsBesideJoined(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 30 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", "Cleaning", "The autovacuum cleans tables."})
	}
	s := build(t, append(sheets, sheet{"http://other.test/", "en", "Changes", "The auto vac" + "cum was new."})...)
	for query, want := range map[string]string{
		"autovac" + "cum":                 "autovacuum",
		"autovac" + "cum site:en.test":    "autovacuum site:en.test",
		"autovac" + "cum site:other.test": "",
	} {
		r := ask(t, s, query)
		got := ""
		if r.Suggestion != nil {
			got = r.Suggestion.Query
		}
		if got != want {
			t.Errorf("%s suggests %q, want %q", query, got, want)
		}
	}
}

// TestSuggestionsWithoutQuotes: what finds nothing in quotes is offered without them, if a page that
// the searcher may see has one of the words.
func TestSuggestionsWithoutQuotes(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://en.test/auth", "en", "Authentication", `FATAL: no pg_hba.conf entry for host "123.123.123.123", user "andym"`},
		sheet{"http://en.test/other", "en", "Spiders", "The house spider has silk."})
	for query, want := range map[string]string{
		`FATAL: no pg_hba.conf entry for host "10.0.0.7", user "web"`: "FATAL: no pg_hba.conf entry for host 10.0.0.7 user web",
		`"silk spider"`:               "silk spider",
		`"silk spider" site:en.test`:  "silk spider site:en.test",
		`"silk spider" site:no.test`:  "",
		`"house spider" ghost`:        "",
		`"zebra ghost"`:               "",
		`"silk spider" OR xylophone`:  "",
		`no entry for user "andym"`:   "",
		`inanchor:"silk spider"`:      "",
		`silk "zebra ghost" "spider"`: "silk zebra ghost spider",
	} {
		r := ask(t, s, query)
		got := Suggestion{}
		if r.Suggestion != nil {
			got = *r.Suggestion
		}
		if got.Query != want || got.Unquoted != (want != "") {
			t.Errorf("%s suggests %+v, want %q", query, got, want)
		}
		if want != "" && len(ask(t, s, want).Results) == 0 {
			t.Errorf("%s finds nothing", want)
		}
	}
}

// TestSuggestionsInNames: a mistake is told in a name that consists of several words, too.
func TestSuggestionsInNames(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 12 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", "Reference", "CMAKE_CXX_STANDARD, collections.namedtuple, server.port, target_link_libraries() and parts of them."})
	}
	s := build(t, sheets...)
	for query, want := range map[string]string{
		"CMAKE_CXX_STANDART":                 "CMAKE_CXX_STANDARD",
		"cmake_cxx_standart site:en.test":    "cmake_cxx_standard site:en.test",
		"collectons.namedtuple":              "collections.namedtuple",
		"target_lnik_libaries(parts)":        "target_link_libraries parts",
		"server.prot":                        "server.port",
		"server.port":                        "",
		"server.tls":                         "",
		"collectons.namedtuple site:no.test": "",
		`"collectons.namedtuple"`:            "",
		"a.b.c.d.e.collectons":               "", // too many words
		"1.2.3.4":                            "",
	} {
		r := ask(t, s, query)
		got := ""
		if r.Suggestion != nil && !r.Suggestion.Unquoted {
			got = r.Suggestion.Query
		}
		if got != want {
			t.Errorf("%s suggests %q, want %q", query, got, want)
		}
	}
}

// TestSuggestionsAsPagesWriteThem: a suggestion has the accents that the index folds.
func TestSuggestionsAsPagesWriteThem(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://pt.test/a", "pt", "Guia", "Veja a instalação do sistema e a configuração da rede."},
		sheet{"http://pt.test/b", "pt", "Configuração", "Outra página sobre a configuração."},
	)
	for query, want := range map[string]string{
		"instalacaoo":         "instalação",
		"configuracoa":        "configuração",
		"instalacaoo sistema": "instalação sistema",
	} {
		if r := ask(t, s, query); r.Suggestion == nil || r.Suggestion.Query != want {
			t.Errorf("%s suggests %+v, want %s", query, r.Suggestion, want)
		}
	}
}

// TestSuggestionsBesideMistakes: a word that is misspelled in pages too, or spelled like a
// stem, is told as long as far more pages have another one; words that are only rare are not.
func TestSuggestionsBesideMistakes(t *testing.T) {
	t.Parallel()
	const mistaken, stemmed = "sep" + "erator", "instal" + "ation"
	var sheets []sheet
	add := func(n int, lang, text string) {
		for range n {
			sheets = append(sheets, sheet{fmt.Sprintf("http://%s.test/%d", lang, len(sheets)), lang, "A page", text})
		}
	}
	add(90, "en", "The separator and the installation stand beside the archive.")
	add(4, "en", "The "+mistaken+" stands here.")
	add(5, "en", "The archivo stands here, in another language.")
	add(1, "pl", stemmed+" to słowo, którego nie ma w języku polskim, ale stoi właśnie na tej stronie.")
	add(60, "en", "How to install it.")
	add(1, "en", "Of dinstall, a command.")
	s := build(t, sheets...)
	for query, want := range map[string]string{
		mistaken: "separator", stemmed: "installation", "the " + mistaken + " page": "the separator page", `"` + mistaken + `"`: "",
		"teparator": "separator", // nothing answers: another first letter may be meant
		"dinstall":  "",          // a page has it: no other first letter is meant
		"archivo":   "",          // that 90 pages have archive is not far more
		"separator": "", "install": "",
	} {
		got := ""
		if r := ask(t, s, query); r.Suggestion != nil {
			got = r.Suggestion.Query
		}
		if got != want {
			t.Errorf("%s suggests %q, want %q", query, got, want)
		}
	}
}

// TestSuggestionsTellNoSecrets: a word of pages that the searcher may not see is
// not suggested.
func TestSuggestionsTellNoSecrets(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	x, _ := s.src.(*index.Index)
	u := address(t, "http://closed.test/")
	p := &aranea.Page{URL: u, Lang: "en", Text: []byte("bartholomew\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 11}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p, Access: "wiki"}}); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	for access, want := range map[string]bool{"": false, "other": false, "wiki": true, AllAccess: true} {
		r, err := s.Search(t.Context(), Request{Query: "bartholomev", Access: strings.Fields(access)})
		if err != nil || (r.Suggestion != nil) != want {
			t.Errorf("access %q: %+v, %v", access, r.Suggestion, err)
		}
	}
}
