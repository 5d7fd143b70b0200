package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/score"
)

// TestWordsJoinedAndApart checks that a word that few pages have is found in both spellings, and
// that the one that was typed comes first.
func TestWordsJoinedAndApart(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Write us an e-mail today", "Our email address for orders", "Mail is sent by carriers",
		"We use node.js here", "O'Reilly has many books", "A well-known author", "Orders can be made on-line",
		"ISBN 978-3-16-148410-0 is sold out", "ISBN 9781566199094 as well", "ISBN 0-8044-2957-X came first",
		"A covid-19 vaccine", "Release 2.10 is new", "Release 210 was old", "The waves of the seas on a map", "Search node by node",
	}
	var sheets []sheet
	for i, text := range texts {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", fmt.Sprintf("Page %c", 'a'+i), text})
	}
	s := build(t, sheets...)
	for query, want := range map[string]string{
		"email": "1 0", "e-mail": "0 1 | 4 mail, 2 e", "nodejs": "3", "node.js": "3 | 14 js", "oreilly": "4", "wellknown": "5", "online": "6", "on-line": "6 | 13 line",
		"9783161484100": "7", "978-1-56619-909-4": "8 | 7 1+56619+909+4", "080442957X": "9", "covid19": "10",
		"210": "12", "2.10": "11", "season": "", `"email"`: "1", "emai*": "1", "intitle:email": "", "email -orders": "0", "email today": "0 | 1 today",
		"nodejs today": "| 0 nodejs, 3 today", "e-mail carriers": "| 2 e, 0 carriers, 4 mail+carriers",
	} {
		r := ask(t, s, query)
		var whole, some []string
		for _, res := range r.Results {
			at := res.URL.Path()[1:]
			if len(res.Missing) > 0 {
				some = append(some, at+" "+strings.Join(res.Missing, "+"))
			} else {
				whole = append(whole, at)
			}
		}
		got := strings.Join(whole, " ")
		if len(some) > 0 {
			got = strings.TrimSpace(got + " | " + strings.Join(some, ", "))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	marked := ask(t, s, "nodejs").Results[0]
	if !slices.ContainsFunc(marked.Spans, func(p Span) bool { return p.Marked && p.Text == "js" }) {
		t.Errorf("nothing is marked: %+v", marked.Spans)
	}
}

// TestJoinedPageByPage checks that a list of both spellings is read page by page without a gap.
func TestJoinedPageByPage(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 30 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", "Page", fmt.Sprintf("word%d of an e-mail", i)})
	}
	s := build(t, append(sheets, sheet{"http://en.test/one", "en", "Page", "An email"})...)
	found := map[string]bool{}
	for r := (Request{Query: "email", Limit: 7, After: paging.First}); r.After != ""; {
		resp, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, res := range resp.Results {
			if found[res.URL.String()] {
				t.Errorf("%s comes twice", res.URL)
			}
			found[res.URL.String()] = true
		}
		r.After = resp.Next
	}
	if len(found) != 31 {
		t.Errorf("%d pages found", len(found))
	}
}

