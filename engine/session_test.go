package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

func join(t *testing.T, dir string) *Session {
	t.Helper()
	s, err := Join(t.Context(), dir, Options{Version: "test", Create: true})
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
	if _, err := b.Crawl(t.Context(), siteSettings(newSite(t)), nil); err != nil {
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
	set := siteSettings(newSite(t))
	set.Delay = 100 * time.Millisecond
	began := make(chan struct{})
	var once sync.Once
	done := make(chan crawl.Report)
	go func() {
		r, err := b.Crawl(t.Context(), set, func(crawl.Progress) { once.Do(func() { close(began) }) })
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
	first, second := siteSettings(newSite(t)), siteSettings(newSite(t))
	first.Delay, second.Delay = 100*time.Millisecond, 100*time.Millisecond
	began := make(chan struct{})
	var once sync.Once
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := a.Crawl(ctx, first, func(crawl.Progress) { once.Do(func() { close(began) }) })
		left <- err
	}()
	<-began
	other := second
	other.Scope = "any"
	if _, err := b.Crawl(t.Context(), other, nil); aranea.KindOf(err) != aranea.Denied || !IsOtherCrawl(err) || !strings.Contains(err.Error(), "scope") {
		t.Errorf("crawl with another scope: %v, want a refusal that names it", err)
	}
	joined := make(chan crawl.Report)
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
		set := siteSettings(newSite(t))
		set.Delay = 200 * time.Millisecond
		ctx, leave := context.WithCancel(t.Context())
		r, err := s.Crawl(ctx, set, func(crawl.Progress) { leave() })
		if err != nil || r.Ending != verdict.EndStopped {
			t.Errorf("report of a caller who left: %+v, %v", r, err)
		}
	}
}

// TestSocketOfDeadOwner checks that the socket of a dead owner is replaced, and that a socket
// without access is reported.
func TestSocketOfDeadOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	path, err := e.folder.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket: %v, %v; want rights 0600", info.Mode(), err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(t.Context(), dir); !errors.Is(err, wire.ErrGone) {
		t.Errorf("dial a dead socket: %v", err)
	}
	openEngine(t, dir)
	c, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// TestNoFolder checks that a missing folder is not created by asking.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "nothing")
	if _, err := Join(t.Context(), dir, Options{}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("join: %v, want kind not found", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}

// TestOwnerOfOtherVersion checks that an owner with another version of the API is reported as
// such.
func TestOwnerOfOtherVersion(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	mux := newRoutes()
	get(mux, "hello", nothing, func(_ context.Context, _ struct{}) (hello, error) { return hello{API: 99, Version: "9.9", PID: 7}, nil })
	serveWith(t, e, mux)
	if _, err := Dial(t.Context(), dir); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "9.9") {
		t.Errorf("dial: %v, want an error that names version 9.9", err)
	}
}

// TestManyCallers checks that a caller who does not read its list blocks nobody, and that a
// thousand callers are served, however long the last of them waits.
func TestManyCallers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	path, err := e.folder.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	idle, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = idle.Close() }()
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			c, err := Dial(t.Context(), dir)
			for errors.Is(err, wire.ErrGone) { // it was not accepted within dialPatience
				c, err = Dial(t.Context(), dir)
			}
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			if _, err := c.Docs(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestWaitingForAnOwner checks that callers can stop waiting for an owner that does not answer.
func TestWaitingForAnOwner(t *testing.T) {
	t.Parallel()
	s := newSession(filepath.Join(t.TempDir(), "data"), Options{})
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

// serveWith serves the control socket of an owner with h.
func serveWith(t *testing.T, e *Engine, h http.Handler) {
	t.Helper()
	err := e.socket.Shutdown(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if e.socket, err = Listen(t.Context(), e.folder, h, e.opt.Logger); err != nil {
		t.Fatal(err)
	}
}

// owned returns a session with an owner that has only the given routes.
func owned(t *testing.T, route func(*http.ServeMux)) *Session {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	mux, calls := http.NewServeMux(), newRoutes()
	get(calls, "hello", nothing, func(_ context.Context, _ struct{}) (hello, error) { return hello{API: apiVersion}, nil })
	mux.Handle("/", calls)
	route(mux)
	serveWith(t, e, mux)
	return join(t, dir)
}

// TestAnswersWithoutSense checks that an invalid answer is an error, one for which the owner has no route is
// a matter of versions, and that the call is not repeated forever.
func TestAnswersWithoutSense(t *testing.T) {
	t.Parallel()
	s := owned(t, func(mux *http.ServeMux) {
		mux.HandleFunc(apiRoot+"stats", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`"none"`)) })
		mux.HandleFunc(apiRoot+"hosts", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("7\n")) })
	})
	if _, err := s.Docs(t.Context()); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a missing route: %v", err)
	}
	_, stats := s.Stats(t.Context())
	for name, err := range map[string]error{"stats": stats, "hosts": first(s.Hosts(t.Context(), HostFilter{}))} {
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
		mux.HandleFunc(apiRoot+"hosts", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("{\"origin\":\"http://a.test\"}\n{\"origin\":\"http://b."))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		})
	})
	seen := 0
	var last error
	for h, err := range s.Hosts(t.Context(), HostFilter{}) {
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

// TestCallsAreWaitedFor checks that a call that is still in progress when the folder is closed
// is canceled, and that what it reads is closed after its end.
func TestCallsAreWaitedFor(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	e.patience = time.Millisecond
	begun := make(chan struct{})
	var ended atomic.Bool
	serveWith(t, e, e.counted(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		ended.Store(true)
	})))
	path, err := e.folder.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHost: owner\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := e.Close(); err != nil || !ended.Load() {
		t.Errorf("close: %v, the call had ended: %t", err, ended.Load())
	}
	if e.beginCall() {
		t.Error("a call begins although the folder was given up")
	}
}

