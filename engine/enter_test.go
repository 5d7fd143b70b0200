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
	"testing/synctest"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// gatedSite serves a page that is answered when the gate is open.
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

// TestStoppedCrawlIsNotJoined checks that callers do not join a stopped crawl that is ending,
// but get a crawl of their own.
func TestStoppedCrawlIsNotJoined(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	site, asked, gate := gatedSite(t)
	reports := make(chan runreport.Report, 2)
	begin := func(ctx context.Context) {
		r, err := e.Crawl(ctx, servicetest.Settings(site), nil)
		if err != nil {
			t.Error(err)
		}
		reports <- r
	}
	go begin(t.Context())
	<-asked
	e.current().stop()
	second := &waitedFor{Context: t.Context(), times: 1, waits: make(chan struct{})}
	go begin(second)
	<-second.waits // for the end of the first
	close(gate)
	if r := <-reports; r.Ending != verdict.EndStopped {
		t.Errorf("the first ended by %v, want stopped", r.Ending)
	}
	if r := <-reports; r.Ending != verdict.EndFinished {
		t.Errorf("the second ended by %v, want finished", r.Ending)
	}
}

// A waitedFor is a context that reports when Done has been called a number of times.
type waitedFor struct {
	context.Context
	times int
	waits chan struct{}
}

// Done implements context.Context. It is called by one goroutine.
func (w *waitedFor) Done() <-chan struct{} {
	if w.times--; w.times == 0 {
		close(w.waits)
	}
	return w.Context.Done()
}

// TestNoCrawlBeginsBesideWhatNeedsRest checks that no crawl begins during an operation that
// needs index and frontier at rest.
func TestNoCrawlBeginsBesideWhatNeedsRest(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	set := servicetest.Settings(servicetest.NewSite(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := e.atRest(t.Context(), func() error {
		_, err := e.Crawl(ctx, set, nil) // its caller does not wait
		if aranea.KindOf(err) != aranea.Canceled || e.current() != nil {
			t.Errorf("a crawl beside it: %v, under way: %t", err, e.current() != nil)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := e.Crawl(t.Context(), set, nil); err != nil {
		t.Errorf("a crawl behind it: %v", err)
	}
}

// TestRestWhileACrawlGoesOn checks that an operation that needs index and frontier at rest also
// runs when a crawler is replaced by one for late seeds.
func TestRestWhileACrawlGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newEngine("nowhere", Options{})
		site, err := weburl.Parse("http://site.test/")
		if err != nil {
			t.Fatal(err)
		}
		j := &job{settings: servicetest.Settings(site), joined: true}
		first, err := e.newCrawler(j, scope.Rules{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		j.crawler, e.job = first, j
		turn, over := make(chan struct{}), make(chan bool)
		hold := func(c *crawl.Crawler) {
			if err := c.Exclusive(func() error { <-turn; return nil }); err != nil {
				t.Error(err)
			}
		}
		go hold(first)
		synctest.Wait()
		go func() { over <- e.goOn(t.Context(), j) }()
		synctest.Wait()
		if j.spine() != first {
			t.Error("another crawler takes the place of one that is held")
		}
		ran := false
		go func() {
			if err := e.atRest(t.Context(), func() error { ran = true; return nil }); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		turn <- struct{}{}
		if !<-over || j.spine() == first {
			t.Error("the crawl does not go on with another crawler")
		}
		synctest.Wait()
		if !ran {
			t.Error("what waited for the first crawler never ran")
		}
	})
}

// An asker calls the engine when a certain message is logged.
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

// TestQuestionsWhileACrawlBegins checks that other calls are answered while a crawl begins,
// which may queue a million pages again.
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
	if _, err := e.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil); err != nil || asked != 1 {
		t.Errorf("crawl: %v, asked %d times", err, asked)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestEnteringIsGivenUp checks that a caller can stop waiting for another one to enter.
func TestEnteringIsGivenUp(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	e.entering <- struct{}{}
	defer func() { <-e.entering }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := e.Crawl(ctx, servicetest.Settings(servicetest.NewSite(t)), nil); err == nil {
		t.Errorf("report %+v", r)
	}
}
