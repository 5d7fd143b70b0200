package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
)

// TestVersionsOfAManual: after a crawl, the newest version of a page answers for all of them, also where an
// older one fits better; of a page that is the same to the letter in two versions, the newer is in the index.
func TestVersionsOfAManual(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/{$}": ""}
	for _, v := range []string{"1.9", "1.10"} {
		for i := range 8 {
			text := "Spiders and webs. "
			for word := range 120 {
				text += fmt.Sprintf("word%dof%d ", word*word, i)
			}
			switch {
			case i == 7: // the same in both
			case v == "1.9":
				text += "This spider spins. "
			default:
				text += "It may be that, as some say, the spider of this version spins as well. "
			}
			path := fmt.Sprintf("/%s/page%d.html", v, i)
			pages["/{$}"] += fmt.Sprintf("<a href=%s>page %d of %s</a> ", path, i, v)
			pages[path] = text
		}
	}
	e, site := crawled(t, pages)
	for i := range 7 {
		r, err := e.Search(t.Context(), search.Request{Query: fmt.Sprintf("spider spins word1of%d", i)})
		if err != nil || len(r.Results) == 0 || r.Results[0].URL.String() != fmt.Sprintf("%s/1.10/page%d.html", site, i) || r.Results[0].Copies != 1 {
			t.Errorf("page %d: %d results, %v", i, len(r.Results), err)
		}
	}
	for url, want := range map[string]bool{site + "/1.9/page0.html": true, site + "/1.10/page0.html": false} {
		told, err := e.Explain(t.Context(), url)
		at := slices.IndexFunc(told.Facts, func(f trail.Fact) bool { return f.Name == "Newest version" })
		if err != nil || (at >= 0) != want || want && told.Facts[at].URL != site+"/1.10/page0.html" {
			t.Errorf("%s: %+v, %v", url, told.Facts, err)
		}
	}
	told, err := e.Explain(t.Context(), site+"/1.10/page7.html")
	if err != nil || !told.In {
		t.Errorf("the same page of the newer version: %+v, %v", told, err)
	}
	if told, err = e.Explain(t.Context(), site+"/1.9/page7.html"); err != nil || told.In || told.Reason != "DUP.EXACT" || !strings.Contains(fmt.Sprint(told), "/1.10/page7.html") {
		t.Errorf("the same page of the older version: %+v, %v", told, err)
	}
}
