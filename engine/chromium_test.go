//go:build chromium && linux

package engine

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestChromiumRenders checks that, without a browser, a page that needs scripts is reported as
// such, and that a crawl with a browser visits it again, indexes the rendered page, and reports
// the cost.
func TestChromiumRenders(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<title>Tides</title><div id=root></div><noscript>scripts are off</noscript><script src=/app.js></script>`))
	})
	mux.HandleFunc("/app.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(`root.innerHTML = "<p>The cormorant tide reaches the quay at six in the morning.</p>"`))
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	seed, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	s := servicetest.Settings(seed)
	if r, err := e.Crawl(t.Context(), s, nil); err != nil || r.Rendering.Pages != 0 {
		t.Fatalf("without a browser: %+v, %v", r.Rendering, err)
	}
	if entry, _, err := e.frontier.EntryByID(seed.ID()); err != nil || entry.Reason != aranea.IndexScript {
		t.Errorf("without a browser: %s, %v", entry.Reason, err)
	}
	s.Render = "chromium"
	r, err := e.Crawl(t.Context(), s, nil)
	if err != nil || r.Rendering.Pages != 1 || r.Rendering.Requests != 1 || r.Rendering.Took == 0 {
		t.Fatalf("with a browser: %+v, %v", r.Rendering, err)
	}
	for query, want := range map[string]int{"cormorant": 1, "off": 0} {
		if got, err := e.Search(t.Context(), search.Request{Query: query}); err != nil || got.Total != want {
			t.Errorf("%s: %d, %v", query, got.Total, err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir)
	st, err := e.Stats(t.Context())
	if err != nil || st.Rendering != r.Rendering || runtime.GOOS == "linux" && st.Rendering.CPU <= 0 {
		t.Errorf("of all crawls: %+v, %v; want %+v", st.Rendering, err, r.Rendering)
	}
	s.Refresh = "all"
	if r, err = e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	if now, err := e.Status(t.Context()); err != nil || now.Rendering != st.Rendering.Add(r.Rendering) || now.Rendering.Pages != 2 {
		t.Errorf("of all crawls: %+v, %v; want what was and %+v", now.Rendering, err, r.Rendering)
	}
}
