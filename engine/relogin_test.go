package engine

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestLoginComesBack checks that the pages behind a login wait while that is out of order, are not
// requested as by a stranger, and are requested by the first crawl in which the login succeeds.
func TestLoginComesBack(t *testing.T) {
	t.Parallel()
	site, broken, members := &closedSite{asked: map[string]int{}}, new(atomic.Bool), new(atomic.Int32)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/members/") {
			members.Add(1)
		}
		if broken.Load() && r.URL.Path == "/login" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	site.elsewhere = srv.URL + "/none"
	start, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	s := servicetest.Settings(start)
	s.Secrets = secretsOf(t, srv.URL)
	dir := filepath.Join(t.TempDir(), "data")
	crawled := func() (found int, last runreport.Report) {
		e, err := Open(t.Context(), dir, Options{Version: "test", Create: true})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		last, err = e.Crawl(ctx, s, func(p runreport.Progress) {
			if broken.Load() && !p.Until.IsZero() { // it waits for the next try of the login
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(t.Context(), search.Request{Query: "chimera", Access: []string{search.AllAccess}})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		return r.Total, last
	}
	broken.Store(true)
	if found, r := crawled(); found != 0 || members.Load() > 0 {
		t.Errorf("%d pages found, %d requests of them, %s: %s", found, members.Load(), r.Verdict, r.Why)
	}
	broken.Store(false)
	if found, r := crawled(); found != 2 {
		t.Errorf("then %d pages found, %s: %s", found, r.Verdict, r.Why)
	}
}
