package engine

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/weburl"
)

// A gatedSite answers for its page when the gate is open.
func gatedSite(t *testing.T) (site weburl.URL, asked, gate chan struct{}) {
	t.Helper()
	asked, gate = make(chan struct{}), make(chan struct{})
	var first sync.Once
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		first.Do(func() { close(asked) })
		select {
		case <-gate:
		case <-r.Context().Done():
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>A page about silk.")
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	u, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	return u, asked, gate
}

// A crawl that was stopped is not joined while it ends: who comes then gets a
// crawl of their own, and not the report of one that somebody stopped.
func TestStoppedCrawlIsNotJoined(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	site, asked, gate := gatedSite(t)
	reports := make(chan crawl.Report, 2)
	begin := func() {
		r, err := e.Crawl(t.Context(), siteSettings(site), nil)
		if err != nil {
			t.Error(err)
		}
		reports <- r
	}
	go begin()
	<-asked
	e.current().stop()
	go begin()
	for len(e.entering) == 0 { // until the second has come
		if t.Context().Err() != nil {
			t.Fatal("the second crawl never came")
		}
	}
	close(gate)
	if r := <-reports; r.Ending != crawl.EndStopped {
		t.Errorf("the first ended by %v, want stopped", r.Ending)
	}
	if r := <-reports; r.Ending != crawl.EndFinished {
		t.Errorf("the second ended by %v, want finished", r.Ending)
	}
}

// An asker asks the engine when something is logged.
type asker struct {
	slog.Handler
	message string
	ask     func()
}

func (a *asker) Handle(_ context.Context, r slog.Record) error {
	if r.Message == a.message {
		a.ask()
	}
	return nil
}

func (a *asker) Enabled(context.Context, slog.Level) bool { return true }

// While a crawl begins, which may queue a million pages again, everything else is
// answered.
func TestQuestionsWhileACrawlBegins(t *testing.T) {
	t.Parallel()
	a := &asker{Handler: slog.DiscardHandler, message: "visits again"}
	e, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true, Logger: slog.New(a)})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	a.ask = func() {
		asked++
		if st, err := e.Status(t.Context()); err != nil || st.Crawl != nil {
			t.Errorf("status: %+v, %v", st.Crawl, err)
		}
	}
	if _, err := e.Crawl(t.Context(), siteSettings(newSite(t)), nil); err != nil || asked != 1 {
		t.Errorf("crawl: %v, asked %d times", err, asked)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// A caller who cannot wait for another to enter gives up.
func TestEnteringIsGivenUp(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	e.entering <- struct{}{}
	defer func() { <-e.entering }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := e.Crawl(ctx, siteSettings(newSite(t)), nil); err == nil {
		t.Errorf("report %+v", r)
	}
}
