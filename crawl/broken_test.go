package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestBrokenURLsFirst: ten URLs that always answer 503 and come before all others of their host
// are requested once before these, and retried after them.
func TestBrokenURLsFirst(t *testing.T) {
	t.Parallel()
	const broken, good = 10, 60
	synctest.Test(t, func(t *testing.T) {
		home, pages := words, map[string][]reply{}
		for i := range broken + good {
			path := fmt.Sprintf("/%d", i)
			home += "<a href=" + path + ">a page</a> "
			pages["http://a.test"+path] = get(fmt.Sprintf("<title>Page %d</title><p>%s", i, strings.Repeat(fmt.Sprintf("words%d ", i), 20)))
			if i < broken {
				pages["http://a.test"+path] = []reply{{status: 503}}
			}
		}
		pages["http://a.test/"] = get(home)
		x := newMirrorTrial(t, pages, "http://a.test/")
		begun, last := time.Now(), time.Time{}
		r := x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.IndexAdded] != good+1 || n[aranea.HTTPServer] != broken {
			t.Errorf("%s: %s: %v", r.Verdict, r.Why, n)
		}
		for e, err := range x.f.Entries(t.Context(), "http://a.test", weburl.ID{}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Reason == aranea.IndexAdded && e.VisitedAt.After(last) {
				last = e.VisitedAt
			}
			if e.Reason == aranea.HTTPServer && x.web.asked[e.URL.String()] != 3 {
				t.Errorf("%s was asked for %d times, want 3", e.URL, x.web.asked[e.URL.String()])
			}
		}
		if took := last.Sub(begun); took > 8*time.Minute {
			t.Errorf("the good pages took %s", took)
		}
	})
}
