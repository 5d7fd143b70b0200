package outlinks_test

import (
	"errors"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/weburl"
)

// TestFormsOnce: what a form leads to is a link of the page by which it became known, and other
// links are those of every page.
func TestFormsOnce(t *testing.T) {
	t.Parallel()
	home, about := weburl.MustParse("http://a.test/"), weburl.MustParse("http://a.test/about")
	led, linked := weburl.MustParse("http://a.test/l?r=n"), weburl.MustParse("http://a.test/x")
	links := func(of weburl.URL) *aranea.EdgeChange {
		return &aranea.EdgeChange{Source: of, Edges: []aranea.Edge{{Target: linked}, {Target: led, How: aranea.HowForm}}}
	}
	var foundOn weburl.ID // of what the form leads to, zero while it is unknown
	how := aranea.HowForm
	known := func(weburl.ID) (aranea.Entry, bool, error) {
		return aranea.Entry{FoundOn: foundOn, How: how}, !foundOn.IsZero(), nil
	}
	keeps := func(f *outlinks.Forms, of weburl.URL, want int) {
		t.Helper()
		c := links(of)
		if err := f.Keep(c); err != nil || len(c.Edges) != want || c.Edges[0].Target != linked {
			t.Errorf("links of %s: %v, %v", of, c.Edges, err)
		}
	}
	batch := &outlinks.Forms{Known: known}
	keeps(batch, home, 2)
	keeps(batch, about, 1) // the page before it leads there
	foundOn = home.ID()
	batch = &outlinks.Forms{Known: known}
	keeps(batch, about, 1)
	keeps(batch, home, 2) // visited again
	how, foundOn = aranea.HowSitemap, weburl.MustParse("http://a.test/sitemap.xml").ID()
	batch = &outlinks.Forms{Known: known}
	keeps(batch, home, 2) // its words are those of no other page
	keeps(batch, about, 1)
	if err := batch.Keep(nil); err != nil {
		t.Error(err)
	}
	broken := &outlinks.Forms{Known: func(weburl.ID) (aranea.Entry, bool, error) { return aranea.Entry{}, false, errors.New("disk") }}
	if err := broken.Keep(links(home)); err == nil {
		t.Error("an error of the records is not told")
	}
}
