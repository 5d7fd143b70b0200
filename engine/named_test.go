package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// An openingSite denies /x in its robots file until it is opened, and records what is requested.
// Its page /slow is answered when the gate is open.
type openingSite struct {
	url         weburl.URL
	asked, gate chan struct{}

	mu    sync.Mutex
	rules string
	paths []string
}

func newOpeningSite(t *testing.T) *openingSite {
	t.Helper()
	s := &openingSite{asked: make(chan struct{}), gate: make(chan struct{}), rules: "User-agent: *\nDisallow: /x\n"}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	s.url = parsed(t, srv.URL+"/")
	return s
}

func (s *openingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.paths = append(s.paths, r.URL.Path)
	rules := s.rules
	s.mu.Unlock()
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprint(w, rules)
		return
	case "/slow":
		close(s.asked)
		<-s.gate
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<html lang=en><title>%[1]s</title><p>These are the words of %[1]s. <a href=/x>x</a> <a href=/robots.txt>rules</a>", r.URL.Path)
}

// set sets the rules, and returns what was requested since the last call.
func (s *openingSite) set(rules string) (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	paths, s.rules, s.paths = s.paths, rules, nil
	return paths
}

// naming returns the settings of a crawl that names a page of the site now.
func (s *openingSite) naming(t *testing.T, path string) service.Settings {
	t.Helper()
	named := servicetest.Settings(parsed(t, string(s.url.Origin())+path))
	named.PerHost, named.Wanted = 1, time.Now()
	return named
}

const opened = "User-agent: *\nDisallow: /y\n"

// TestNamedWhatWasDenied checks that the robots file of an origin is read again, once, before
// anything else, if a URL is named that the stored copy denies, whether the URL is known or not;
// and that a page stays denied by the new file, which the report says.
func TestNamedWhatWasDenied(t *testing.T) {
	t.Parallel()
	s := newOpeningSite(t)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	for _, step := range []struct {
		named, rules string
		want         []string
		denied       int
	}{
		{"/", "User-agent: *\nDisallow: /x\n", []string{"/robots.txt", "/"}, 0},
		{"/x", "User-agent: *\nDisallow: /x # still\n", []string{"/robots.txt"}, 1},
		{"/x/new", opened, []string{"/robots.txt", "/x/new", "/x"}, 0},
		{"/x", opened, []string{"/x"}, 0},
		{"/y", opened, []string{"/robots.txt"}, 1},
		{"/robots.txt", opened, []string{"/robots.txt"}, 1},
	} {
		s.set(step.rules)
		r, err := e.Crawl(t.Context(), s.naming(t, step.named), nil)
		if got := s.set(step.rules); err != nil || !slices.Equal(got, step.want) {
			t.Errorf("%s: requested %v, want %v; %v", step.named, got, step.want, err)
		}
		c, _, err := e.frontier.Robots(s.url.Origin())
		if err != nil || string(c.Body) != step.rules {
			t.Errorf("%s: the rules are %q, %v", step.named, c.Body, err)
		}
		if len(r.Denied) != step.denied || step.denied > 0 && !r.Denied[0].Read.Equal(c.CheckedAt) {
			t.Errorf("%s: denied are %+v", step.named, r.Denied)
		}
		if asked := step.named == "/robots.txt"; (len(r.Robots) > 0) != asked || asked && r.Robots[0].Answer != "status 200, 27 bytes" {
			t.Errorf("%s: robots files are %+v", step.named, r.Robots)
		}
	}
	if entry, known, err := e.frontier.EntryByID(s.url.Origin().RobotsURL().ID()); known || err != nil {
		t.Errorf("the robots file is an entry: %+v, %v", entry, err)
	}
}

// TestJoinedByWhatWasDenied checks the same for a crawl that is joined.
func TestJoinedByWhatWasDenied(t *testing.T) {
	t.Parallel()
	s := newOpeningSite(t)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	done := make(chan error, 2)
	begin := func(path string) {
		settings := s.naming(t, path)
		go func() {
			_, err := e.Crawl(t.Context(), settings, func(runreport.Progress) {})
			done <- err
		}()
	}
	begin("/slow")
	<-s.asked
	s.set(opened)
	begin("/x")
	for n := 0; n < 2; runtime.Gosched() { // until the second has named its page
		st, err := e.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n = st.Crawl.Seeds
	}
	close(s.gate)
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if got := s.set(""); !slices.Equal(got, []string{"/robots.txt", "/x"}) {
		t.Errorf("requested %v", got)
	}
	if x, _, err := e.frontier.EntryByID(parsed(t, string(s.url.Origin())+"/x").ID()); err != nil || x.Reason != aranea.IndexAdded {
		t.Errorf("%+v, %v", x, err)
	}
}
