package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A fake is an owner with nothing in its folder.
type fake struct{ service.Service }

// Docs implements service.Service.
func (fake) Docs(context.Context) (int, error) { return 0, nil }

// Complete implements service.Service.
func (fake) Complete(context.Context, search.Request) (search.Completions, error) {
	return search.Completions{Completions: []autocomplete.Completion{}}, nil
}

// Crawl implements service.Service. It only checks the settings.
func (fake) Crawl(_ context.Context, s service.Settings, _ func(runreport.Progress)) (runreport.Report, error) {
	return runreport.Report{}, s.Validate()
}

// serve serves the control socket of a folder until end is called, or the test ends.
func serve(t *testing.T, dir string, h http.Handler) (path string, end func()) {
	t.Helper()
	folder, err := store.OpenFolder(dir, store.Holder{})
	if err != nil {
		t.Fatal(err)
	}
	if path, err = folder.ControlPath(); err != nil {
		t.Fatal(err)
	}
	socket, err := Listen(t.Context(), folder, h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		if err := errors.Join(socket.Shutdown(context.Background()), folder.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return path, end
}

// TestSocketOfDeadOwner checks that the socket of a dead owner is replaced, and that a socket
// without access is reported.
func TestSocketOfDeadOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	path, end := serve(t, dir, Control(fake{}, "test"))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket: %v, %v; want rights 0600", info.Mode(), err)
	}
	end()
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
	serve(t, dir, Control(fake{}, "test"))
	c, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// TestOwnerOfOtherVersion checks that an owner with another version of the API is reported as
// such.
func TestOwnerOfOtherVersion(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	mux := newRoutes()
	get(mux, "hello", nothing, func(_ context.Context, _ struct{}) (hello, error) { return hello{API: 99, Version: "9.9", PID: 7}, nil })
	serve(t, dir, mux)
	if _, err := Dial(t.Context(), dir); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "9.9") {
		t.Errorf("dial: %v, want an error that names version 9.9", err)
	}
}

// TestManyCallers checks that a caller who does not read its list blocks nobody, and that a
// thousand callers are served, however long the last of them waits.
func TestManyCallers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	path, _ := serve(t, dir, Control(fake{}, "test"))
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
	serve(t, dir, Control(fake{}, "test"))
	c, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	long, err := weburl.Parse("http://a.test/" + strings.Repeat("a", weburl.MaxLength-100))
	if err != nil {
		t.Fatal(err)
	}
	s := servicetest.Settings(slices.Repeat([]weburl.URL{long}, maxRequest/len(long.String())+1)...)
	s.Dialect = "klingon"
	if _, err := c.Crawl(t.Context(), s, nil); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "klingon") {
		t.Errorf("%d seeds: %v, want a refusal of the dialect", len(s.Seeds), err)
	}
	s.Seeds = slices.Repeat([]weburl.URL{long}, maxSeeds/len(long.String()))
	s.Dialect = service.DefaultSettings().Dialect
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
