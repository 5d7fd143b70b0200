package versions

import (
	"iter"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestUntranslated: a page that a site shows in place of its translations is one page at all of these
// addresses, unless its texts differ, or are in several languages.
func TestUntranslated(t *testing.T) {
	t.Parallel()
	const text = 0x9e37_79b9_7f4a_7c15
	pages := []struct {
		url    string
		lang   analyze.Lang
		sketch uint64
		group  int   // the number of the page that it is, 0 for a page of its own
		older  uint8 // how many of the same page come before
	}{
		{"http://a.test/guide/looms/", analyze.En, text, 1, 0},
		{"http://a.test/uk/guide/looms/", analyze.En, text ^ few, 1, 1},
		{"http://a.test/pt-br/guide/looms/", analyze.En, text ^ few<<20, 1, 1},
		{"http://a.test/de/guide/looms/", analyze.De, text ^ many, 0, 0},
		{"http://a.test/fr/guide/looms/", analyze.En, text ^ many, 0, 0}, // another text
		{"http://a.test/it/guide/looms/", analyze.En, 0, 0, 0},           // too short to tell
		{"http://a.test/guide/mills/", analyze.En, text, 0, 0},
		{"http://a.test/de/guide/mills/", analyze.De, text, 0, 0}, // in its language
		{"http://en.b.test/looms", analyze.En, text, 2, 0},
		{"http://ko.b.test/looms", analyze.En, text ^ few, 2, 1},
		{"http://a.test/hi/only/", analyze.En, text, 0, 0}, // there is no other
		{"http://a.test/hi/unknown/", analyze.Und, text, 0, 0},
		{"http://a.test/unknown/", analyze.Und, text, 0, 0},
	}
	all := func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for _, p := range pages {
				if !yield(Page{URL: p.url, Key: key(p.url), Sketch: p.sketch, Lang: p.lang}, nil) {
					return
				}
			}
		}
	}
	table, err := Learn(all, chosen())
	again, errAgain := Learn(all, chosen())
	if err != nil || errAgain != nil || !table.Equal(again) {
		t.Fatalf("%v, %v, or it differs the second time", err, errAgain)
	}
	groups, owners := map[int]uint32{}, map[uint32]int{}
	for _, p := range pages {
		at := table.Of(key(p.url))
		if (at.Page == 0) != (p.group == 0) || at.Older != p.older {
			t.Errorf("%s is %+v", p.url, at)
		}
		if p.group == 0 || at.Page == 0 {
			continue
		}
		if n, known := groups[p.group]; known && n != at.Page {
			t.Errorf("%s is page %d, others are %d", p.url, at.Page, n)
		}
		if g, known := owners[at.Page]; known && g != p.group {
			t.Errorf("%s is page %d, as those of group %d", p.url, at.Page, g)
		}
		groups[p.group], owners[at.Page] = at.Page, p.group
	}
}

// TestUntranslatedBesideVersions: a page that is a version of a manual stays one, and its number belongs to
// no other page.
func TestUntranslatedBesideVersions(t *testing.T) {
	t.Parallel()
	s := shelf{}
	s.manual("/1.0", 8, 0)
	s.manual("/2.0", 8, few)
	s.manual("/de/2.0", 1, few)
	all := func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for url, sketch := range s {
				if !yield(Page{URL: url, Key: key(url), Sketch: sketch, Lang: analyze.En}, nil) {
					return
				}
			}
		}
	}
	table, err := Learn(all, chosen())
	if err != nil {
		t.Fatal(err)
	}
	newer, older, other := table.Of(key("http://a.test/2.0/page0.html")), table.Of(key("http://a.test/1.0/page0.html")), table.Of(key("http://a.test/de/2.0/page0.html"))
	if newer.Page == 0 || newer.Page != older.Page || older.Older != 1 || other.Page == newer.Page {
		t.Errorf("newer %+v, older %+v, in another language's folder %+v", newer, older, other)
	}
}
