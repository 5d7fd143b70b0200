package postings_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/weburl"
)

// TestLanguages: a word is searched in the languages of the pages that have its form; one that no
// page has, in those of most pages, of which there may be more than are looked at.
func TestLanguages(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	n := 0
	for lang, pages := range map[string]int{"en": 3, "pt": 1, "de": 1, "fr": 1, "es": 2, "it": 1, "pl": 5, "cs": 4} {
		for range pages {
			n++
			u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", n))
			if err != nil {
				t.Fatal(err)
			}
			text := []byte("zq" + lang)
			p := &aranea.Page{URL: u, Lang: lang, Text: text, Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
			if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: p}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	for l, want := range map[analyze.Lang]float64{analyze.En: 6, analyze.Pl: 18. / 5, analyze.Ru: 1} {
		if got := math.Exp(postings.Scarce(nil, snap, l)); math.Abs(got-want) > 1e-9 {
			t.Errorf("a word of %v is %v times as rare among all pages, want %v", l, got, want)
		}
	}
	of := &collection.Index{Stored: 30, All: map[analyze.Lang]int{analyze.En: 10}}
	if got := math.Exp(postings.Scarce(of, snap, analyze.En)); math.Abs(got-3) > 1e-9 {
		t.Errorf("in a collection: %v times, want 3", got)
	}
	for _, c := range []struct {
		name, word string
		wanted     postings.Wanted
		want       []analyze.Lang
	}{
		{"on pages in one language", "zqfr", postings.Wanted{}, []analyze.Lang{analyze.Fr}},
		{"on no page", "zqx", postings.Wanted{}, []analyze.Lang{analyze.Pl, analyze.Cs, analyze.En, analyze.Es}},
		{"on no page, with a preference", "zqx", postings.Wanted{Preferred: []analyze.Lang{analyze.It}}, []analyze.Lang{analyze.It, analyze.Pl, analyze.Cs, analyze.En}},
		{"on no page, with one named", "zqx", postings.Wanted{Named: []analyze.Lang{analyze.Fr}, Preferred: []analyze.Lang{analyze.It, analyze.Pl, analyze.En, analyze.Es}}, []analyze.Lang{analyze.Fr, analyze.Pl, analyze.En, analyze.Es}},
		{"on pages in another one than is named", "zqfr", postings.Wanted{Named: []analyze.Lang{analyze.Pl}, Preferred: []analyze.Lang{analyze.De}}, []analyze.Lang{analyze.Pl, analyze.Fr}},
		{"in letters that the named one does not have", "щука", postings.Wanted{Named: []analyze.Lang{analyze.Pl}}, []analyze.Lang{analyze.Ru}},
	} {
		q := analyze.AnalyzeQuery(c.word)[0]
		var cursors []postings.Cursor
		for seg := range snap.Segments() {
			cursor := postings.NewCursor(snap, seg, &postings.Word{Form: q.Form}, pool{}, nil)
			if p, err := snap.Postings(seg, q.Form); err != nil {
				t.Fatal(err)
			} else if p != nil {
				cursor.Add(postings.List{P: p, Form: true})
			}
			cursors = append(cursors, cursor)
		}
		if got := postings.Languages(snap, cursors, q, c.wanted); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
