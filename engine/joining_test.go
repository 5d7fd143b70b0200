package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// TestRefreshOnJoining checks that a crawl that joins another one visits again what it is asked
// to: all pages, or none.
func TestRefreshOnJoining(t *testing.T) {
	t.Parallel()
	for refresh, want := range map[string]int64{"all": 2, "none": 1} {
		t.Run(refresh, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int64
			held, gate := make(chan struct{}), make(chan struct{})
			var first sync.Once
			mux := http.NewServeMux()
			mux.HandleFunc("/old", func(w http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				fmt.Fprint(w, "<p>A page about silk.")
			})
			mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) {
				first.Do(func() { close(held) })
				<-gate
				fmt.Fprint(w, "<p>A page about webs.")
			})
			srv := httptest.NewServer(mux)
			t.Cleanup(srv.Close)
			var seeds [2]weburl.URL
			for i, path := range []string{"/old", "/new"} {
				var err error
				if seeds[i], err = weburl.Parse(srv.URL + path); err != nil {
					t.Fatal(err)
				}
			}
			e := openEngine(t, filepath.Join(t.TempDir(), "data"))
			if _, err := e.Crawl(t.Context(), servicetest.Settings(seeds[0]), nil); err != nil {
				t.Fatal(err)
			}
			var crawls sync.WaitGroup
			begin := func(refresh string) {
				crawls.Go(func() {
					s := servicetest.Settings(seeds[1])
					s.Refresh = refresh
					if _, err := e.Crawl(t.Context(), s, nil); err != nil {
						t.Error(err)
					}
				})
			}
			begin("none")
			<-held
			begin(refresh)
			for !hasJoined(e) {
				if _, err := e.Status(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			close(gate)
			crawls.Wait()
			if n := asked.Load(); n != want {
				t.Errorf("a page of an earlier crawl was requested %d times, want %d", n, want)
			}
		})
	}
}

// hasJoined reports whether a crawl has joined the current one, with all that it asks for.
func hasJoined(e *Engine) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.job == nil || e.job.joined
}
