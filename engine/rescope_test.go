package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// TestOtherDepth checks that a crawl that is continued with another depth visits URLs that an
// earlier one left out as too deep, and removes URLs from the queue that are too deep now.
func TestOtherDepth(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { chainPage(w, 0) })
	for i := range 8 {
		mux.HandleFunc(fmt.Sprintf("/%d", i), func(w http.ResponseWriter, _ *http.Request) { chainPage(w, i) })
	}
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	seed, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	for _, step := range []struct {
		depth, pages               int
		fetched, excluded, waiting uint64
	}{
		{1, 0, 2, 1, 0}, // the seed and /1
		{3, 0, 4, 1, 0},
		{5, 5, 5, 0, 1}, // the page limit leaves out /5
		{4, 0, 5, 1, 0},
		{0, 0, 8, 0, 0},
	} {
		s := servicetest.Settings(seed)
		s.Depth, s.MaxPages, s.Refresh = step.depth, uint64(step.pages), "none"
		var last runreport.Progress
		r, err := e.Crawl(t.Context(), s, func(p runreport.Progress) { last = p })
		if s.MaxPages > 0 && last.MaxPages != s.MaxPages {
			t.Errorf("depth %d: told of a limit of %d pages, want %d", step.depth, last.MaxPages, s.MaxPages)
		}
		n := r.Counts
		if err != nil || n[aranea.CountFetched] != step.fetched || n[aranea.CountExcluded] != step.excluded || n[aranea.CountQueued] != step.waiting {
			t.Errorf("depth %d: %d fetched, %d excluded, %d queued, %v; want %+v", step.depth, n[aranea.CountFetched], n[aranea.CountExcluded], n[aranea.CountQueued], err, step)
		}
	}
}

// chainPage writes a page that links to the next one.
func chainPage(w http.ResponseWriter, i int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	next := ""
	if i < 7 {
		next = fmt.Sprintf(`<a href="/%d">next</a>`, i+1)
	}
	fmt.Fprintf(w, "<html lang=en><title>Page %d</title><p>These are the words of number%d.</p>%s", i, i, next)
}

// twoHosts serves http://a.test/, which links to two pages of b.test and to one of its own that
// is answered when the gate is open.
func twoHosts(t *testing.T) (s service.Settings, asked, gate chan struct{}) {
	t.Helper()
	asked, gate = make(chan struct{}), make(chan struct{})
	var first sync.Once
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
			return
		case "/slow":
			first.Do(func() { close(asked) })
			select {
			case <-gate:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>%[1]s</title><p>These are the words of %[1]s.", r.Host+r.URL.Path)
		if r.Host+r.URL.Path == "a.test/" {
			fmt.Fprint(w, "<a href=/slow>s</a><a href=http://b.test/1>1</a><a href=http://b.test/2>2</a>")
		}
	}))
	t.Cleanup(srv.Close)
	s = servicetest.Settings(parsed(t, "http://a.test/"))
	s.Resolve, s.Refresh = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}, "none"
	return s, asked, gate
}

func parsed(t *testing.T, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestOtherScope checks that a narrower scope removes URLs outside of it from the queue, and
// that a later seed admits the URLs of its host again.
func TestOtherScope(t *testing.T) {
	t.Parallel()
	s, _, gate := twoHosts(t)
	close(gate)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	for _, step := range []struct {
		scope, seed                string
		pages                      uint64
		fetched, excluded, waiting uint64
	}{
		{"any", "http://a.test/", 1, 1, 0, 3},
		{"host", "http://a.test/", 0, 2, 2, 0},
		{"host", "http://b.test/1", 0, 4, 0, 0},
	} {
		s.Scope, s.MaxPages, s.Seeds = step.scope, step.pages, []weburl.URL{parsed(t, step.seed)}
		r, err := e.Crawl(t.Context(), s, nil)
		n := r.Counts
		if err != nil || n[aranea.CountFetched] != step.fetched || n[aranea.CountExcluded] != step.excluded || n[aranea.CountQueued] != step.waiting {
			t.Errorf("%+v: %d fetched, %d excluded, %d queued, %v", step, n[aranea.CountFetched], n[aranea.CountExcluded], n[aranea.CountQueued], err)
		}
	}
}

// TestJoiningSeedsLetIn checks that seeds that join a crawl admit URLs that it has already left
// out.
func TestJoiningSeedsLetIn(t *testing.T) {
	t.Parallel()
	s, asked, gate := twoHosts(t)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	var g errgroup.Group
	g.Go(func() error {
		_, err := e.Crawl(t.Context(), s, nil)
		return err
	})
	<-asked // the start page is committed without its links to b.test
	var joined runreport.Report
	g.Go(func() (err error) {
		more := s
		more.Seeds = []weburl.URL{parsed(t, "http://b.test/1")}
		joined, err = e.Crawl(t.Context(), more, nil)
		return err
	})
	for callers := 0; callers < 2; {
		st, err := e.Status(t.Context())
		if err != nil || st.Crawl == nil {
			t.Fatalf("status: %+v, %v", st, err)
		}
		callers = st.Crawl.Callers
	}
	close(gate)
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := joined.Counts; n[aranea.CountFetched] != 4 || n[aranea.CountExcluded] != 0 {
		t.Errorf("%d fetched, %d excluded; want all four pages", n[aranea.CountFetched], n[aranea.CountExcluded])
	}
}
