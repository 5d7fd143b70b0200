package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// changingPages is the initial number of pages of the changing site. Between two crawls a tenth
// of them changes, a twentieth is deleted and the same number is added.
const changingPages = 100

// A changingSite is a site that changes between crawls. Its home page links to all existing
// pages.
type changingSite struct {
	mu    sync.Mutex
	pages map[string]changingPage
	born  int  // how many pages have ever existed
	shut  bool // the robots file closes /b/
	seen  tally
}

// A changingPage is the current state of one page.
type changingPage struct {
	version int
	hidden  bool // it asks not to be indexed
}

// A tally counts the requests of one crawl, without robots files, and what can be found after it.
type tally struct{ New, Same, Gone, Blind, Found, Hidden int }

func newChangingSite() *changingSite {
	s := &changingSite{pages: map[string]changingPage{}}
	for range changingPages {
		s.add()
	}
	return s
}

// add adds a new page to the site.
func (s *changingSite) add() {
	folder := "a"
	if s.born%10 == 9 {
		folder = "b"
	}
	s.pages[fmt.Sprintf("/%s/%03d", folder, s.born)] = changingPage{version: 1}
	s.born++
}

// work changes the site before a crawl: pages change, are deleted and added. Before the third
// crawl the robots file closes a folder; before the fourth it opens it again, and a page asks not
// to be indexed.
func (s *changingSite) work(crawl int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = crawl == 3
	if crawl == 1 {
		return
	}
	all := slices.Sorted(maps.Keys(s.pages))
	for i := range changingPages / 10 {
		name := all[(7*crawl+i*9)%len(all)]
		p := s.pages[name]
		p.version++
		s.pages[name] = p
	}
	for i := range changingPages / 20 {
		delete(s.pages, all[(3+crawl+i*19)%len(all)])
		s.add()
	}
	if crawl == 4 {
		s.pages["/a/000"] = changingPage{version: s.pages["/a/000"].version, hidden: true}
	}
}

func (s *changingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Path == "/robots.txt" {
		fmt.Fprintln(w, "User-agent: *\nDisallow: /closed")
		if s.shut {
			fmt.Fprintln(w, "Disallow: /b/")
		}
		return
	}
	tag := s.tag(r.URL.Path)
	if r.Header.Get("If-None-Match") == "" {
		s.seen.Blind++
	}
	switch {
	case tag == "":
		s.seen.Gone++
		http.NotFound(w, r)
	case r.Header.Get("If-None-Match") == tag:
		s.seen.Same++
		w.WriteHeader(http.StatusNotModified)
	default:
		s.seen.New++
		w.Header().Set("ETag", tag)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, s.html(r.URL.Path))
	}
}

// count returns the counts since the previous call.
func (s *changingSite) count() tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = tally{}
	return seen
}

// tag returns the entity tag of a page, or "".
func (s *changingSite) tag(path string) string {
	if path == "/" {
		return fmt.Sprintf(`"home-%d"`, s.born)
	}
	if p, found := s.pages[path]; found {
		return fmt.Sprintf(`"%d-%t"`, p.version, p.hidden)
	}
	return ""
}

func (s *changingSite) html(path string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html lang=en><title>%s</title>", s.title(path))
	if s.pages[path].hidden {
		b.WriteString("<meta name=robots content=noindex>")
	}
	fmt.Fprintf(&b, "<p>The toadstool of %s is described here, and of no other page.", s.title(path))
	if path == "/" {
		for _, name := range slices.Sorted(maps.Keys(s.pages)) {
			fmt.Fprintf(&b, " <a href=%s>%s</a>", name, name)
		}
	}
	return b.String()
}

func (s *changingSite) title(path string) string {
	if path == "/" {
		return fmt.Sprintf("home with %d", s.born)
	}
	return fmt.Sprintf("%s version %d", path, s.pages[path].version)
}

// A follower computes what a robot that follows the changing site should know.
type follower struct {
	tags   map[string]string // of the last responses, "" if the page was gone
	titles map[string]string // of pages in the index
	shut   map[string]bool   // what the robots file closed at the last crawl
}

