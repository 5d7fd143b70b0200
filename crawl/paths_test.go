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

// A wordSite has a page for each of some words, and for each two and three of them in any order, as folders of each
// other. Each has a text of its own.
type wordSite struct {
	words []string

	mu    sync.Mutex
	found map[string]bool
}

func (s *wordSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	path := strings.Trim(r.URL.Path(), "/")
	segs := strings.Split(path, "/")
	if path == "robots.txt" || strings.Contains(path, "0aranea") {
		out.Status = 404
		return out
	}
	s.found[path] = true
	n := 0
	for i, w := range s.words {
		n += i * strings.Count("/"+path+"/", "/"+w+"/")
	}
	body := "<title>" + path + "</title>" + lines("What all of these have in common", 0, 20) + lines("Of "+strings.ReplaceAll(path, "/", " and "), 9*n, 3)
	for _, w := range s.words {
		if len(segs) < 3 && !strings.Contains("/"+path+"/", "/"+w+"/") {
			body += link(r.URL.Path() + w + "/")
		}
	}
	out.Body = []byte(body)
	return out
}

// TestWordsInAnyOrder: pages of words in folders of each other are all visited if each has a text of its own.
func TestWordsInAnyOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &wordSite{words: strings.Fields("ant bee cat dog eel fox gnu hen"), found: map[string]bool{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		if want := 1 + 8 + 8*7 + 8*7*6; len(site.found) != want {
			t.Errorf("%d of %d pages were visited; reasons %v", len(site.found), want, x.states(t, "http://a.test"))
		}
	})
}
