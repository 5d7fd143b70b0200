package engine

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/schedule"
)

// TestRestOfCopy: from a copy of a folder no request leaves before the delays are over that the original
// may have begun since, whoever asks for it, and also after the first crawl of the copy was killed.
func TestRestOfCopy(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(srv.Close)
	seed := parsed(t, srv.URL+"/")
	set := servicetest.Settings(seed)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), set, nil); err != nil || asked.Load() == 0 {
		t.Fatal(asked.Load(), err)
	}
	set.Delay, set.Refresh = time.Second, "all"
	dir := filepath.Join(t.TempDir(), "copy")
	if _, err := e.Backup(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	asked.Store(0)
	began := time.Now()
	copied, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := cooldown.Read(dir); err != nil || m.Copied.IsZero() || !m.Until.IsZero() {
		t.Fatalf("mark %+v, %v", m, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	waits := make(chan struct{})
	go func() {
		for copied.rest.Until().Before(began.Add(schedule.MaxCrawlDelay)) {
			if ctx.Err() != nil {
				return
			}
		}
		close(waits)
	}()
	done := make(chan error, 1)
	go func() { _, err := copied.Crawl(ctx, set, nil); done <- err }()
	<-waits
	if _, err := copied.Claim(t.Context(), seed.Origin()); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("a claim: %v", err)
	}
	stop()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if m, err := cooldown.Read(dir); err != nil || m.Until.Before(began.Add(schedule.MaxCrawlDelay)) {
		t.Errorf("after the crawl: mark %+v, %v", m, err)
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	again := openEngine(t, dir)
	if until := again.rest.Until(); until.Before(began.Add(schedule.MaxCrawlDelay)) {
		t.Errorf("opened again: until %s", until)
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests", n)
	}
}
