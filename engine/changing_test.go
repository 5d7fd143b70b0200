package engine

import (
	"fmt"
	"hash/crc32"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// A changingSite is a site on the loopback network whose pages change between crawls. It answers
// conditional requests.
type changingSite struct {
	mu     sync.Mutex
	pages  map[string]string // path -> text of the current version
	closed string            // the path that the robots file disallows
	whole  map[string]int    // 200 answers since the last crawl
	same   map[string]int    // 304 answers since the last crawl
}

// newChangingSite returns a site of 20 pages, four of them on a shelf.
func newChangingSite() *changingSite {
	s := &changingSite{pages: map[string]string{}, closed: "/none"}
	for i := range 16 {
		s.pages[fmt.Sprintf("/p%d", i)] = "first"
	}
	for i := range 4 {
		s.pages[fmt.Sprintf("/shelf/%d", i)] = "first"
	}
	return s
}

func (s *changingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := r.URL.Path
	if path == "/robots.txt" {
		fmt.Fprintf(w, "User-agent: *\nDisallow: %s\n", s.closed)
		return
	}
	text, known := s.pages[path]
	if path == "/" {
		text, known = s.home(), true
	}
	if !known {
		http.NotFound(w, r)
		return
	}
	tag := fmt.Sprintf("\"%08x\"", crc32.ChecksumIEEE([]byte(path+" "+text)))
	w.Header().Set("Etag", tag)
	if r.Header.Get("If-None-Match") == tag {
		s.same[path]++
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.whole[path]++
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if text == "noindex" {
		fmt.Fprint(w, "<meta name=robots content=noindex>")
	}
	fmt.Fprintf(w, "<html lang=en><title>%s</title><p>A spider at %s spins its %s silk.", path, path, text)
}

// home returns a page with links to all existing pages.
func (s *changingSite) home() string {
	var links strings.Builder
	for _, p := range slices.Sorted(func(yield func(string) bool) {
		for p := range s.pages {
			if !yield(p) {
				return
			}
		}
	}) {
		fmt.Fprintf(&links, "<a href=%s>page</a> ", p)
	}
	return links.String()
}

// total returns the sum of answers.
func total(n map[string]int) (sum int) {
	for _, k := range n {
		sum += k
	}
	return sum
}

// TestChangingSite (issue 9, seed 004) crawls a site five times: 10 % of its pages change, 5 %
// disappear, 5 % are new, one sets noindex, and the robots file closes a folder and opens it
// again. The test checks the pages found and the requests made.
func TestChangingSite(t *testing.T) {
	t.Parallel()
	s := newChangingSite()
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	site, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	for run, step := range []struct {
		name          string
		change        func()
		found, hidden int // pages
		whole, same   int // 200 and 304 answers
		shelf         int // requests for pages of the folder
	}{
		{"as it begins", func() {}, 21, 0, 21, 0, 4},
		{"changed, gone, new, noindex", func() {
			s.pages["/p0"], s.pages["/p1"], s.pages["/p3"], s.pages["/new"] = "second", "second", "noindex", "first"
			delete(s.pages, "/p2")
		}, 20, 0, 5, 16, 4},
		{"the folder is closed", func() { s.closed = "/shelf/" }, 16, 4, 0, 17, 0},
		{"changed, gone, new, and closed still", func() {
			s.pages["/p4"], s.pages["/p5"], s.pages["/newer"] = "second", "second", "first"
			delete(s.pages, "/p6")
		}, 16, 4, 4, 13, 0},
		{"the folder is open again", func() { s.closed = "/none" }, 20, 0, 0, 17, 0},
	} {
		s.mu.Lock()
		step.change()
		s.whole, s.same = map[string]int{}, map[string]int{}
		s.mu.Unlock()
		later := time.Duration(run) * 25 * time.Hour
		e, err := Open(t.Context(), dir, Options{Version: "test", Create: true, Now: func() time.Time { return time.Now().Add(later) }})
		if err != nil {
			t.Fatal(err)
		}
		set := servicetest.Settings(site)
		set.Refresh = "all"
		if _, err := e.Crawl(t.Context(), set, nil); err != nil {
			t.Fatal(err)
		}
		found, hidden := stateCount(t, e, "indexed"), stateCount(t, e, "hidden")
		docs, err := e.Docs(t.Context())
		if err != nil || docs != found {
			t.Errorf("%s: %d pages are found, and %d are said to be, %v", step.name, docs, found, err)
		}
		s.mu.Lock()
		shelf := 0
		for p, n := range s.whole {
			if strings.HasPrefix(p, "/shelf/") {
				shelf += n
			}
		}
		for p, n := range s.same {
			if strings.HasPrefix(p, "/shelf/") {
				shelf += n
			}
		}
		got := fmt.Sprintf("found %d, hidden %d, whole %d, same %d, shelf %d", found, hidden, total(s.whole), total(s.same), shelf)
		if want := fmt.Sprintf("found %d, hidden %d, whole %d, same %d, shelf %d", step.found, step.hidden, step.whole, step.same, step.shelf); got != want {
			t.Errorf("%s: %s; want %s\nwhole %v\nsame %v", step.name, got, want, s.whole, s.same)
		}
		s.mu.Unlock()
		for f, err := range e.Check(t.Context(), false) {
			t.Errorf("%s: check tells of %s, %v", step.name, f.Text, err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// stateCount counts the URLs in a state.
func stateCount(t *testing.T, e *Engine, state string) (n int) {
	t.Helper()
	for _, err := range e.URLs(t.Context(), service.URLFilter{State: state}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}
