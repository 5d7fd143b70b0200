package variants

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// TestNameOf: a page that comes before another one is its newest version, the one that nobody has
// translated, or what is made of it.
func TestNameOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, first, want string }{
		{"http://a.test/1.0/x", "http://a.test/2.0/x", "Newest version"},
		{"http://a.test/1.0/x", "http://a.test/x", "Newest version"},
		{"http://a.test/uk/x", "http://a.test/x", "Untranslated from"},
		{"http://a.test/uk/x", "http://a.test/en/x", "Untranslated from"},
		{"http://a.test/_sources/x.rst.txt", "http://a.test/x.html", "Source of"},
		{"http://a.test/uk/x", "no address", "Newest version"},
	} {
		if got := nameOf(weburl.MustParse(tt.page), tt.first); got != tt.want {
			t.Errorf("%s after %s: %q", tt.page, tt.first, got)
		}
	}
}

// TestTranslations: a page tells its translations, each language once, and not those that are gone.
func TestTranslations(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	var work []rank.Key
	for _, p := range []struct{ url, lang string }{{"http://a.test/en/x", "en"}, {"http://a.test/de/x", "de"}, {"http://a.test/pt-br/x", "pt"}, {"http://a.test/de/y", "de"}, {"http://a.test/en/y", "en"}, {"http://a.test/ru/x", "en"}, {"http://a.test/alone", "en"}} {
		u := weburl.MustParse(p.url)
		page := &aranea.Page{URL: u, Lang: p.lang, Text: []byte("word\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
		if changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: page}); p.url != "http://a.test/alone" {
			work = append(work, rank.KeyOf(u.ID()))
		}
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	table := (&versions.Table{}).WithWorks([][]rank.Key{{work[0], work[1], work[2], rank.KeyOf(weburl.MustParse("http://a.test/fr/x").ID())}, {work[3], work[4], work[5]}})
	for page, want := range map[string]string{
		"http://a.test/en/x":  "[Translation http://a.test/de/x (de; results show the one for the reader's language) Translation http://a.test/pt-br/x (pt-BR; results show the one for the reader's language)]",
		"http://a.test/de/y":  "[Translation http://a.test/en/y (en; results show the one for the reader's language)]",
		"http://a.test/alone": "[]",
	} {
		facts, err := translations(x, table, rank.KeyOf(weburl.MustParse(page).ID()))
		var got []string
		for _, f := range facts {
			got = append(got, f.Name+" "+f.Text)
		}
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v; want %s", page, facts, err, want)
		}
	}
}
