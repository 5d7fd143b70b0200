package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
)

// TestNarrowed checks that the robots fields of a "not modified" answer count (RFC 9110, 15.4.5):
// what they close is not shown any more after the crawl that met them, and the page comes in whole
// once for that, not again with each later visit.
func TestNarrowed(t *testing.T) {
	t.Parallel()
	for field, gone := range map[string]bool{
		"nosnippet": false, "noarchive": false, "max-snippet: 9": false, "unavailable_after: 25 Jun 2099 15:00:00 UTC": false,
		"noindex": true, "unavailable_after: 25 Jun 2010 15:00:00 UTC": true,
	} {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			var narrow atomic.Bool
			var whole, spared atomic.Int32
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("ETag", `"1"`)
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				if narrow.Load() {
					w.Header().Set("X-Robots-Tag", field)
				}
				if r.Header.Get("If-None-Match") != "" {
					spared.Add(1)
					w.WriteHeader(http.StatusNotModified)
					return
				}
				whole.Add(1)
				fmt.Fprint(w, "<html lang=en><title>Diary</title><p>The spider in the cellar has a web of thirty threads.")
			}))
			t.Cleanup(site.Close)
			s := servicetest.Settings(parsed(t, site.URL+"/"))
			e := openEngine(t, filepath.Join(t.TempDir(), "data"))
			run := func(wantWhole, wantSpared int32) []search.Result {
				t.Helper()
				if _, err := e.Crawl(t.Context(), s, nil); err != nil {
					t.Fatal(err)
				}
				if whole.Load() != wantWhole || spared.Load() != wantSpared {
					t.Errorf("%d answers in whole, %d not modified; want %d and %d", whole.Load(), spared.Load(), wantWhole, wantSpared)
				}
				r, err := e.Search(t.Context(), search.Request{Query: "spider"})
				if err != nil {
					t.Fatal(err)
				}
				return r.Results
			}
			before := run(1, 0)
			if len(before) != 1 || before[0].Snippet == "" {
				t.Fatalf("before: %+v", before)
			}
			s.Refresh = "all"
			run(1, 1)
			narrow.Store(true)
			if gone {
				if after := run(1, 2); len(after) != 0 {
					t.Errorf("it is still found: %+v", after)
				}
				return
			}
			after := run(2, 2)
			if len(after) != 1 || len(after[0].Snippet) >= len(before[0].Snippet) && field[:1] != "u" {
				t.Errorf("after: %+v, before: %+v", after, before)
			}
			run(2, 3)
			tr, err := e.Explain(t.Context(), site.URL+"/")
			if err != nil || tr.Reason != aranea.IndexAdded.String() {
				t.Errorf("%s, %v", tr.Reason, err)
			}
		})
	}
}
