package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/revisit"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/weburl"
)

// counted are sites that count the requests for each URL.
type counted struct {
	mu    sync.Mutex
	asked map[string]int
	pages map[string]string // by host and path; what begins with / is a redirect to //host/path
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.asked[r.Host+r.URL.Path]++
	text, known := c.pages[r.Host+r.URL.Path]
	c.mu.Unlock()
	switch {
	case !known:
		http.NotFound(w, r)
	case strings.HasPrefix(text, "/"):
		http.Redirect(w, r, "http:"+text, http.StatusMovedPermanently)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>A page</title><p>%s of %s", text, r.Host+r.URL.Path)
	}
}

// take returns what was requested since the last call.
func (c *counted) take() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.asked
	c.asked = map[string]int{}
	return last
}

// serve starts the sites and returns settings for crawls from some URLs of them.
func (c *counted) serve(t *testing.T, urls ...string) service.Settings {
	t.Helper()
	c.asked = map[string]int{}
	srv := httptest.NewServer(c)
	t.Cleanup(srv.Close)
	var seeds []weburl.URL
	for _, text := range urls {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, u)
	}
	s := servicetest.Settings(seeds...)
	s.Resolve = []string{"*:80:" + strings.TrimPrefix(srv.URL, "http://")}
	return s
}

// sixPages are a home page and five others.
func sixPages() *counted {
	c := &counted{pages: map[string]string{"a.test/": ""}}
	for i := range 5 {
		path := fmt.Sprintf("/%d", i)
		c.pages["a.test"+path], c.pages["a.test/"] = "Silk and webs", c.pages["a.test/"]+"<a href="+path+">"+path+"</a> "
	}
	return c
}

func requests(asked map[string]int) (n int) {
	for _, k := range asked {
		n += k
	}
	return n
}

// TestRefreshOfSeeds checks that of a folder with several sites, only those of the seeds given are
// visited again, with those to which they lead, and all if no seeds are given.
func TestRefreshOfSeeds(t *testing.T) {
	t.Parallel()
	c := &counted{pages: map[string]string{
		"a.test/": "//www.a.test/", "www.a.test/": "Home <a href=/2>two</a>", "www.a.test/2": "Silk", "sub.a.test/": "Webs", "b.test/": "Orbs <a href=/3>three</a>", "b.test/3": "Legs",
	}}
	set := c.serve(t, "http://a.test/", "http://sub.a.test/", "http://b.test/")
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	c.take()
	for _, tt := range []struct {
		name, scope, refresh string
		named                int // seeds from the first on
		want                 []string
	}{
		{"a host that moved", "host", "all", 1, []string{"www.a.test/", "www.a.test/2", "www.a.test/robots.txt"}},
		{"a site", "site", "all", 1, []string{"sub.a.test/", "sub.a.test/robots.txt", "www.a.test/", "www.a.test/2", "www.a.test/robots.txt"}},
		{"without a limit", "any", "all", 1, []string{"sub.a.test/", "sub.a.test/robots.txt", "www.a.test/", "www.a.test/2", "www.a.test/robots.txt"}},
		{"nothing due", "host", "due", 1, nil},
		{"none", "host", "none", 1, nil},
		{"the folder", "host", "all", 0, []string{"b.test/", "b.test/3", "b.test/robots.txt", "sub.a.test/", "sub.a.test/robots.txt", "www.a.test/", "www.a.test/2", "www.a.test/robots.txt"}},
	} {
		s := set
		s.Scope, s.Refresh, s.RefreshSeeds = tt.scope, tt.refresh, tt.named > 0
		s.Seeds = s.Seeds[:tt.named]
		if _, err := e.Crawl(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		asked := c.take()
		maps.DeleteFunc(asked, func(u string, _ int) bool { return strings.HasPrefix(u, "a.test/") }) // a mirror from some visit on
		if got := slices.Sorted(maps.Keys(asked)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v were requested, want %v", tt.name, got, tt.want)
		}
	}
}

// TestRefreshGoesOnWithoutItsOwner checks that the next process goes on with a refresh whose
// process ends, and that the crawl after that begins one of its own.
func TestRefreshGoesOnWithoutItsOwner(t *testing.T) {
	t.Parallel()
	c, dir := sixPages(), filepath.Join(t.TempDir(), "data")
	set := c.serve(t, "http://a.test/")
	a := owner(t, dir, nil)
	if _, err := a.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	c.take()
	set.Refresh, set.Asked, set.Delay = "all", time.Now(), 50*time.Millisecond
	half := make(chan struct{})
	var once sync.Once
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := a.Crawl(t.Context(), set, func(p runreport.Progress) {
			if p.Run[aranea.CountRequests] > 4 {
				once.Do(func() { close(half) })
			}
		}); !errors.Is(err, wire.ErrClosing) {
			t.Errorf("crawl: %v", err)
		}
	}()
	<-half
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	<-done
	b := openEngine(t, dir)
	if _, err := b.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	if got := c.take(); requests(got) > 8 || len(got) != 7 { // one visit may have been broken off
		t.Errorf("requested %v", got)
	}
	set.Asked, set.Delay = time.Now(), 0
	if _, err := b.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	if got := c.take(); requests(got) != 7 {
		t.Errorf("the next refresh requested %v", got)
	}
}

