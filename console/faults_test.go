package console

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// TestAlternates checks the list of faults of versions in other languages, as a page and as CSV.
func TestAlternates(t *testing.T) {
	t.Parallel()
	r := town(t)
	for i := range listSize + 1 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/p%d", i))
		if err != nil {
			t.Fatal(err)
		}
		r.faults = append(r.faults, linkcheck.Fault{Fault: linkcheck.NoReturn, URL: u, Lang: "de", To: "http://a.test/<de>"})
	}
	x := &r.faults[0]
	x.Fault, x.Status, x.Reason, x.LeadsTo, x.By = linkcheck.NotIndexed, 301, "HTTP.REDIRECT", "http://a.test/new", "http://a.test/map.xml"
	x = &r.faults[1]
	x.Fault, x.Lang, x.Detail = linkcheck.NoLanguage, "<en>", "it is <none>"
	r.faults = append(r.faults, linkcheck.Fault{Fault: linkcheck.NoDefault, URL: r.faults[1].URL})
	h := handler(t, &answers{}, r)
	w := get(t, h, "/alternates")
	has(t, w, 200, `"/why?url=http%3A%2F%2Fa.test%2Fp0" dir="ltr">http://a.test/p0</a></th><td data-name="language:">de</td>`, "http://a.test/&lt;de&gt;</a>", "&lt;en&gt;", "it is &lt;none&gt;",
		`is not in the index, 301, <a href="/reasons#HTTP.REDIRECT">HTTP.REDIRECT</a><br>leads to http://a.test/new`, "named by http://a.test/map.xml", "does not name the page in return",
		"60 pages of the index with alternates.", "1 page without x-default", "Not checked: 2 alternates", `<a href="/alternates.csv">as CSV</a>`, "Faults 1 to 50; more follow",
		`<a href="/alternates?fault=no-default">no-default (1)</a>`, `<a href="/alternates" aria-current="true">All faults</a>`, `<a href="/alternates" aria-current="true">Versions in other languages</a>`)
	checkMarkup(t, "alternates", w.Body.String())
	has(t, get(t, h, "/alternates?page=2"), 200, "http://a.test/p50</a>", "these are the last")
	has(t, get(t, h, "/alternates?fault=no-default"), 200, "no version is x-default", `<input type="hidden" name="fault" value="no-default">`, `aria-current="true">no-default (1)`, `href="/alternates.csv?fault=no-default"`)
	has(t, get(t, h, "/alternates?fault=lost"), 200, `aria-current="true">All faults`)
	has(t, get(t, h, "/alternates?host=b.test"), 200, "No fault is known.", `href="/orphans?host=b.test"`)
	for query, rows := range map[string]int{"": listSize + 2, "?host=b.test": 1, "?fault=no-default": 2} {
		w := get(t, h, "/alternates.csv"+query)
		if list, err := csv.NewReader(w.Body).ReadAll(); w.Code != http.StatusOK || err != nil || len(list) != rows {
			t.Errorf("%s as CSV: %d, %d rows, %v", query, w.Code, len(list), err)
		}
	}
	r.countErr = context.DeadlineExceeded
	has(t, get(t, h, "/alternates"), 200, "could not be counted in time", "http://a.test/p0</a>")
	r.countErr = nil
	for kind, code := range map[aranea.Kind]int{aranea.Invalid: 400, aranea.NotFound: 404, aranea.Corrupt: 500} {
		r.err = &aranea.Error{Op: "list", Kind: kind}
		has(t, get(t, h, "/alternates?host=c.test"), code)
	}
}

// TestSitemaps checks the list of faults of sitemaps, as a page and as CSV.
func TestSitemaps(t *testing.T) {
	t.Parallel()
	r := town(t)
	page := weburl.MustParse("http://a.test/x")
	r.faults = []linkcheck.Fault{
		{Fault: linkcheck.ListedCopy, URL: page, To: "http://a.test/<y>", Status: 200, Reason: "DUP.EXACT", By: "http://a.test/map.xml"},
		{Fault: linkcheck.ListedCanonical, URL: page, To: "http://a.test/z", Status: 200, Reason: "DIRECTIVE.CANONICAL"},
		{Fault: linkcheck.Unlisted, URL: page},
		{Fault: linkcheck.UnreadSitemap, URL: page, Status: 404, Reason: "HTTP.NOT-FOUND"},
		{Fault: linkcheck.ListedMoved, URL: page, Status: 301, Reason: "HTTP.REDIRECT", LeadsTo: "http://a.test/new"},
	}
	h := handler(t, &answers{}, r)
	w := get(t, h, "/sitemaps")
	has(t, w, 200, "<h1>Sitemaps</h1>", `dir="ltr">http://a.test/new</a></td><td data-name="fault:">redirects, 301, <a href="/reasons#HTTP.REDIRECT">HTTP.REDIRECT</a></td>`, `http://a.test/&lt;y&gt;</a></td><td data-name="fault:">is a copy, 200, <a href="/reasons#DUP.EXACT">DUP.EXACT</a><br>named by http://a.test/map.xml</td>`,
		"names another page as canonical, 200", "is in no sitemap", "1 sitemap with 60 pages.", "1 page named as sitemap, missing", `<a href="/sitemaps.csv">as CSV</a>`, `<a href="/sitemaps?fault=unread">unread (1)</a>`,
		`<a href="/sitemaps" aria-current="true">Sitemaps</a>`, `<a href="/docs/links#what-sitemaps-list">`)
	checkMarkup(t, "sitemaps", w.Body.String())
	if strings.Contains(w.Body.String(), "Language") || strings.Contains(w.Body.String(), "was not read,") {
		t.Error("the list has languages, or what is for information")
	}
	has(t, get(t, h, "/sitemaps?fault=unread"), 200, "is a sitemap that was not read, 404")
	w = get(t, h, "/sitemaps?fault=copy&fault=unread&fault=lost")
	has(t, w, 200, "is a copy, 200", "is a sitemap that was not read, 404", `<input type="hidden" name="fault" value="copy">`, `<input type="hidden" name="fault" value="unread">`,
		`<a href="/sitemaps?fault=copy" aria-current="true">copy (1)</a>`, `<a href="/sitemaps?fault=unread" aria-current="true">unread (1)</a>`, `href="/sitemaps.csv?fault=copy&amp;fault=unread"`)
	lacks(t, w, "is in no sitemap", "lost")
	list, err := csv.NewReader(get(t, h, "/sitemaps.csv?fault=copy").Body).ReadAll()
	if err != nil || len(list) != 2 || list[1][2] != "http://a.test/<y>" {
		t.Errorf("as CSV: %q, %v", list, err)
	}
}