// TestNeighboursWrittenAsOne checks that two words of a query find pages that write them as one, which
// counts for both, and that nothing else of the query changes.
func TestNeighboursWrittenAsOne(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://en.test/class", "en", "StringBuilder", "A StringBuilder appends characters, one after another"},
		sheet{"http://en.test/apart", "en", "Engineers", "A builder of bridges pulls at a string"},
		sheet{"http://en.test/types", "en", "Datatypes", "What a column holds"},
		sheet{"http://en.test/builder", "en", "Builders", "Who makes houses"},
		sheet{"http://en.test/other", "en", "Strings", "What guitars have"})
	for query, want := range map[string]string{
		"string builder":   "class apart builder other", // the last two have one word
		"builder string":   "apart builder other",
		"data types":       "types",
		`"string builder"`: "", `string "builder"`: "apart", "string OR builder": "apart builder other",
		"string builder characters": "class apart builder other",
		"string":                    "other apart",
	} {
		var got []string
		r := ask(t, s, query)
		for _, res := range r.Results {
			got = append(got, res.URL.Path()[1:])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	first := ask(t, s, "string builder").Results[0]
	if len(first.Missing) > 0 || !slices.ContainsFunc(first.Spans, func(p Span) bool { return p.Marked && p.Text == "StringBuilder" }) {
		t.Errorf("%+v is marked, %s is missing", first.Spans, first.Missing)
	}
}

// TestTitlesOfJoinedWords checks that a word which two of a query stand for is one word of a title.
func TestTitlesOfJoinedWords(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://en.test/class", "en", "StringBuilder class", "What it appends"}, sheet{"http://en.test/it", "en", "StringBuilder", "What it appends"},
		sheet{"http://en.test/echo", "en", "Echo echo", "What it repeats"}, sheet{"http://en.test/other", "en", "Strings", "Of a builder"})
	for url, query := range map[string]string{"http://en.test/it": "string builder", "http://en.test/echo": "echo echo"} {
		r, err := s.Search(t.Context(), Request{Query: query, Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, res := range r.Results {
			is := slices.ContainsFunc(res.Why, func(p score.Part) bool { return p.Name == "title is the query" })
			if is != (res.URL.String() == url) {
				t.Errorf("%s: %s is called so: %v", query, res.URL, is)
			}
		}
	}
}

// TestCompounds checks that a word finds the compounds that it begins or ends, behind the pages that
// have the word itself, in languages that write compounds as one word.
func TestCompounds(t *testing.T) {
	t.Parallel()
	texts := []struct{ lang, text string }{
		{"de", "Der Urlaub ist schön"}, {"de", "Der Urlaubsantrag wird gestellt"}, {"de", "Ein Antrag auf Teilzeit"}, {"de", "Die neuen Urlaubsregelungen gelten"},
		{"de", "Der Sonderurlaub wird gewährt"}, {"de", "Die Urlauber reisen ab"}, {"en", "The urlaubantrag of an English page"}, {"en", "A database of birds"},
		{"en", "The base of data"}, {"nl", "De vakantiedagen zijn bekend"}, {"nl", "Twee dagen vakantie"}, {"sv", "Semesteransökan lämnas in"}, {"de", "Kosten und Reisen"}, {"de", "Die Reisekostenabrechnung"},
		{"de", "Alle Urlaubsanträge"},
	}
	var sheets []sheet
	for i, text := range texts {
		sheets = append(sheets, sheet{fmt.Sprintf("http://de.test/%d", i), text.lang, fmt.Sprintf("Seite %c", 'a'+i), text.text})
	}
	s := build(t, sheets...)
	for query, want := range map[string]string{
		"Urlaub": "0 1 3 4 5 14", "Urlaube": "0 1 3 4 5 14", "Antrag": "2 1 14", "Urlaub Antrag": "1 14", "Urlaubsantrag": "1 14", "Reise": "5 12 13", "vakantie": "10 9", "semester": "11",
		"data": "8", "Abrechnung": "13", `"Urlaub"`: "0", "Urlaub*": "0 1 3 5 6 14", "Urlaub -Sonderurlaub": "0 1 3 5 14", "intitle:Urlaub": "", "Kosten": "12",
		"der die im auf Antrag": "2 1 14",
	} {
		var got []string
		for _, res := range ask(t, s, query).Results {
			if !slices.ContainsFunc(res.Missing, func(w string) bool { return len(w) > 3 }) { // stop words may be missing
				got = append(got, res.URL.Path()[1:])
			}
		}
		wanted := strings.Fields(want)
		same := slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(wanted)))
		if !same || len(wanted) > 0 && !strings.Contains("Urlaub* Urlaube", query) && got[0] != wanted[0] {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestNamesHaveNoCompounds checks that a word which names a site stands for its pages, whatever compounds pages
// have.
func TestNamesHaveNoCompounds(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://wiki.intern.test/urlaub", "de", "Urlaub", "Wie man ihn nimmt"}, sheet{"http://www.intern.test/x", "de", "Neues", "Das Wiki, der Urlaub und eine Wikiseite"},
		sheet{"http://www.intern.test/y", "de", "Seite", "Eine Seite"})
	if r := ask(t, s, "wiki urlaub"); len(r.Results) == 0 || r.Results[0].URL.String() != "http://wiki.intern.test/urlaub" || len(r.Results[0].Missing) > 0 {
		t.Errorf("%+v", r.Results)
	}
}

// TestQuestionsHaveNoCompounds checks that what asks in a query does so whatever compounds pages have of its
// words: a page that answers need not have them.
func TestQuestionsHaveNoCompounds(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://de.test/0", "de", "Werkzeug", "Zange und Hammer"},
		sheet{"http://de.test/1", "de", "Unterschied", "Was ist der Unterschied zwischen den Unterschiedsbeträgen, was ist ein Unterschiedsbetrag"},
		sheet{"http://de.test/2", "de", "Beträge", "Ein Betrag und Unterschiede zwischen Beträgen"})
	r := ask(t, s, "was ist der Unterschied zwischen Zange und Hammer")
	if len(r.Results) == 0 || r.Results[0].URL.String() != "http://de.test/0" || len(r.Results[0].Missing) > 0 {
		t.Errorf("%+v", r.Results)
	}
}

// TestCompoundsOfLargeDictionaries checks that a large dictionary is not looked through for the words
// that end with a word.
func TestCompoundsOfLargeDictionaries(t *testing.T) {
	t.Parallel()
	sheets := []sheet{
		{"http://de.test/0", "de", "Seite", "Der Antrag und der Urlaub"}, {"http://de.test/1", "de", "Seite", "Der Urlaubsantrag"},
	}
	for i := range 61 {
		var words strings.Builder
		for j := range 1000 {
			fmt.Fprintf(&words, "w%d ", i*1000+j)
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://de.test/w%d", i), "de", "Seite", words.String()})
	}
	s := build(t, sheets...)
	for query, want := range map[string]int{"Antrag": 1, "Urlaub": 2} {
		if r := ask(t, s, query); r.Total != want {
			t.Errorf("%s: %d pages, want %d", query, r.Total, want)
		}
	}
}