// TestRefreshGoesOnAfterAStop checks that the same command goes on with a refresh that was
// stopped, also if its process ended while the URLs were queued.
func TestRefreshGoesOnAfterAStop(t *testing.T) {
	t.Parallel()
	c, dir := sixPages(), filepath.Join(t.TempDir(), "data")
	set := c.serve(t, "http://a.test/")
	crawlOnce := func(stopAfter uint64) map[string]int { // 0 for never
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		e, err := Open(t.Context(), dir, Options{Version: "test", Create: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Crawl(ctx, set, func(p runreport.Progress) {
			if stopAfter > 0 && p.Run[aranea.CountRequests] >= stopAfter {
				stop()
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		return c.take()
	}
	crawlOnce(0)
	set.Refresh, set.Asked, set.Delay = "all", time.Now(), 50*time.Millisecond
	first := crawlOnce(5)
	set.Asked, set.Delay = time.Now(), 0
	second := crawlOnce(0)
	if n := requests(first) + requests(second); n > 8 || len(second) == 0 {
		t.Errorf("requested %v, then %v", first, second)
	}
	set.Refresh = "due"
	e, err := Open(t.Context(), dir, Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if got := e.again.Now(); len(got) != 0 {
		t.Errorf("orders remain: %v", got)
	}
	e.again.Change(func(revisit.Orders) revisit.Orders { return revisit.Orders{{Since: time.Now()}} })
	if err := errors.Join(e.keepSums(), e.Close()); err != nil {
		t.Fatal(err)
	}
	if got := crawlOnce(0); requests(got) != 7 {
		t.Errorf("after a process that ended while it queued: requested %v", got)
	}
	if got := crawlOnce(0); len(got) != 0 {
		t.Errorf("then %v", got)
	}
}

// TestFilesAddedWhileStopped: a crawl of a folder of files that goes on after a stop finds what was added meanwhile,
// also in folders that were listed before, and reads nothing else again.
func TestFilesAddedWhileStopped(t *testing.T) {
	t.Parallel()
	files, dir := t.TempDir(), filepath.Join(t.TempDir(), "data")
	write := func(name string) {
		t.Helper()
		path := filepath.Join(files, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("Silk and webs of "+name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		write(fmt.Sprintf("notes/%02d.txt", i))
	}
	folders, err := static.Parse([]string{"https://files.example.org/=files:" + files})
	if err != nil {
		t.Fatal(err)
	}
	set := servicetest.Settings(folders.Bases()...)
	set.Folders, set.Refresh, set.Fetchers = folders, "all", 1
	crawlOnce := func(stopAfter uint64) runreport.Report { // 0 for never
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		e, err := Open(t.Context(), dir, Options{Version: "test", Create: true})
		if err != nil {
			t.Fatal(err)
		}
		set.Asked = time.Now()
		r, err := e.Crawl(ctx, set, func(p runreport.Progress) {
			if stopAfter > 0 && p.Run[aranea.CountRequests] >= stopAfter {
				stop()
			}
		})
		if err := errors.Join(err, e.Close()); err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := crawlOnce(5)
	if first.Ending != verdict.EndStopped || first.Counts[aranea.CountQueued] == 0 {
		t.Fatalf("%s, %v", first.Ending, first.Counts)
	}
	write("notes/added.txt")
	write("new/added.txt")
	second := crawlOnce(0)
	// The new folder with its file and that in the old one; lists are fetched and not indexed.
	if got := second.Counts[aranea.CountIndexed]; got != 42 {
		t.Errorf("%d files are in the index: %v", got, second.Counts)
	}
	if all := first.Run[aranea.CountRequests] + second.Run[aranea.CountRequests]; all > 42+3+2+2 {
		t.Errorf("%d requests", all)
	}
}
