package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
)

// TestListOnSeveralPages: after a crawl, the pages of an author of a blog are one result, and the chapters of a guide,
// which share a title but have headings of their own, are all found.
func TestListOnSeveralPages(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/{$}": "<title>Silk</title>"}
	add := func(path, title, text string) {
		pages[path] = fmt.Sprintf("<title>%s</title>%s", title, text)
		pages["/{$}"] += fmt.Sprintf("<a href=%s>more</a> ", strings.TrimSuffix(path, "{$}"))
	}
	for i := range 4 {
		path, title := "/author/jane/{$}", "Jane Doe"
		if i > 0 {
			path, title = fmt.Sprintf("/author/jane/page/%d/{$}", i+1), fmt.Sprintf("Jane Doe, page %d", i+1)
		}
		add(path, title+" - Silk", fmt.Sprintf("<h1>Jane Doe</h1><h2>Post %d</h2><p>Jane spins thread%d.", i, i))
		add(fmt.Sprintf("/guide/page%d.html", i+1), "The guide", fmt.Sprintf("<h1>Chapter %d</h1><p>How a guide spins in part%d.", i, i))
	}
	e, site := crawled(t, pages)
	find := func(q string) (out []string, folded int) {
		r, err := e.Search(t.Context(), search.Request{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Results {
			out = append(out, strings.TrimPrefix(r.Results[i].URL.String(), site))
		}
		return out, r.Copies
	}
	if got, folded := find("jane doe"); len(got) == 0 || got[0] != "/author/jane/" || folded != 3 {
		t.Errorf("the author: %v, %d folded", got, folded)
	}
	told, err := e.Explain(t.Context(), site+"/author/jane/page/3/")
	at := slices.IndexFunc(told.Facts, func(f trail.Fact) bool { return f.Name == "First page of its list" })
	if err != nil || at < 0 || told.Facts[at].URL != site+"/author/jane/" {
		t.Errorf("explained: %+v, %v", told.Facts, err)
	}
	if got, _ := find("jane thread2"); len(got) == 0 || got[0] != "/author/jane/page/3/" {
		t.Errorf("the page that alone has the word: %v", got)
	}
	if got, folded := find(`"guide spins"`); len(got) < 4 || folded != 0 {
		t.Errorf("chapters: %v, %d folded", got, folded)
	}
}
