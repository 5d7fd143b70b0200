package crawl_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// An echoSite answers for each path by its last segment, or with one page for all, and has relative links.
type echoSite struct {
	one bool // page

	mu    sync.Mutex
	asked int
	found map[string]bool
}

func (s *echoSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	if s.asked++; r.URL.Path() == "/robots.txt" || s.asked > 3000 {
		out.Status = 404
		return out
	}
	s.found[r.URL.Path()] = true
	segs := strings.Split(strings.Trim(r.URL.Path(), "/"), "/")
	name := segs[len(segs)-1]
	if s.one {
		name = ""
	}
	body := "<title>Page " + name + "</title>" + lines("Page "+name, 0, 30)
	for _, to := range strings.Fields("news about products contact jobs help") {
		body += link(to + "/")
	}
	out.Body = []byte(body)
	return out
}

// TestFoldersInFolders: the crawl of a host whose relative links lead to the same few pages in folders of each
// other ends after few visits.
func TestFoldersInFolders(t *testing.T) {
	t.Parallel()
	for _, one := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			site := &echoSite{one: one, found: map[string]bool{}}
			x := newMirrorTrial(t, nil, "http://a.test/")
			x.fetcher = site
			x.run(t)
			if site.asked > 100 || !site.found["/about/"] || !site.found["/help/"] {
				t.Errorf("one page %t: %d requests, at most 100 expected; reasons %v", one, site.asked, x.states(t, "http://a.test"))
			}
		})
	}
}
