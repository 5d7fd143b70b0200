package engine

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// countedSite serves one page and counts the requests.
func countedSite(t *testing.T) (site weburl.URL, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte("<title>Page</title><p>Words of silk."))
	}))
	t.Cleanup(srv.Close)
	return parsed(t, srv.URL+"/"), asked
}

// owner is like openEngine for a folder that the test closes itself.
func owner(t *testing.T, dir string, logger *slog.Logger) *Engine {
	t.Helper()
	e, err := Open(t.Context(), dir, Options{Version: "test", Create: true, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// orderedIn reads the orders for all crawls that are stored in a folder.
func orderedIn(dir string) (halt.State, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return halt.State{}, err
	}
	o, _, err := optionsfile.Read(dir, folder)
	return o.Halt, err
}

func give(t *testing.T, s service.Service, d service.Deed) service.Steered {
	t.Helper()
	done, err := s.Steer(t.Context(), service.Order{Deed: d})
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	return done
}

// TestStopOutlivesTheOwner checks that a crawl requested before an order to stop is ended by
// every later owner without a request, and that a later crawl is not, and ends the stop.
func TestStopOutlivesTheOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	site, asked := countedSite(t)
	set := servicetest.Settings(site)
	var before halt.State // of a folder that does not exist yet
	set.Wish = before.Wish()
	e := owner(t, dir, nil)
	give(t, e, service.Stop)
	for _, turn := range []string{"the owner that was ordered", "the next owner", "after resume"} {
		if turn == "after resume" {
			give(t, e, service.Resume)
		}
		r, err := e.Crawl(t.Context(), set, nil)
		if err != nil || r.Ending != verdict.EndStopped || r.Verdict != verdict.Partial || r.Why == "" || asked.Load() != 0 {
			t.Errorf("%s: %+v, %v, %d requests", turn, r, err, asked.Load())
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		e = owner(t, dir, nil)
	}
	give(t, e, service.Stop)
	set.Wish = ""
	if r, err := e.Crawl(t.Context(), set, nil); err != nil || r.Ending != verdict.EndFinished || asked.Load() == 0 {
		t.Errorf("a later wish: %+v, %v, %d requests", r, err, asked.Load())
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := orderedIn(dir); err != nil || after.Halts() || after == before {
		t.Errorf("the stop lasts: %+v, %v", after, err)
	}
}

// TestPauseOutlivesTheOwner checks that a crawl that begins while crawls are paused waits,
// whoever owns the folder, without any request, not even for a robots file, and goes on when
// resumed.
func TestPauseOutlivesTheOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	site, asked := countedSite(t)
	e := owner(t, dir, nil)
	give(t, e, service.Pause)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir)
	paused, done := make(chan struct{}, 1), make(chan runreport.Report, 1)
	go func() {
		r, err := e.Crawl(t.Context(), servicetest.Settings(site), func(p runreport.Progress) {
			if !p.Paused {
				return
			}
			select {
			case paused <- struct{}{}:
			default:
			}
		})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	<-paused
	if st, err := e.Status(t.Context()); err != nil || st.Crawl == nil || !st.Crawl.Paused || st.Paused.IsZero() {
		t.Errorf("status: %+v, %v", st, err)
	}
	if _, err := e.Claim(t.Context(), site.Origin()); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("a claim: %v", err)
	}
	if asked.Load() != 0 {
		t.Errorf("%d requests while it is paused", asked.Load())
	}
	if s := give(t, e, service.Resume); !s.Crawling || !s.Changed || s.Was.Paused.IsZero() {
		t.Errorf("resumed: %+v", s)
	}
	if r := <-done; r.Ending != verdict.EndFinished || asked.Load() == 0 {
		t.Errorf("%+v, %d requests", r, asked.Load())
	}
}

// TestStopWhileACrawlBegins checks that an order that is given while a crawl begins, which may
// take long, ends the crawl before its first request.
func TestStopWhileACrawlBegins(t *testing.T) {
	t.Parallel()
	a := &asker{Handler: slog.DiscardHandler, message: "visits again"}
	e := owner(t, filepath.Join(t.TempDir(), "data"), slog.New(a))
	site, asked := countedSite(t)
	orders := 0
	a.ask = func() { orders++; give(t, e, service.Stop) }
	r, err := e.Crawl(t.Context(), servicetest.Settings(site), nil)
	if err != nil || r.Ending != verdict.EndStopped || asked.Load() != 0 || orders != 1 {
		t.Errorf("%+v, %v, %d requests, %d orders", r, err, asked.Load(), orders)
	}
	if s := e.halt.Now(); s.Stopped.IsZero() {
		t.Errorf("the crawl that was stopped has ended the stop: %+v", s)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestOrderThatIsNotStored checks that an order that could not be stored is reported, and takes
// effect in the process that received it.
func TestOrderThatIsNotStored(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	site, asked, gate := gatedSite(t)
	defer close(gate)
	done := make(chan runreport.Report, 1)
	go func() {
		r, err := e.Crawl(t.Context(), servicetest.Settings(site), nil)
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	<-asked
	lies, aside := filepath.Join(dir, "options.json"), filepath.Join(t.TempDir(), "options.json")
	if err := os.Rename(lies, aside); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // so that it does not wait
	if s, err := e.Steer(ctx, service.Order{Deed: service.Stop}); aranea.KindOf(err) != aranea.Corrupt || !s.Crawling {
		t.Errorf("%+v, %v", s, err)
	}
	if stopped, _ := e.current().halted(); !stopped {
		t.Error("the crawl goes on")
	}
	gate <- struct{}{}
	<-done
	if err := os.Rename(aside, lies); err != nil {
		t.Fatal(err)
	}
}

// TestLoginsWaitForResume checks that a login of a paused crawl waits and is not refused.
func TestLoginsWaitForResume(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	site, asked := countedSite(t)
	set := servicetest.Settings(site)
	client, err := e.client(&set, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := e.remember(&set, e.byReaders()); err != nil { // as a crawl does
		t.Fatal(err)
	}
	j := &job{client: client, resumed: make(chan struct{})}
	e.halt.Change(func(s halt.State) halt.State { return s.After(halt.Pause, "", e.opt.Now()) })
	ask := e.askForJob(j)
	gaveUp, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ask(gaveUp, credentials.Ask{URL: site}); aranea.KindOf(err) == aranea.Denied || asked.Load() != 0 {
		t.Errorf("while it is paused: %v, %d requests", err, asked.Load())
	}
	answered := make(chan error, 1)
	go func() {
		_, err := ask(t.Context(), credentials.Ask{URL: site})
		answered <- err
	}()
	e.halt.Change(func(s halt.State) halt.State { return s.After(halt.Resume, "", e.opt.Now()) })
	close(j.resumed)
	if err := <-answered; err != nil || asked.Load() != 1 {
		t.Errorf("when it was resumed: %v, %d requests", err, asked.Load())
	}
}

// TestRepeatedOrderIsStored checks that an order that could not be stored is stored when it is
// repeated, or when settings are stored later.
func TestRepeatedOrderIsStored(t *testing.T) {
	t.Parallel()
	for _, later := range []string{"the order again", "settings"} {
		t.Run(later, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			e := openEngine(t, dir)
			allow := servicetest.RefuseWrites(t, dir)
			for range 2 {
				if s, err := e.Steer(t.Context(), service.Order{Deed: service.Pause}); err == nil {
					t.Errorf("nothing can be stored, and it is answered: %+v", s)
				}
			}
			if _, err := e.Claim(t.Context(), servicetest.Settings(servicetest.NewSite(t)).Seeds[0].Origin()); aranea.KindOf(err) != aranea.Denied {
				t.Errorf("it does not hold: %v", err)
			}
			allow()
			if later == "settings" {
				set := service.DefaultSettings()
				if err := e.remember(&set, e.byReaders()); err != nil {
					t.Error(err)
				}
			} else if s := give(t, e, service.Pause); s.Changed {
				t.Errorf("the same order changes it: %+v", s)
			}
			if s, err := orderedIn(dir); err != nil || s.Paused.IsZero() {
				t.Errorf("the folder has %+v, %v", s, err)
			}
		})
	}
}

// TestOrdersWhileTheDiskHangs checks that an order to pause or stop takes effect before it is
// stored.
func TestOrdersWhileTheDiskHangs(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	site, asked, gate := gatedSite(t)
	c := servicetest.Begin(t, e, servicetest.Settings(site))
	<-asked
	j := e.current()
	e.writing <- struct{}{} // a write that never ends
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // so that the order does not wait for it
	if s, err := e.Steer(ctx, service.Order{Deed: service.Pause}); aranea.KindOf(err) != aranea.Canceled || !s.Changed {
		t.Errorf("pause: %+v, %v", s, err)
	}
	if !j.status(e.opt.Now()).Paused {
		t.Error("the crawl is not paused")
	}
	if s, err := e.Steer(ctx, service.Order{Deed: service.Stop}); aranea.KindOf(err) != aranea.Canceled || !s.Changed {
		t.Errorf("stop: %+v, %v", s, err)
	}
	if stopped, _ := j.halted(); !stopped {
		t.Error("the crawl is not stopped")
	}
	<-e.writing
	close(gate)
	c.Stopped(t, "who crawls")
}
