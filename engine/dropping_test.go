package engine

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// A seedSite serves pages on all hosts. It counts the requests of each host, and answers /slow when
// the gate is open.
type seedSite struct {
	Settings
	asked, gate chan struct{}

	mu    sync.Mutex
	count map[string]int
}

func newSeedSite(t *testing.T, seeds ...string) *seedSite {
	t.Helper()
	x := &seedSite{asked: make(chan struct{}), gate: make(chan struct{}), count: map[string]int{}}
	var first sync.Once
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x.mu.Lock()
		x.count[r.Host]++
		x.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
			return
		case "/sitemap.xml":
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprintf(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://%[1]s/one</loc></url><url><loc>http://%[1]s/two</loc></url></urlset>`, r.Host)
			return
		case "/other.xml":
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprintf(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://%[1]s/two</loc></url></urlset>`, r.Host)
			return
		case "/slow":
			first.Do(func() { close(x.asked) })
			select {
			case <-x.gate:
			case <-r.Context().Done():
			}
		case "/":
			if r.Host == "old.test" {
				http.Redirect(w, r, "http://www.old.test/", http.StatusMovedPermanently)
				return
			}
		}
		fmt.Fprintf(w, "<html lang=en><title>%[1]s</title><p>These are the words of %[1]s.", r.Host+r.URL.Path)
		if r.URL.Path == "/" {
			fmt.Fprint(w, "<a href=/1>1</a><a href=/slow>s</a><a href=http://www.old.test/x>x</a><p>", strings.Repeat("same ", 3))
		}
	}))
	t.Cleanup(srv.Close)
	x.Settings = siteSettings()
	for _, s := range seeds {
		x.Seeds = append(x.Seeds, parsed(t, s))
	}
	x.Resolve = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}
	return x
}

// requests returns how many requests a host got.
func (x *seedSite) requests(host string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.count[host]
}

