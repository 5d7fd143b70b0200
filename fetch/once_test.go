package fetch

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// TestOneRequestLeaves breaks reused connections after the request was read, after which the
// library would repeat it.
func TestOneRequestLeaves(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"closed", "reset", "closed over TLS"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if requests.Add(1)%2 == 1 {
					io.WriteString(w, "ok")
					return
				}
				c, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				if tc, ok := c.(*net.TCPConn); ok && how == "reset" {
					tc.SetLinger(0)
				}
				c.Close()
			})
			s := httptest.NewUnstartedServer(h)
			o := Options{AllowNet: loopback}
			if strings.Contains(how, "TLS") {
				s.StartTLS()
				o.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
			} else {
				s.Start()
			}
			t.Cleanup(s.Close)
			c := client(t, o)
			for i := range int32(20) {
				f := c.Do(context.Background(), page(t, s.URL))
				if n := requests.Load(); n != i+1 {
					t.Fatalf("after %d exchanges the server saw %d requests", i+1, n)
				}
				want := aranea.ReasonNone
				if i%2 == 1 {
					want = aranea.NetReset
				}
				if f.Failure != want || !f.WasSent() {
					t.Errorf("exchange %d: %s %s, sent %v", i, f.Failure, f.Detail, f.WasSent())
				}
			}
		})
	}
}

// A failing connection accepts the given number of bytes of its second request and then breaks.
type failing struct {
	net.Conn
	takes  int
	writes atomic.Int32
}

func (f *failing) Write(p []byte) (int, error) {
	if f.writes.Add(1) == 1 {
		return f.Conn.Write(p)
	}
	f.Close()
	if f.takes == 0 {
		return 0, &net.OpError{Op: "write", Err: syscall.EPIPE}
	}
	return f.takes, &net.OpError{Op: "write", Err: syscall.ECONNRESET}
}

// TestRepeatOnlyUnwritten: a request of which nothing was written may go to another connection;
// one of which a byte was written may not.
func TestRepeatOnlyUnwritten(t *testing.T) {
	t.Parallel()
	for _, takes := range []int{0, 1, 30} {
		m := &inMemory{}
		var requests atomic.Int32
		m.handle = raw(func(c net.Conn, _ string) bool {
			requests.Add(1)
			_, err := io.WriteString(c, okAnswer)
			return err == nil
		})
		o := m.options(Options{})
		o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := m.dial(ctx, network, address)
			return &failing{Conn: c, takes: takes}, err
		}
		c := client(t, o)
		c.Do(context.Background(), page(t, "http://a.test/"))
		f := c.Do(context.Background(), page(t, "http://a.test/"))
		if takes == 0 && (f.Status != 200 || requests.Load() != 2 || len(m.dialed) != 2) {
			t.Errorf("nothing written: status %d, %s %s, %d requests, %d connections", f.Status, f.Failure, f.Detail, requests.Load(), len(m.dialed))
		}
		if takes > 0 && (f.Failure != aranea.NetReset || !f.WasSent() || requests.Load() != 1) {
			t.Errorf("%d bytes written: %s %s, sent %v, %d requests", takes, f.Failure, f.Detail, f.WasSent(), requests.Load())
		}
	}
}

// TestSecondConnection: whatever the library does with a second connection, no byte of the
// request passes once one may have been sent over the first.
func TestSecondConnection(t *testing.T) {
	t.Parallel()
	o := Options{}.withDefaults()
	e, ctx := begin(context.Background(), &o, newLane(1), &Request{})
	defer e.finish()
	var sinks [2]sink
	first, second := &conn{Conn: &sinks[0]}, &conn{Conn: &sinks[1]}
	e.gotConn(httptrace.GotConnInfo{Conn: first})
	if n, err := first.Write([]byte("GET ")); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	e.gotConn(httptrace.GotConnInfo{Conn: second})
	if n, err := second.Write([]byte("GET ")); n != 0 || !errors.Is(err, errRepeat) {
		t.Errorf("the second connection took %d bytes: %v", n, err)
	}
	if n, err := first.Write([]byte("/ HTTP/1.1")); n != 10 || err != nil {
		t.Errorf("the rest of the request: %d bytes, %v", n, err)
	}
	if !errors.Is(context.Cause(ctx), errRepeat) || sinks[1].n != 0 {
		t.Errorf("cause %v, %d bytes", context.Cause(ctx), sinks[1].n)
	}
	foreign := &sink{}
	e, ctx = begin(context.Background(), &o, newLane(1), &Request{})
	defer e.finish()
	e.gotConn(httptrace.GotConnInfo{Conn: foreign})
	if ctx.Err() == nil || !foreign.closed {
		t.Error("a connection that the dialer did not make is used")
	}
}

// A sink is a connection that accepts everything.
type sink struct {
	net.Conn
	n      int
	closed bool
}

func (s *sink) Write(p []byte) (int, error) { s.n += len(p); return len(p), nil }
func (s *sink) Close() error                { s.closed = true; return nil }

// TestLateInTheQueue: the time spent waiting for a free connection to the host counts.
func TestLateInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var requests atomic.Int32
		m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
			requests.Add(1)
			time.Sleep(10 * time.Second)
			_, err := io.WriteString(c, okAnswer)
			return err == nil
		})}
		c, err := New(m.options(Options{MaxConnsPerHost: 1}))
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan aranea.Fetched, 1)
		go func() { done <- c.Do(context.Background(), page(t, "http://a.test/1")) }()
		synctest.Wait()
		start := time.Now()
		r := page(t, "http://a.test/2")
		r.SendBefore = start.Add(3 * time.Second)
		if f := c.Do(context.Background(), r); f.Failure != aranea.ScheduleLate || f.WasSent() || time.Since(start) != 3*time.Second {
			t.Errorf("after %s: %s", time.Since(start), brief(f))
		}
		if f := <-done; f.Failure != 0 {
			t.Errorf("the first: %s", brief(f))
		}
		c.Close()
		m.serving.Wait()
		if n := requests.Load(); n != 1 {
			t.Errorf("%d requests left", n)
		}
	})
}