// TestChains checks the list of redirects that lead on with a fault, as a page and as CSV.
func TestChains(t *testing.T) {
	t.Parallel()
	r := town(t)
	page, end := weburl.MustParse("http://a.test/x"), chains.Step{URL: "http://a.test/end", Status: 404, Reason: "HTTP.NOT-FOUND"}
	start, step := chains.Step{URL: page.String(), Status: 301}, chains.Step{URL: "http://a.test/<step>", Status: 302}
	r.faults = []linkcheck.Fault{
		{Fault: chains.DeadEnd, URL: page, LeadsTo: end.URL, Status: 404, Reason: end.Reason, Way: []chains.Step{start, step, end}},
		{Fault: chains.Loop, URL: page, LeadsTo: page.String(), Status: 301, Reason: "HTTP.REDIRECT", Way: []chains.Step{start, start}},
	}
	h := handler(t, &answers{}, r)
	w := get(t, h, "/chains")
	has(t, w, 200, "<h1>Redirects</h1>", `<th scope="col">Leads to</th>`, `dir="ltr">http://a.test/end</a><br>by way of http://a.test/&lt;step&gt;</td><td data-name="fault:">leads to what is missing or closed, 404, <a href="/reasons#HTTP.NOT-FOUND">HTTP.NOT-FOUND</a></td>`,
		"leads back, or on without end, 301", "60 URLs that lead on to another one.", `<a href="/chains?fault=loop">loop (1)</a>`, `<a href="/chains.csv">as CSV</a>`, `<a href="/docs/links#redirects-in-several-steps-loops-and-dead-ends">`, `<a href="/chains" aria-current="true">Redirects</a>`)
	checkMarkup(t, "chains", w.Body.String())
	list, err := csv.NewReader(get(t, h, "/chains.csv?fault=dead-end").Body).ReadAll()
	if err != nil || len(list) != 2 || list[1][2] != "2" || list[1][6] != "http://a.test/<step> http://a.test/end" {
		t.Errorf("as CSV: %q, %v", list, err)
	}
}

// TestCanonicals checks the list of faults of canonical links.
func TestCanonicals(t *testing.T) {
	t.Parallel()
	r := town(t)
	r.faults = []linkcheck.Fault{
		{Fault: linkcheck.TwoTargets, URL: weburl.MustParse("http://a.test/x"), To: "http://a.test/1", Detail: "also http://a.test/2"},
		{Fault: linkcheck.OtherHost, URL: weburl.MustParse("http://a.test/x"), To: "http://b.test/"},
		{Fault: linkcheck.NotIndexed, URL: weburl.MustParse("http://a.test/x"), To: "http://a.test/3", Status: 404, Reason: "HTTP.NOT-FOUND"},
		{Fault: linkcheck.ClosedButNamed, URL: weburl.MustParse("http://a.test/x"), To: "http://a.test/4"},
		{Fault: linkcheck.NotPublic, URL: weburl.MustParse("http://a.test/x"), To: "javascript:alert(1)"},
		{Fault: linkcheck.OnlyHint, URL: weburl.MustParse("http://a.test/y"), To: "http://a.test/"},
	}
	w := get(t, handler(t, &answers{}, r), "/canonicals")
	has(t, w, 200, "<h1>Canonical links</h1>", `the link is not the only one<br>also http://a.test/2</td>`, "the named page is not in the index, 404", "the page itself asks not to be indexed", "names a page of another host", `<span dir="ltr">javascript:alert(1)</span>`, "60 pages with canonical links to others.",
		"1 page in the index beside the named page (hint)", `<a href="/canonicals.csv">as CSV</a>`, `<a href="/docs/links#canonical-links">`)
	checkMarkup(t, "canonicals", w.Body.String())
	lacks(t, w, "is in the index beside")
}

// TestAlternateLinks: the links of a page have the language of those that are alternates.
func TestAlternateLinks(t *testing.T) {
	t.Parallel()
	r := town(t)
	from, to := weburl.MustParse("http://a.test/"), weburl.MustParse("http://a.test/de")
	r.links = append(r.links, linkgraph.Link{From: from, To: to, Kind: "alternate", Lang: "<de>"})
	has(t, get(t, handler(t, &answers{}, r), "/links?url=http://a.test/&list=from"), 200, "alternate &lt;de&gt;")
}
