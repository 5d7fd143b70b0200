package servicetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// A SeedSite serves pages on all hosts. It counts the requests of each host, and answers /slow when
// the gate is open.
type SeedSite struct {
	service.Settings

	Asked chan struct{} // closed at the first request for /slow
	Gate  chan struct{} // to be closed by the test

	mu    sync.Mutex
	count map[string]int
}

// NewSeedSite returns a site with settings for a crawl from seeds.
func NewSeedSite(t *testing.T, seeds ...string) *SeedSite {
	t.Helper()
	x := &SeedSite{Asked: make(chan struct{}), Gate: make(chan struct{}), count: map[string]int{}}
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
			first.Do(func() { close(x.Asked) })
			select {
			case <-x.Gate:
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
	x.Settings = Settings()
	for _, s := range seeds {
		x.Seeds = append(x.Seeds, weburl.MustParse(s))
	}
	x.Resolve = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}
	return x
}

// Requests returns how many requests a host got.
func (x *SeedSite) Requests(host string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.count[host]
}

// Found returns the URLs of all pages that are found.
func Found(t *testing.T, s service.Service) (urls []string) {
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

// OfNew returns what is found of http://a.test/.
func OfNew() []string { return []string{"a.test/", "a.test/1", "a.test/slow"} }

// OfOld returns what is found of http://old.test/.
func OfOld() []string {
	return []string{"www.old.test/", "www.old.test/1", "www.old.test/slow", "www.old.test/x"}
}

// WantFound checks that exactly these pages are found.
func WantFound(t *testing.T, s service.Service, when string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := Found(t, s); !slices.Equal(got, want) {
		t.Errorf("%s, %q are found; want %q", when, got, want)
	}
}

// WantSeeds checks which seeds are in force.
func WantSeeds(t *testing.T, s service.Service, when string, want ...string) {
	t.Helper()
	st, err := s.Status(t.Context())
	if err != nil || st.InForce == nil || st.InForce.SeedCount != len(want) || fmt.Sprint(st.InForce.Seeds) != fmt.Sprint(want) {
		t.Errorf("%s: %+v, %v; want the seeds %q", when, st.InForce, err, want)
	}
}
