package session

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

func join(t *testing.T, dir string) *Session {
	t.Helper()
	s, err := Join(t.Context(), dir, engine.Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// TestSessionTakesOver checks that the first process owns the folder, that the next call of
// another one takes over when it ends, and that nothing is lost.
func TestSessionTakesOver(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b, c := join(t, dir), join(t, dir), join(t, dir)
	if !a.Owner() || b.Owner() || c.Owner() {
		t.Fatalf("owners: %t, %t, %t; want the first", a.Owner(), b.Owner(), c.Owner())
	}
	if _, err := b.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil); err != nil {
		t.Fatal(err)
	}
	found := func(s *Session) {
		t.Helper()
		if r, err := s.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
			t.Errorf("found %d, %v; want 4", r.Total, err)
		}
	}
	found(c)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	found(c)
	if !c.Owner() {
		t.Error("who asked first after the owner's end did not take over")
	}
	found(b)
	if b.Owner() {
		t.Error("two owners")
	}
}

// TestCrawlGoesOnWithoutItsOwner checks that a caller continues its crawl itself if the process
// that ran it ends.
func TestCrawlGoesOnWithoutItsOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := join(t, dir), join(t, dir)
	set := servicetest.Settings(servicetest.NewSite(t))
	set.Delay = 100 * time.Millisecond
	began := make(chan struct{})
	var once sync.Once
	done := make(chan runreport.Report)
	go func() {
		r, err := b.Crawl(t.Context(), set, func(runreport.Progress) { once.Do(func() { close(began) }) })
		if err != nil {
			t.Errorf("crawl: %v", err)
		}
		done <- r
	}()
	<-began
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	r := <-done
	if r.Ending != verdict.EndFinished || r.Counts[aranea.CountIndexed] != 5 {
		t.Errorf("report: %+v", r)
	}
	if !b.Owner() {
		t.Error("the caller did not take over")
	}
}

// TestJoinAndLeave checks that two callers share one crawl, and that it does not end when one of
// them leaves.
func TestJoinAndLeave(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := join(t, dir), join(t, dir)
	first, second := servicetest.Settings(servicetest.NewSite(t)), servicetest.Settings(servicetest.NewSite(t))
	first.Delay, second.Delay = 100*time.Millisecond, 100*time.Millisecond
	began := make(chan struct{})
	var once sync.Once
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := a.Crawl(ctx, first, func(runreport.Progress) { once.Do(func() { close(began) }) })
		left <- err
	}()
	<-began
	other := second
	other.Scope = "any"
	if _, err := b.Crawl(t.Context(), other, nil); aranea.KindOf(err) != aranea.Denied || !service.IsOtherCrawl(err) || !strings.Contains(err.Error(), "scope") {
		t.Errorf("crawl with another scope: %v, want a refusal that names it", err)
	}
	joined := make(chan runreport.Report)
	go func() {
		r, err := b.Crawl(t.Context(), second, nil)
		if err != nil {
			t.Errorf("second crawl: %v", err)
		}
		joined <- r
	}()
	for callers := 0; callers < 2; {
		st, err := a.Status(t.Context())
		if err != nil || st.Crawl == nil {
			t.Fatalf("status: %+v, %v", st, err)
		}
		callers = st.Crawl.Callers
	}
	leave()
	if err := <-left; aranea.KindOf(err) != aranea.Canceled {
		t.Errorf("who left got %v, want kind canceled", err)
	}
	if r := <-joined; r.Ending != verdict.EndFinished || r.Counts[aranea.CountFetched] != 10 {
		t.Errorf("report: %+v; want both sites", r)
	}
}

// TestLastCallerStops checks that the only caller of a crawl gets the report of what was done
// when it leaves.
func TestLastCallerStops(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a, b := join(t, dir), join(t, dir)
	for _, s := range []*Session{a, b} {
		set := servicetest.Settings(servicetest.NewSite(t))
		set.Delay = 200 * time.Millisecond
		ctx, leave := context.WithCancel(t.Context())
		r, err := s.Crawl(ctx, set, func(runreport.Progress) { leave() })
		if err != nil || r.Ending != verdict.EndStopped {
			t.Errorf("report of a caller who left: %+v, %v", r, err)
		}
	}
}

