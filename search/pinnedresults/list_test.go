package pinnedresults_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/pinnedresults"
	"github.com/aranea-search/aranea/weburl"
)

// TestCountIn: pinned pages count once each, in whatever order they are pinned and in whichever
// segments they are, beside others of the same segments; pages that are not in the index do not.
func TestCountIn(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range 6 {
		p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d", i)), Format: "html", Facets: []aranea.Facet{{Name: "version", Value: fmt.Sprint(i % 2)}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p}}); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	var urls []weburl.URL
	for _, i := range []int{5, 0, 9, 3, 2} {
		urls = append(urls, weburl.MustParse(fmt.Sprintf("http://a.test/%d", i)))
	}
	list, c := pinnedresults.Look(snap, urls), facet.New(snap)
	for seg := range snap.Segments() {
		c.Begin(seg)
		c.Add(1) // pages 1 and 4
	}
	list.CountIn(c)
	f, err := c.Facets()
	f.Offer()
	if err != nil || fmt.Sprint(f.Types) != "[{html 6}]" || fmt.Sprint(f.Own) != "[{version [{0 3} {1 3}] 2 false [] <nil>}]" {
		t.Errorf("types %v, own %v, %v", f.Types, f.Own, err)
	}
}
