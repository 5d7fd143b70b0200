package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// An openWiki asks of all but its articles that they are not indexed, but lets the links of all pages be
// followed: each article has a form to edit it, which is an address of its own and names the article, and
// lists of twenty older articles are named by nothing but the list before.
type openWiki struct{ asked map[string]int } // pages by path

const openArticles, olderArticles = 400, 1600

func (s *openWiki) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" {
		out.Status = 404
		return out
	}
	s.asked[u.Path]++
	out.Body = []byte(s.page(u.Path, u.Query().Get("name"), sum(u.Query().Get("page"))))
	return out
}

func (s *openWiki) page(path, name string, n int) string {
	const closed, menu = "<meta name=robots content='noindex, follow'>", "<a href=/>start</a> "
	article := func(n int) string { return "/article?name=" + spelled(n) }
	switch path {
	case "/article":
		return menu + lines("Article "+name, 0, 20) + link("/w/edit?name="+name)
	case "/w/edit":
		return closed + menu + lines("Article "+name, 0, 20) + link("/article?name="+name)
	case "/older":
		more := ""
		if 20*n < olderArticles {
			more = link(fmt.Sprintf("/older?page=%d", n+1))
		}
		return closed + menu + more + every(20, func(i int) string { return article(openArticles + 20*(n-1) + i) })
	}
	return words + link("/older?page=1") + every(openArticles, article)
}

// TestPagesNotToBeIndexed: pages that ask not to be indexed and lead to nothing that is not known are left
// out after a while, and all that lead on are visited.
func TestPagesNotToBeIndexed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &openWiki{asked: map[string]int{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		n := x.states(t, "http://a.test")
		if edits := site.asked["/w/edit"]; edits < 64 || edits > 300 || n[aranea.ScopeTrap] < openArticles+olderArticles-300 {
			t.Errorf("%d forms of %d articles were asked for", edits, openArticles+olderArticles)
		}
		if got := site.asked["/article"]; got != openArticles+olderArticles || n[aranea.IndexAdded] != got+1 {
			t.Errorf("%d of %d articles were asked for; reasons %v", got, openArticles+olderArticles, n)
		}
		if got := site.asked["/older"]; got != olderArticles/20 {
			t.Errorf("%d lists of %d were asked for", got, olderArticles/20)
		}
	})
}