// TestNoFolder checks that a missing folder is not created by asking.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "nothing")
	if _, err := Join(t.Context(), dir, engine.Options{}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("join: %v, want kind not found", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}

// TestWaitingForAnOwner checks that callers can stop waiting for an owner that does not answer.
func TestWaitingForAnOwner(t *testing.T) {
	t.Parallel()
	s := newSession(filepath.Join(t.TempDir(), "data"), engine.Options{})
	s.finding <- struct{}{} // another caller looks for the owner
	defer func() { <-s.finding }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Status(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("status: %v, want canceled", err)
	}
	if s.Owner() {
		t.Error("it owns a folder")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// owned returns a session with an owner that has only the given routes.
func owned(t *testing.T, route func(*http.ServeMux)) *Session {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	folder, err := store.OpenFolder(dir, store.Holder{})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"api":1}`)) })
	route(mux)
	socket, err := api.Listen(t.Context(), folder, mux, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(socket.Shutdown(context.Background()), folder.Close()); err != nil {
			t.Error(err)
		}
	})
	return join(t, dir)
}

// TestAnswersWithoutSense checks that an invalid answer is an error, one for which the owner has no route is
// a matter of versions, and that the call is not repeated forever.
func TestAnswersWithoutSense(t *testing.T) {
	t.Parallel()
	s := owned(t, func(mux *http.ServeMux) {
		mux.HandleFunc("/api/v1/stats", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`"none"`)) })
		mux.HandleFunc("/api/v1/hosts", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("7\n")) })
	})
	if _, err := s.Docs(t.Context()); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a missing route: %v", err)
	}
	_, stats := s.Stats(t.Context())
	for name, err := range map[string]error{"stats": stats, "hosts": servicetest.First(s.Hosts(t.Context(), service.HostFilter{}))} {
		if aranea.KindOf(err) != aranea.Internal || errors.Is(err, wire.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCutLine checks that a list that ends in the middle of a line ends with an error, without
// that line.
func TestCutLine(t *testing.T) {
	t.Parallel()
	s := owned(t, func(mux *http.ServeMux) {
		mux.HandleFunc("/api/v1/hosts", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("{\"origin\":\"http://a.test\"}\n{\"origin\":\"http://b."))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		})
	})
	seen := 0
	var last error
	for h, err := range s.Hosts(t.Context(), service.HostFilter{}) {
		if last = err; err == nil {
			seen++
			if h.Origin != "http://a.test" {
				t.Errorf("origin %q", h.Origin)
			}
		}
	}
	if seen != 1 || !errors.Is(last, wire.ErrGone) {
		t.Errorf("%d hosts, and %v", seen, last)
	}
}

// TestCallsInThisProcess checks that a call in this process ends when its partner must close, and
// that no call begins once the session is closed.
func TestCallsInThisProcess(t *testing.T) {
	t.Parallel()
	s := join(t, filepath.Join(t.TempDir(), "data"))
	e := s.now.(*engine.Engine)
	p := &cutPartner{Engine: e, ended: make(chan struct{})}
	s.now = p
	_, err := ask(t.Context(), s, func(ctx context.Context, _ service.Service) (struct{}, error) {
		<-ctx.Done()
		return struct{}{}, context.Cause(ctx)
	})
	if !errors.Is(err, wire.ErrClosing) {
		t.Errorf("the call: %v, want that the owner ends", err)
	}
	<-p.ended
	s.now = e
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, err := range s.Hosts(t.Context(), service.HostFilter{}) {
		if !errors.Is(err, errEnded) {
			t.Errorf("a list of a closed session: %v", err)
		}
	}
}

// A cutPartner is an owner that must close as soon as it is called.
type cutPartner struct {
	*engine.Engine
	ended chan struct{}
}

// Hold implements partner.
func (p *cutPartner) Hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	held, cut := context.WithCancelCause(ctx)
	cut(wire.ErrClosing)
	return held, func() { close(p.ended) }, true
}
