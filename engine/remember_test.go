package engine

import (
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/render"
)

// emptyBrowser renders empty pages.
type emptyBrowser struct{}

func (emptyBrowser) Render(context.Context, render.Page, render.Source) (render.Result, error) {
	return render.Result{}, nil
}

func (emptyBrowser) Tabs() int { return 1 }

// costOf returns the cost of browsers stored in a folder.
func costOf(t *testing.T, e *Engine) rendering.Cost {
	t.Helper()
	text, err := e.folder.ReadOptions()
	if err != nil {
		t.Fatal(err)
	}
	o, err := optionsfile.Decode(e.dir, text)
	if err != nil {
		t.Fatal(err)
	}
	return o.Rendered
}

// TestCloseWaitsForTheCost checks that a crawl does not end until the cost of its browsers is
// stored, that Close waits for that, and that the sum never decreases.
func TestCloseWaitsForTheCost(t *testing.T) {
	t.Parallel()
	a := &asker{Handler: slog.DiscardHandler, message: "links ranked"}
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true, Logger: slog.New(a)})
	if err != nil {
		t.Fatal(err)
	}
	spent, ranked := rendering.Cost{Pages: 1}, make(chan struct{})
	a.ask = func() { // the crawl has read its last page
		room := rendering.New(rendering.Options{Renderer: emptyBrowser{}})
		if _, err := room.Render(t.Context(), rendering.Visit{Fetched: &aranea.Fetched{}}); err != nil {
			t.Error(err)
		}
		e.mu.Lock()
		e.job.room = room
		e.mu.Unlock()
		e.writing <- struct{}{} // another caller writes settings
		close(ranked)
	}
	set := servicetest.Settings(servicetest.NewSite(t))
	crawled, closed := make(chan struct{}), make(chan error, 1)
	go func() {
		_, _ = e.Crawl(t.Context(), set, nil) // it may return that the engine closes
		close(crawled)
	}()
	<-ranked
	go func() { closed <- e.Close() }()
	for !e.isClosing() {
		runtime.Gosched()
	}
	for range 1000 {
		runtime.Gosched()
		if e.current() == nil {
			t.Fatal("the crawl is over, and its cost is not stored")
		}
	}
	if got := e.rendered(); got != spent {
		t.Errorf("it cost %+v before it was stored", got)
	}
	<-e.writing
	<-crawled
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if got := e.rendered(); got != spent {
		t.Errorf("it cost %+v behind the crawl", got)
	}
	e = openEngine(t, dir)
	if got := e.rendered(); got != spent || costOf(t, e) != spent {
		t.Errorf("it cost %+v in another process", got)
	}
}

// TestCostOfEarlierCrawls checks that a sum that cannot be read counts as damage and is not
// overwritten, and that one that can be read survives new settings.
func TestCostOfEarlierCrawls(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	spent, set := rendering.Cost{Pages: 7, Bytes: 9}, service.DefaultSettings()
	e.spent = spent
	if err := e.remember(&set, e.byReaders()); err != nil || costOf(t, e) != spent {
		t.Errorf("%+v, %v", costOf(t, e), err)
	}
	if err := e.folder.WriteOptions([]byte(`{"rendered": "much"}`)); err != nil {
		t.Fatal(err)
	}
	if err := e.keepSums(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("stored over what is damaged: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if e, err := Open(t.Context(), dir, Options{}); aranea.KindOf(err) != aranea.Corrupt {
		t.Fatalf("opened (%t): %v", e != nil, err)
	}
	if faults := servicetest.Gather(t, CheckBroken(t.Context(), dir, Options{}, true)); len(faults) != 1 || !faults[0].Repaired {
		t.Errorf("%+v", faults)
	}
	if got := openEngine(t, dir).rendered(); got != (rendering.Cost{}) {
		t.Errorf("it cost %+v", got)
	}
}