// TestCallsInThisProcessAreWaitedFor checks that a call in this process that is still in
// progress when the session is closed is canceled, and that what it reads is closed after its
// end.
func TestCallsInThisProcessAreWaitedFor(t *testing.T) {
	t.Parallel()
	s, err := Join(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	e := s.now.(*Engine)
	e.patience = time.Millisecond
	begun, done := make(chan struct{}), make(chan error, 1)
	var ended atomic.Bool
	go func() {
		_, err := ask(t.Context(), s, func(ctx context.Context, _ Service) (struct{}, error) {
			close(begun)
			<-ctx.Done()
			_, err := e.Docs(context.WithoutCancel(ctx)) // what it reads is still open
			ended.Store(err == nil)
			return struct{}{}, context.Cause(ctx)
		})
		done <- err
	}()
	<-begun
	if err := s.Close(); err != nil || !ended.Load() {
		t.Errorf("close: %v, the call had ended: %t", err, ended.Load())
	}
	if err := <-done; !errors.Is(err, wire.ErrClosing) {
		t.Errorf("the call: %v, want that the owner ends", err)
	}
	if _, _, ok := e.Hold(t.Context()); ok {
		t.Error("a call begins although the folder was given up")
	}
	for _, err := range s.Hosts(t.Context(), HostFilter{}) {
		if !errors.Is(err, errEnded) {
			t.Errorf("a list of a closed session: %v", err)
		}
	}
}

// TestCallWithoutItsBody checks that a caller who announces a body and never sends it is
// disconnected.
func TestCallWithoutItsBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		far, near := net.Pipe()
		srv := &http.Server{Handler: whole(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			t.Error("the call began")
		}))}
		served := make(chan error)
		go func() { served <- srv.Serve(&oneConn{conn: far, closed: make(chan struct{})}) }()
		go func() {
			_, _ = near.Write([]byte("POST /api/v1/remove HTTP/1.1\r\nHost: owner\r\nContent-Length: 9\r\n\r\n{"))
		}()
		begun := time.Now()
		r, err := http.ReadResponse(bufio.NewReader(near), nil)
		if err != nil || r.StatusCode != http.StatusBadRequest || time.Since(begun) != bodyPatience {
			t.Errorf("after %v: %+v, %v", time.Since(begun), r, err)
		}
		_ = near.Close()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		<-served
	})
}

// TestLongListsOfSeeds checks that an owner reads lists of seeds that are longer than other
// requests, and that longer ones are refused with their number before they are sent.
func TestLongListsOfSeeds(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	openEngine(t, dir)
	c, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	long, err := weburl.Parse("http://a.test/" + strings.Repeat("a", weburl.MaxLength-100))
	if err != nil {
		t.Fatal(err)
	}
	s := siteSettings(slices.Repeat([]weburl.URL{long}, maxRequest/len(long.String())+1)...)
	s.Dialect = "klingon"
	if _, err := c.Crawl(t.Context(), s, nil); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "klingon") {
		t.Errorf("%d seeds: %v, want a refusal of the dialect", len(s.Seeds), err)
	}
	s.Seeds = slices.Repeat([]weburl.URL{long}, maxSeeds/len(long.String()))
	s.Dialect = DefaultSettings().Dialect
	if _, err := c.Crawl(t.Context(), s, nil); aranea.KindOf(err) != aranea.Limit || !strings.Contains(err.Error(), fmt.Sprint(len(s.Seeds))) {
		t.Errorf("%d seeds: %v, want a refusal that names their number", len(s.Seeds), err)
	}
}

// A oneConn is a listener for one connection.
type oneConn struct {
	conn   net.Conn
	closed chan struct{}
}

func (l *oneConn) Accept() (net.Conn, error) {
	if c := l.conn; c != nil {
		l.conn = nil
		return c, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error   { close(l.closed); return nil }
func (l *oneConn) Addr() net.Addr { return &net.UnixAddr{} }

// TestKnownURLsAreStored checks that the next owner need not rebuild the set of known URLs from
// all entries.
func TestKnownURLsAreStored(t *testing.T) {
	t.Parallel()
	made := crawlSite(t, filepath.Join(t.TempDir(), "data"))
	kv, err := pebblestore.Open(made.FrontierDir(), pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Get([]byte(record.KeySeen)); err != nil {
		t.Errorf("the set of known URLs: %v", err)
	}
	if err := kv.Close(); err != nil {
		t.Error(err)
	}
}
