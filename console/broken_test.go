package console

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/weburl"
)

// TestBroken checks the lists of broken and moved links, with hostile link texts.
func TestBroken(t *testing.T) {
	t.Parallel()
	r := town(t)
	link := func(to string, target linkcheck.Target) {
		l := linkcheck.Link{Kind: "link", Anchor: "<b>\u202ebold", Pages: 3, Target: target}
		var err error
		if l.From, err = weburl.Parse("http://a.test/a.html"); err != nil {
			t.Fatal(err)
		}
		if l.To, err = weburl.Parse(to); err != nil {
			t.Fatal(err)
		}
		r.checked = append(r.checked, l)
	}
	for i := range listSize + 1 {
		link(fmt.Sprintf("http://a.test/p%d", i), linkcheck.Target{Status: 404, Reason: "HTTP.NOT-FOUND"})
	}
	link("http://a.test/parts", linkcheck.Target{Status: 200, Reason: "LINK.FRAGMENT"})
	r.checked[len(r.checked)-1].Fragment = "part<"
	link("http://a.test/gone.png", linkcheck.Target{Status: 404, Reason: "HTTP.NOT-FOUND", Outside: true})
	r.checked[len(r.checked)-1].Kind = "picture"
	link("http://a.test/old", linkcheck.Target{Status: 301, Reason: "HTTP.REDIRECT", LeadsTo: "http://b.test/new", Redirects: 1, Permanent: true})
	link("http://a.test/older", linkcheck.Target{Status: 301, Reason: "HTTP.REDIRECT", LeadsTo: "http://b.test/new", Redirects: 3, Permanent: true})
	h := handler(t, &answers{}, r)
	w := get(t, h, "/broken")
	has(t, w, 200, "http://a.test/p0</a>", "&lt;b&gt;", "/reasons#HTTP.NOT-FOUND", ">404<", `<a class="detail" href="/links?url=http%3A%2F%2Fa.test%2Fp0">and on 2 more pages</a>`, `<a href="/broken.csv">as CSV</a>`, "Different broken links 1 to 50; more follow", "page=2", "3 URLs that these pages link to (2 out of scope or of a type that is not read, 1 denied by robots.txt)")
	checkMarkup(t, "broken", w.Body.String())
	if text := w.Body.String(); strings.Contains(text, "\u202e") || strings.Contains(text, "p50</a>") || strings.Contains(text, "/old") {
		t.Error("a character that turns text round, or a row too many")
	}
	has(t, get(t, h, "/broken?page=2"), 200, "http://a.test/p50</a>", "these are the last", `"/why?url=http%3A%2F%2Fa.test%2Fparts" dir="ltr">http://a.test/parts#part&lt;</a>`, "/reasons#LINK.FRAGMENT", `bold <span class="detail">(picture)</span></td>`)
	has(t, get(t, h, "/broken?list=moved"), 200, "http://a.test/old</a>", "leads to http://b.test/new, permanent", "leads to http://b.test/new by 3 redirects, permanent", "2 different moved links.")
	has(t, get(t, h, "/broken?host=b.test"), 200, "No broken link is known.")
	has(t, get(t, h, "/links"), 200, `href="/broken"`)
	sheets(t, h)
	r.countErr = context.DeadlineExceeded
	has(t, get(t, h, "/broken"), 200, "http://a.test/p0</a>", "could not be counted in time")
	r.countErr = errDisk
	has(t, get(t, h, "/broken"), 500)
	r.countErr = nil
	has(t, get(t, h, "/stats"), 200, `href="/broken?list=moved"`)
}

// sheets checks the lists as CSV: the head line comes without rows, too.
func sheets(t *testing.T, h http.Handler) {
	t.Helper()
	for query, rows := range map[string]int{"": listSize + 3, "?list=moved": 2, "?host=b.test": 0} {
		w := get(t, h, "/broken.csv"+query)
		list, err := csv.NewReader(w.Body).ReadAll()
		if w.Code != http.StatusOK || err != nil || len(list) != rows+1 || !slices.Equal(list[0], linkcheck.Columns()) || len(linkcheck.Columns()) != len(new(linkcheck.Link).Cells()) {
			t.Errorf("%s as CSV: %d, %d rows, %v", query, w.Code, len(list), err)
		}
		if rows > 0 && list[1][3] != "<b>\u202ebold" {
			t.Errorf("%s as CSV: %q", query, list[1])
		}
	}
}
