package console

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/weburl"
)

// TestOrphans checks the list of pages that no page links to, as a page and as CSV.
func TestOrphans(t *testing.T) {
	t.Parallel()
	r := town(t)
	for i := range listSize + 1 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/p%d", i))
		if err != nil {
			t.Fatal(err)
		}
		r.orphans = append(r.orphans, linkcheck.Orphan{URL: u, How: "sitemap", FoundOn: "http://a.test/<map>.xml"})
	}
	r.orphans[0].How, r.orphans[0].FoundOn = "seed", ""
	h := handler(t, &answers{}, r)
	w := get(t, h, "/orphans")
	has(t, w, 200, `"/why?url=http%3A%2F%2Fa.test%2Fp0" dir="ltr">http://a.test/p0</a></th><td data-name="first found:">seed</td><td data-name="on:">–`,
		"http://a.test/&lt;map&gt;.xml</a>", `<a href="/orphans.csv">as CSV</a>`, "Orphan pages 1 to 50; more follow", "page=2", `href="/broken?list=moved"`, `<a href="/orphans" aria-current="true">`)
	checkMarkup(t, "orphans", w.Body.String())
	has(t, get(t, h, "/orphans?page=2"), 200, "http://a.test/p50</a>", "these are the last")
	has(t, get(t, h, "/orphans?host=b.test"), 200, "No orphan page is known.", `href="/broken?list=moved&amp;host=b.test"`)
	has(t, get(t, h, "/broken?list=moved&host=b.test"), 200, `href="/orphans?host=b.test"`, `aria-current="true">Moved`)
	for query, rows := range map[string]int{"": listSize + 2, "?host=b.test": 1} {
		w := get(t, h, "/orphans.csv"+query)
		if list, err := csv.NewReader(w.Body).ReadAll(); w.Code != http.StatusOK || err != nil || len(list) != rows {
			t.Errorf("%s as CSV: %d, %d rows, %v", query, w.Code, len(list), err)
		}
	}
	for kind, code := range map[aranea.Kind]int{aranea.Invalid: 400, aranea.NotFound: 404, aranea.Corrupt: 500} {
		r.err = &aranea.Error{Op: "list", Kind: kind}
		has(t, get(t, h, "/orphans?host=c.test"), code)
	}
}