// follow returns the expected requests of a complete crawl, and the pages that should be found
// then.
func (f *follower) follow(s *changingSite) (want tally, found map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.pages {
		if _, known := f.tags[name]; !known {
			f.tags[name] = "none yet"
		}
	}
	found = map[string]string{}
	for name, before := range f.tags {
		opened := f.shut[name]
		if f.shut[name] = s.shut && strings.HasPrefix(name, "/b/"); f.shut[name] {
			if f.titles[name] != "" {
				want.Hidden++
			}
			continue
		}
		if opened && f.titles[name] != "" { // shown unchanged, and requested at the next crawl
			found[name] = f.titles[name]
			continue
		}
		tag := s.tag(name)
		if before == "none yet" || before == "" {
			want.Blind++
		}
		switch {
		case tag == "":
			want.Gone++
			delete(f.titles, name)
		case tag == before:
			want.Same++
		default:
			want.New++
			f.titles[name] = s.title(name)
		}
		if s.pages[name].hidden {
			delete(f.titles, name)
		}
		if f.tags[name] = tag; f.titles[name] != "" {
			found[name] = f.titles[name]
		}
	}
	want.Found = len(found)
	return want, found
}

// TestChangingSite checks five crawls of a site of which, between two crawls, a tenth changes, a
// twentieth is deleted and the same number is added. Its robots file closes a folder and opens it
// again, and one page asks not to be indexed. Each crawl must send only the necessary requests,
// with conditions for pages that it has read before, and searches must find what exists.
// docs/revisits.md has the table.
func TestChangingSite(t *testing.T) {
	t.Parallel()
	site := newChangingSite()
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	f := &follower{tags: map[string]string{"/": "none yet"}, titles: map[string]string{}, shut: map[string]bool{}}
	t.Log("| crawl | new or changed (200) | unchanged (304) | gone (404) | without a condition | found | hidden |")
	for crawl := 1; crawl <= 5; crawl++ {
		site.work(crawl)
		want, found := f.follow(site)
		site.count()
		if out, code := h.run("crawl", "--quiet", "--delay", "0s", "--refresh", "all", "http://own.test/"); code != command.ExitOK {
			t.Fatalf("crawl %d: code %d\n%s", crawl, code, out)
		}
		seen, titles := site.count(), h.toadstools()
		seen.Found, seen.Hidden = len(titles), len(h.lines("urls", "--state", "hidden"))
		t.Logf("| %d | %d, %d | %d, %d | %d, %d | %d, %d | %d, %d | %d, %d |", crawl, want.New, seen.New, want.Same, seen.Same, want.Gone, seen.Gone, want.Blind, seen.Blind, want.Found, seen.Found, want.Hidden, seen.Hidden)
		if seen != want {
			t.Errorf("crawl %d: seen %+v, want %+v", crawl, seen, want)
		}
		if !maps.Equal(titles, found) {
			t.Errorf("crawl %d finds\n%v\nwant\n%v", crawl, titles, found)
		}
	}
}

// toadstools returns the titles of all pages that a search finds, by path.
func (h *hands) toadstools() map[string]string {
	h.t.Helper()
	titles := map[string]string{}
	for _, offset := range []string{"0", "100"} {
		for _, line := range h.lines("search", "--json", "--copies", "--limit", "100", "--offset", offset, "toadstool") {
			var hit struct{ URL, Title string }
			if err := json.Unmarshal([]byte(line), &hit); err != nil {
				h.t.Fatalf("%v in %s", err, line)
			}
			titles[strings.TrimPrefix(hit.URL, "http://own.test")] = hit.Title
		}
	}
	return titles
}

// lines runs a command and returns the lines of its output.
func (h *hands) lines(args ...string) []string {
	h.t.Helper()
	out, _ := h.run(args...)
	return strings.FieldsFunc(out, func(r rune) bool { return r == '\n' })
}