// found returns the URLs of all pages that are found.
func found(t *testing.T, s Service) (urls []string) {
	t.Helper()
	r, err := s.Search(t.Context(), search.Request{Query: "words", Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Results {
		urls = append(urls, strings.TrimPrefix(x.URL.String(), "http://"))
	}
	slices.Sort(urls)
	return urls
}

var (
	ofNew = []string{"a.test/", "a.test/1", "a.test/slow"}
	ofOld = []string{"www.old.test/", "www.old.test/1", "www.old.test/slow", "www.old.test/x"}
)

func wantFound(t *testing.T, s Service, when string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := found(t, s); !slices.Equal(got, want) {
		t.Errorf("%s, %q are found; want %q", when, got, want)
	}
}

func wantSeeds(t *testing.T, s Service, when string, want ...string) {
	t.Helper()
	st, err := s.Status(t.Context())
	if err != nil || st.InForce == nil || st.InForce.SeedCount != len(want) || fmt.Sprint(st.InForce.Seeds) != fmt.Sprint(want) {
		t.Errorf("%s: %+v, %v; want the seeds %q", when, st.InForce, err, want)
	}
}

// TestDropSeed checks, with every Service, that what only a dropped seed brought into the crawl
// leaves it, with where it redirected to, is not requested any more, and comes back when the seed is
// named again.
func TestDropSeed(t *testing.T) {
	t.Parallel()
	for _, service := range services {
		t.Run(service.name, func(t *testing.T) {
			t.Parallel()
			x := newSeedSite(t, "http://a.test/", "http://old.test/")
			close(x.gate)
			s := service.open(t)
			old := Removal{Target: "http://old.test/", Seed: true}
			if _, err := s.Remove(t.Context(), old); aranea.KindOf(err) != aranea.NotFound {
				t.Errorf("dropped before there was a crawl: %v", err)
			}
			if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil {
				t.Fatal(err)
			}
			wantFound(t, s, "before", slices.Concat(ofNew, ofOld)...)
			r, err := s.Remove(t.Context(), old)
			if err != nil || r.URLs != 5 || r.Documents != 4 || r.SeedsLeft != 1 {
				t.Errorf("dropped: %+v, %v", r, err)
			}
			wantFound(t, s, "after it was dropped", ofNew...)
			wantSeeds(t, s, "after it was dropped", "http://a.test/")
			trail, err := s.Explain(t.Context(), "http://www.old.test/1")
			if err != nil || trail.Reason != "SCOPE.HOST" {
				t.Errorf("reason %s, %v", trail.Reason, err)
			}
			for name, bad := range map[string]Removal{"twice": old, "of another path": {Target: "http://a.test/1", Seed: true}} {
				if _, err := s.Remove(t.Context(), bad); aranea.KindOf(err) != aranea.NotFound {
					t.Errorf("dropped %s: %v", name, err)
				}
			}
			if _, err := s.Remove(t.Context(), Removal{Target: "http://a.test/", Seed: true}); aranea.KindOf(err) != aranea.Denied {
				t.Errorf("the only seed was dropped: %v", err)
			}
			asked := x.requests("www.old.test")
			on := x.Settings
			on.Seeds, on.Refresh = nil, "all"
			if _, err := s.Crawl(t.Context(), on, nil); err != nil {
				t.Fatal(err)
			}
			if got := x.requests("www.old.test"); got != asked {
				t.Errorf("%d requests after it was dropped, %d before", got, asked)
			}
			wantFound(t, s, "after another crawl", ofNew...)
			if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil {
				t.Fatal(err)
			}
			wantFound(t, s, "named again", slices.Concat(ofNew, ofOld)...)
			wantSeeds(t, s, "named again", "http://a.test/", "http://old.test/")
		})
	}
}

// TestDropSeedUnderWay checks that a visit under way when its seed is dropped brings nothing into
// the index, and that a crawl that was asked for before does not name the seed again.
func TestDropSeedUnderWay(t *testing.T) {
	t.Parallel()
	for _, service := range services {
		t.Run(service.name, func(t *testing.T) {
			t.Parallel()
			x := newSeedSite(t, "http://old.test/", "http://b.test/2")
			s := service.open(t)
			x.NamedAt = time.Now().Add(-time.Hour)
			var g errgroup.Group
			g.Go(func() error {
				_, err := s.Crawl(t.Context(), x.Settings, nil)
				return err
			})
			<-x.asked // for a page of www.old.test
			r, err := s.Remove(t.Context(), Removal{Target: "http://old.test/", Seed: true})
			if err != nil || r.SeedsLeft != 1 || r.URLs == 0 {
				t.Errorf("dropped: %+v, %v", r, err)
			}
			wantSeeds(t, s, "under way", "http://b.test/2")
			close(x.gate)
			if err := g.Wait(); err != nil {
				t.Fatal(err)
			}
			wantFound(t, s, "after the crawl", "b.test/2")
			if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil { // as when another process takes over
				t.Fatal(err)
			}
			wantFound(t, s, "after a crawl that was asked for before", "b.test/2")
			wantSeeds(t, s, "after a crawl that was asked for before", "http://b.test/2")
		})
	}
}

// TestDropSeedInterrupted checks that the next crawl, or the same call, finishes what a killed
// process had begun.
func TestDropSeedInterrupted(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		x := newSeedSite(t, "http://a.test/", "http://old.test/")
		close(x.gate)
		dir := filepath.Join(t.TempDir(), "data")
		e, err := Open(t.Context(), dir, Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		s, read, err := e.latest(t.Context())
		if err == nil {
			err = e.forget(t.Context(), parsed(t, "http://old.test/"), s, read) // and then it is killed
		}
		if err = errors.Join(err, e.Close()); err != nil {
			t.Fatal(err)
		}
		e = openEngine(t, dir)
		wantFound(t, e, "before it goes on", slices.Concat(ofNew, ofOld)...)
		wantSeeds(t, e, "before it goes on", "http://a.test/")
		on := x.Settings
		on.Seeds = nil
		if again {
			r, err := e.Remove(t.Context(), Removal{Target: "http://old.test/", Seed: true})
			if err != nil || r.Documents != 4 || r.SeedsLeft != 1 {
				t.Errorf("dropped again: %+v, %v", r, err)
			}
		} else if _, err := e.Crawl(t.Context(), on, nil); err != nil {
			t.Fatal(err)
		}
		wantFound(t, e, "after it went on", ofNew...)
		if e.dropped.Now().Pending() {
			t.Error("it is still pending")
		}
	}
}

// TestDropSitemap checks that with a list, what only a dropped sitemap listed leaves the crawl, and
// that elsewhere the sitemap is not read any more, while its pages stay on the host of another seed.
func TestDropSitemap(t *testing.T) {
	t.Parallel()
	for scope, want := range map[string][]string{"list": {"a.test/1", "a.test/two"}, "host": {"a.test/1", "a.test/one", "a.test/two"}} {
		x := newSeedSite(t, "http://a.test/1", "http://a.test/sitemap.xml", "http://a.test/other.xml")
		close(x.gate)
		x.Scope, x.Sitemaps = scope, x.Seeds[1:]
		e := openEngine(t, filepath.Join(t.TempDir(), "data"))
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		wantFound(t, e, "before, scope "+scope, "a.test/1", "a.test/one", "a.test/two")
		if _, err := e.Remove(t.Context(), Removal{Target: "http://a.test/sitemap.xml", Seed: true}); err != nil {
			t.Fatal(err)
		}
		on := x.Settings
		on.Seeds, on.Sitemaps, on.Refresh = nil, nil, "all"
		if _, err := e.Crawl(t.Context(), on, nil); err != nil {
			t.Fatal(err)
		}
		wantFound(t, e, "after, scope "+scope, want...)
		trail, err := e.Explain(t.Context(), "http://a.test/sitemap.xml")
		if reason := map[string]string{"list": "SCOPE.LIST", "host": "SCOPE.DROPPED"}[scope]; err != nil || trail.Reason != reason {
			t.Errorf("the sitemap, scope %s: %s, %v; want %s", scope, trail.Reason, err, reason)
		}
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		wantFound(t, e, "named again, scope "+scope, "a.test/1", "a.test/one", "a.test/two")
	}
}

// TestDropOneOfManySeeds checks that a seed that is not stored in the settings can be dropped.
func TestDropOneOfManySeeds(t *testing.T) {
	t.Parallel()
	x := newSeedSite(t)
	close(x.gate)
	for i := range seeds.MaxStored + 2 {
		x.Seeds = append(x.Seeds, parsed(t, fmt.Sprintf("http://a.test/%d", i)))
	}
	x.MaxPages = 1
	last := x.Seeds[len(x.Seeds)-1]
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
		t.Fatal(err)
	}
	for _, u := range []weburl.URL{last, x.Seeds[0], x.Seeds[1]} {
		if _, err := e.Remove(t.Context(), Removal{Target: u.String(), Seed: true}); err != nil {
			t.Fatal(err)
		}
		s, _, err := e.latest(t.Context())
		if err != nil || slices.Contains(s.Seeds, u) {
			t.Errorf("%s is still a seed, %v", u, err)
		}
	}
	o, err := e.recall()
	if err != nil || o.SeedCount != seeds.MaxStored-1 {
		t.Errorf("%d seeds are remembered, %v", o.SeedCount, err)
	}
}

// TestDropStays checks that a seed stays dropped if a crawl that names it does not come about.
func TestDropStays(t *testing.T) {
	t.Parallel()
	x := newSeedSite(t, "http://a.test/", "http://old.test/")
	close(x.gate)
	x.NamedAt = time.Now().Add(-time.Hour) // as a run that began before
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	crawl := func(s Settings, fails bool) {
		t.Helper()
		if _, err := e.Crawl(t.Context(), s, nil); (err != nil) != fails {
			t.Fatal(err)
		}
	}
	crawl(x.Settings, false)
	if _, err := e.Remove(t.Context(), Removal{Target: "http://old.test/", Seed: true}); err != nil {
		t.Fatal(err)
	}
	names := x.Settings
	names.NamedAt, names.Secrets = time.Now(), filepath.Join(t.TempDir(), "missing")
	crawl(names, true)
	crawl(x.Settings, false)
	if got := found(t, e); !slices.Equal(got, ofNew) {
		t.Errorf("found %q, want %q", got, ofNew)
	}
}
