package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// A thinSite has pages that say little of their own among much that others say: products in a few
// categories, each with the text of its category, named by a heading, by what the page begins with or
// by an image; and a forum whose messages have pages of their own beside the first pages of threads,
// whose further pages have messages that are nowhere else.
type thinSite struct {
	mu    sync.Mutex
	asked map[string]bool // by target
}

const thinProducts, thinThreads = 200, 200

func (s *thinSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" || strings.Contains(u.Path, "0aranea") {
		out.Status = 404
		return out
	}
	s.asked[r.URL.Target()] = true
	out.Body = []byte("<title>Site</title>" + s.page(u.Path, u.Query()))
	return out
}

func (s *thinSite) page(path string, q neturl.Values) string {
	n, page := sum(q.Get("n")), sum(q.Get("page"))
	own, category := path[1:]+" "+spelled(n), "<p>"+strings.ReplaceAll(lines("Category "+spelled(n%5), 0, 60), "<p>", "")
	switch path {
	case "/headed":
		return "<h1>" + own + "</h1>" + category
	case "/begun":
		return "<p>" + own + strings.TrimPrefix(category, "<p>")
	case "/shown":
		return "<p><img src=i.png alt='" + own + "'>" + category
	case "/message":
		return lines("Message", 40*n, 30)
	case "/thread":
		if page == 0 {
			return lines("Message", 80*n, 30) + lines("Message", 80*n+40, 30) + link(fmt.Sprintf("/thread?n=%d&page=1", n))
		}
		return lines("Message", 100_000+40*n, 30)
	}
	links := ""
	for i := range thinProducts {
		links += link(fmt.Sprintf("/headed?n=%d", i)) + link(fmt.Sprintf("/begun?n=%d", i)) + link(fmt.Sprintf("/shown?n=%d", i))
	}
	return links + every(2*thinThreads, func(i int) string { return fmt.Sprintf("/message?n=%d", i) }) + every(thinThreads, func(i int) string { return fmt.Sprintf("/thread?n=%d", i) })
}

// TestThinPages: pages that have little of their own, but a name, are visited, and so are further pages
// that only pages name which say nothing new.
func TestThinPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &thinSite{asked: map[string]bool{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		for path, want := range map[string]int{"/headed?": thinProducts, "/begun?": thinProducts, "/shown?": thinProducts, "/message?": 2 * thinThreads, "/thread?": 2 * thinThreads} {
			n := 0
			for target := range site.asked {
				if strings.HasPrefix(target, path) {
					n++
				}
			}
			if n != want {
				t.Errorf("%d of %d pages of %s were asked for", n, want, path)
			}
		}
		if t.Failed() {
			t.Log(x.states(t, "http://a.test"))
		}
	})
}
