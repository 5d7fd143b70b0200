package engine

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// TestCrawlThatDidNotBegin checks that a crawl that is refused before it begins is not reported
// as interrupted, neither by its owner nor by the next one, and that the end of the crawl before
// it still is reported.
func TestCrawlThatDidNotBegin(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := &asker{Handler: slog.DiscardHandler, message: "crawl begins", ask: func() {}}
	e, err := Open(t.Context(), dir, Options{Create: true, Logger: slog.New(a)})
	if err != nil {
		t.Fatal(err)
	}
	closing := func(is bool) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.closing = is
	}
	last := func(e *Engine) *lastcrawl.Crawl {
		st, err := e.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return st.Last
	}
	set := servicetest.Settings(servicetest.NewSite(t))
	r, err := e.Crawl(t.Context(), set, nil)
	first := last(e)
	if err != nil || first == nil || first.Why != r.Why || first.Ended.IsZero() {
		t.Fatalf("%+v, %v, is told as %+v", r, err, first)
	}
	a.ask = func() { closing(true) }
	_, err = e.Crawl(t.Context(), set, nil)
	if closing(false); err == nil || !first.Same(last(e)) {
		t.Errorf("%v, of a crawl that did not begin: %+v", err, last(e))
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if again := last(openEngine(t, dir)); !first.Same(again) {
		t.Errorf("in another process: %+v", again)
	}
}
