package engine

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestClosedPagesAreNotFound checks that a robots file that closes a folder hides its pages from
// searches at once, and shows them again when it opens it, and that the log says so, with a
// warning if nothing is left.
func TestClosedPagesAreNotFound(t *testing.T) {
	t.Parallel()
	var rule atomic.Value
	rule.Store("/none")
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "User-agent: *\nDisallow: %s\n", rule.Load())
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>Page</title><p>A spider on %s spins its silk.<a href=/shelf/a>a</a><a href=/shelf/b>b</a>", r.URL.Path)
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	site, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	for i, step := range []struct {
		rule string
		hits int
		log  string
	}{
		{"/none", 3, ""},
		{"/shelf/", 1, "level=INFO msg=\"robots file changed\" origin=" + string(site.Origin()) + " closed=2 opened=0 hidden=2"},
		{"/none", 3, "closed=0 opened=2 hidden=0"},
		{"/", 0, "level=WARN msg=\"robots file closed all pages of an origin that were in the index; they are kept for a while and not found\""},
	} {
		rule.Store(step.rule)
		var log bytes.Buffer
		later := time.Duration(i) * 25 * time.Hour
		e, err := Open(t.Context(), dir, Options{
			Version: "test", Create: true, Now: func() time.Time { return time.Now().Add(later) },
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
			t.Error(err)
		}
		r, err := e.Search(t.Context(), search.Request{Query: "spider"})
		if err != nil || len(r.Results) != step.hits {
			t.Errorf("step %d: %d hits, %v; want %d", i, len(r.Results), err, step.hits)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(log.String(), "robots file c"); told != (step.log != "") || !strings.Contains(log.String(), step.log) {
			t.Errorf("step %d: the log has no %q:\n%s", i, step.log, log.String())
		}
	}
}
