package synonym

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/listfile"
)

const list = "\ufeff# words of a shop\n" +
	"tv, television, Television  set,\n" +
	"\n" +
	"NYC => New York # and not the other way round\n" +
	"ноутбук, лаптоп\n" +
	"电脑，计算机\n" +
	"tv, telly\n" +
	"set, kit\n"

// TestExpand checks which words of a query are found in a list, in which forms, and that the
// longest sequence is taken.
func TestExpand(t *testing.T) {
	t.Parallel()
	s, err := Parse([]byte(list))
	if err != nil || s.Len() != 11 {
		t.Fatalf("%d words, %v", s.Len(), err)
	}
	words := analyze.New(1 << 8)
	for _, tt := range []struct{ query, tree, found string }{
		{"tv", "tv", "tv = television, Television set, telly"},
		{"Televisions", "Televisions", "Televisions = tv, Television set"},
		{"large television sets cheap", "large television sets cheap", "television sets = tv, television"},
		{"television", "television", "television = tv, Television set"},
		{"set tv", "set tv", "set = kit; tv = television, Television set, telly"},
		{"ноутбуки", "ноутбуки", "ноутбуки = лаптоп"},
		{"电脑", "电脑", "电脑 = 计算机"},
		{"nyc parks", "nyc parks", "nyc = New York"},
		{"new york", "new york", ""},
		{`"tv"`, `"tv"`, ""},
		{"tv*", "tv*", ""},
		{"television~", "television~2", ""},
		{"-tv radio", "-tv radio", ""},
		{"tv OR radio", "tv OR radio", ""},
		{"intitle:tv", "intitle:tv", ""},
		{"television -set", "television -set", "television = tv, Television set"},
		{strings.Repeat("tv ", 10), strings.TrimSpace(strings.Repeat("tv ", 10)), strings.TrimSuffix(strings.Repeat("tv = television, Television set, telly; ", maxFound), "; ")},
	} {
		before := query.Parse(tt.query)
		tree, found := s.Expand(before, words)
		var got []string
		for _, f := range found {
			got = append(got, f.Node.Text+" = "+strings.Join(f.Others, ", "))
		}
		if tree.String() != tt.tree || strings.Join(got, "; ") != tt.found {
			t.Errorf("%s: %s, %q; want %s, %q", tt.query, tree, strings.Join(got, "; "), tt.tree, tt.found)
		}
		if before.String() != query.Parse(tt.query).String() {
			t.Errorf("%s: the tree became %s", tt.query, before)
		}
	}
}

// TestAlternatives checks which words between OR are told, for which no others are searched.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	s, err := Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	words := analyze.New(1 << 8)
	for typed, want := range map[string]string{
		"tv OR radio":                         "tv",
		"tv radio":                            "",
		"cheap (Televisions OR radio OR nyc)": "Televisions, nyc",
		"radio OR (television set) OR tv":     "television set, tv",
		"(tv OR tv) (radio OR tv)":            "tv",
		`"tv" OR tv* OR radio`:                "",
		"radio -(tv OR set)":                  "",
		"intitle:tv OR radio":                 "",
		"site:tv.test OR radio":               "",
	} {
		if got := strings.Join(s.Alternatives(query.Parse(typed), words), ", "); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
	if got := (*Set)(nil).Alternatives(query.Parse("tv OR radio"), words); got != nil {
		t.Errorf("without a list: %q", got)
	}
}

// TestNone checks that no list, and an empty one, find nothing.
func TestNone(t *testing.T) {
	t.Parallel()
	empty, err := Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Set{nil, empty} {
		if _, found := s.Expand(query.Parse("tv"), analyze.New(1<<8)); s.Len() != 0 || found != nil {
			t.Errorf("%d words: %v", s.Len(), found)
		}
	}
}

// TestParseFaults checks that a line that cannot be read is named with what is wrong.
func TestParseFaults(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("a%d, ", MaxLine+1)
	numbers := make([]any, MaxLine+1)
	for i := range numbers {
		numbers[i] = i
	}
	for text, want := range map[string]string{
		"tv, television\n\nradio":     "line 3: it has one word only",
		"radio, radio":                "line 1: it has one word only",
		"=> tv":                       "line 1: a word is missing",
		"tv =>":                       "line 1: a word is missing",
		"a => b => c":                 "line 1: it has more than one arrow",
		"tv, !!":                      `line 1: "!!" has no word`,
		"tv, \xff":                    "line 1: it is not UTF-8",
		"tv, a b c d e f g h i":       "has 9 words, and may have 8",
		fmt.Sprintf(many, numbers...): "it has 33 words between commas",
	} {
		if _, err := Parse([]byte(text)); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Parse(make([]byte, listfile.MaxBytes+1)); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("a large list: %v", err)
	}
}

// FuzzParse checks that every list is read or refused, and that what it says has the limits that
// are documented.
func FuzzParse(f *testing.F) {
	f.Add([]byte(list), "large television sets")
	f.Add([]byte("a,b=>c d"), "a b")
	f.Fuzz(func(t *testing.T, text []byte, q string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		_, found := s.Expand(query.Parse(q), analyze.New(1<<8))
		for _, x := range found {
			if len(found) > maxFound || len(x.Others) == 0 || len(x.Others) > MaxOthers {
				t.Fatalf("%q finds %+v", q, found)
			}
		}
	})
}
