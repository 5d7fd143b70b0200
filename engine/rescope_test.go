package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestOtherDepth: a crawl that goes on with another depth visits what an earlier
// one left out as too deep, and leaves out what is in the queue and too deep now.
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
		{5, 5, 5, 0, 1}, // the page limit leaves /5
		{4, 0, 5, 1, 0},
		{0, 0, 8, 0, 0},
	} {
		s := siteSettings(seed)
		s.Depth, s.MaxPages, s.Refresh = step.depth, uint64(step.pages), "none"
		r, err := e.Crawl(t.Context(), s, nil)
		n := r.Counts
		if err != nil || n[aranea.CountFetched] != step.fetched || n[aranea.CountExcluded] != step.excluded || n[aranea.CountQueued] != step.waiting {
			t.Errorf("depth %d: %d fetched, %d excluded, %d queued, %v; want %+v", step.depth, n[aranea.CountFetched], n[aranea.CountExcluded], n[aranea.CountQueued], err, step)
		}
	}
}

// chainPage is a page that links to the next one.
func chainPage(w http.ResponseWriter, i int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	next := ""
	if i < 7 {
		next = fmt.Sprintf(`<a href="/%d">next</a>`, i+1)
	}
	fmt.Fprintf(w, "<html lang=en><title>Page %d</title><p>These are the words of number%d.</p>%s", i, i, next)
}
