package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// TestAddressAsQuery: a query that is the address of a page, as people type it, brings
// that page first, whatever its words are, and then pages with the words; not where it
// says more, nor to whoever may not see the page.
func TestAddressAsQuery(t *testing.T) {
	t.Parallel()
	leaves := []leaf{
		{url: "http://silk.test/", title: "Home", text: "All about webs."},
		{url: "https://www.moth.test/wings/", title: "Wings", text: "Moths have four."},
		{url: "https://www.moth.test/guide/install.html", title: "Install", text: "How to."},
		{url: "http://moth.test/guide/index.html", title: "Guide", text: "Parts."},
		{url: "http://other.test/links", title: "silk.test", text: "See silk.test and moth.test/wings for more: silk.test"},
		{url: "http://other.test/words", title: "Silk", text: "A test of silk."},
	}
	bare := shelve(t, leaves)
	linked := shelve(t, leaves)
	linked.opt.Anchors = shelve(t, []leaf{{url: "http://silk.test/", title: "silk.test"}, {url: "http://other.test/words", title: "moth wings test"}}).src
	for name, s := range map[string]*Searcher{"without links": bare, "with links": linked} {
		for q, want := range map[string]string{
			"silk.test":                      "silk.test/",
			"SILK.test/":                     "silk.test/",
			"http://silk.test":               "silk.test/",
			"https://www.silk.test/":         "silk.test/",
			"moth.test/wings":                "https://www.moth.test/wings/",
			"http://Moth.test/wings/":        "https://www.moth.test/wings/",
			"www.moth.test/wings":            "https://www.moth.test/wings/",
			"moth.test/guide/install":        "https://www.moth.test/guide/install.html",
			"http://moth.test/guide/":        "moth.test/guide/index.html",
			"moth.test/wings/index.html":     "https://www.moth.test/wings/",
			"http://silk.test/index.php":     "silk.test/",
			"moth.test/wings/contents.html":  "other.test/links",
			`"silk.test"`:                    "other.test/links",
			"silk.test -webs":                "other.test/links",
			"moth.test/nowhere":              "other.test/links",
			"http://other.test/words#part-2": "other.test/words",
		} {
			r := ask(t, s, q)
			got := strings.Fields(urls(r))
			if len(got) == 0 || got[0] != want || r.Total != len(slices.Compact(slices.Sorted(slices.Values(got)))) {
				t.Errorf("%s, %s: %v of %d, want %s first", name, q, got, r.Total, want)
			}
		}
	}
	x, _ := bare.src.(*index.Index)
	closed := address(t, "http://closed.test/")
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: closed, Page: &aranea.Page{URL: closed, Text: []byte("Nothing.\n")}, Access: "wiki"}}); err != nil {
		t.Fatal(err)
	}
	for access, want := range map[string]string{"": "", "wiki": "closed.test/"} {
		if r, err := bare.Search(t.Context(), Request{Query: "closed.test", Access: []string{access}, Limit: 1}); err != nil || want != "" && urls(r) != want || want == "" && strings.Contains(urls(r), "closed") {
			t.Errorf("with %q: %s, %v", access, urls(r), err)
		}
	}
	u := address(t, "http://silk.test/")
	e, err := linked.Why(t.Context(), Request{Query: "silk.test"}, u)
	if err != nil || !e.Matches || len(e.Missing) > 0 || e.Score < 10 {
		t.Errorf("explained %+v, %v", e, err)
	}
	r, err := linked.Search(t.Context(), Request{Query: "silk.test", Sort: ByDate})
	if err != nil || strings.Contains(urls(r), " silk.test/ ") {
		t.Errorf("by date: %s, %v", urls(r), err)
	}
}
