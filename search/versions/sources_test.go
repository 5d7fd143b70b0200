package versions

import (
	"errors"
	"iter"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestSources: a page and the source that is shown beside it are one page, and the source comes behind it, also
// behind versions of the page.
func TestSources(t *testing.T) {
	t.Parallel()
	const text = 0x9e37_79b9_7f4a_7c15
	const nearly, far = text ^ (1<<sourceBits - 1), text ^ (1<<(sourceBits+1) - 1)
	pages := []struct {
		url    string
		lang   analyze.Lang
		sketch uint64
		group  int
		older  uint8
	}{
		{"http://a.test/looms.html", analyze.En, text, 1, 0},
		{"http://a.test/_sources/looms.rst.txt", analyze.En, nearly, 1, 1},
		{"http://a.test/guide/", analyze.En, text, 2, 0},
		{"http://a.test/raw/guide.txt", analyze.Und, nearly, 2, 1},
		{"http://a.test/raw/mills.txt", analyze.En, far, 0, 0}, // another text
		{"http://a.test/mills.html", analyze.En, text, 0, 0},
		{"http://a.test/faq", analyze.En, 0, 3, 0},
		{"http://a.test/faq.md", analyze.En, 0, 3, 1},     // beside it
		{"http://a.test/raw/faq.md", analyze.En, 0, 0, 0}, // not beside it
		{"http://a.test/api.html", analyze.En, text, 4, 0},
		{"http://a.test/_sources/api.rst.txt", analyze.En, far, 4, 1}, // the program adds most of the text
		{"http://a.test/license", analyze.En, text, 0, 0},
		{"http://a.test/license.txt", analyze.En, 0, 0, 0}, // no markup, and too short to tell
		{"http://a.test/de.md", analyze.De, 0, 0, 0},
		{"http://a.test/de", analyze.En, 0, 0, 0}, // in another language
		{"http://a.test/alone.md", analyze.En, text, 0, 0},
		{"http://b.test/looms.md", analyze.En, text, 0, 0},
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

// TestSourcesOfVersions: the source of a version of a page is one with all versions of the page.
func TestSourcesOfVersions(t *testing.T) {
	t.Parallel()
	s := shelf{}
	s.manual("/1.0", 8, 0)
	s.manual("/2.0", 8, few)
	s["http://a.test/1.0/_sources/page3.md"] = s["http://a.test/1.0/page3.html"]
	s["http://a.test/2.0/_sources/page3.md"] = s["http://a.test/2.0/page3.html"]
	table, err := Learn(s.pages, chosen())
	if err != nil {
		t.Fatal(err)
	}
	page := table.Of(key("http://a.test/2.0/page3.html"))
	for url, older := range map[string]uint8{"/2.0/page3.html": 0, "/1.0/page3.html": 1, "/2.0/_sources/page3.md": 1, "/1.0/_sources/page3.md": 2} {
		if at := table.Of(key("http://a.test" + url)); at != (Place{Page: page.Page, Older: older}) || at.Page == 0 {
			t.Errorf("%s is %+v, the newest page %+v", url, at, page)
		}
	}
}

// TestSourcesOfFaultyIndex: at whichever pass the pages cannot be read, that is an error.
func TestSourcesOfFaultyIndex(t *testing.T) {
	t.Parallel()
	s := shelf{"http://a.test/looms.md": 1, "http://a.test/looms": 1}
	for fail, failed := 1, true; failed; fail++ {
		calls := 0
		_, err := Learn(func() iter.Seq2[Page, error] {
			if calls++; calls < fail {
				return s.pages()
			}
			return func(yield func(Page, error) bool) { yield(Page{}, errors.New("damaged")) }
		}, chosen())
		if failed = err != nil; !failed && calls < 4 {
			t.Errorf("%d passes", calls)
		}
		if failed && calls < fail {
			t.Errorf("pass %d: %v", fail, err)
		}
	}
}
