package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/aranea-search/aranea"
)

// TestOneRequestLeaves breaks reused connections after the request was read,
// which makes the library want to repeat it.
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

// A failing connection takes the given number of bytes of its second request
// and then breaks.
type failing struct {
	net.Conn
	takes  int
	writes atomic.Int32
}

func (f *failing) Write(p []byte) (int, error) {
	if f.writes.Add(1) == 1 {
		return f.Conn.Write(p)
	}
	f.Conn.Close()
	if f.takes == 0 {
		return 0, &net.OpError{Op: "write", Err: syscall.EPIPE}
	}
	return f.takes, &net.OpError{Op: "write", Err: syscall.ECONNRESET}
}

// TestRepeatOnlyUnwritten: a request of which nothing was written may go to
// another connection; one of which a byte was written may not.
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

// h2Server serves one HTTP/2 connection and answers the n-th request, from 1,
// through fn. It returns what came as HEADERS and DATA.
type h2Server struct {
	tls     *tls.Config
	answer  func(fr *http2.Framer, stream uint32, n int) bool
	headers atomic.Int32
	fields  [][]hpack.HeaderField
	faults  []string
}

func (s *h2Server) handle(c net.Conn) {
	tc := tls.Server(c, s.tls)
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(tc, preface); err != nil {
		return
	}
	fr := http2.NewFramer(tc, tc)
	fr.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	out := make(chan func() bool, 10) // a pipe must be read while it is written
	go func() {
		for f := range out {
			if !f() {
				tc.Close()
			}
		}
	}()
	defer close(out)
	out <- func() bool { return fr.WriteSettings() == nil }
	for {
		f, err := fr.ReadFrame()
		if err != nil {
			return
		}
		switch f := f.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				out <- func() bool { return fr.WriteSettingsAck() == nil }
			}
		case *http2.DataFrame:
			s.faults = append(s.faults, "a DATA frame came")
		case *http2.MetaHeadersFrame:
			if !f.StreamEnded() {
				s.faults = append(s.faults, "HEADERS do not end the stream")
			}
			s.fields = append(s.fields, slices.Clone(f.Fields))
			n, id := int(s.headers.Add(1)), f.StreamID
			out <- func() bool { return s.answer(fr, id, n) }
		}
	}
}

func h2Answer(fr *http2.Framer, stream uint32) bool {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	e.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	e.WriteField(hpack.HeaderField{Name: "content-type", Value: "text/html"})
	return fr.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: b.Bytes(), EndHeaders: true}) == nil &&
		fr.WriteData(stream, true, []byte("ok")) == nil
}

// certified returns the server's and the client's side of a trusted TLS.
func certified(t testing.TB) (*tls.Config, Options) {
	s := httptest.NewUnstartedServer(nil)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.TLS, Options{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
}

// TestOneRequestLeavesHTTP2: the library repeats a request on another stream or
// connection when the server says that it did not process it. The server saw it
// all the same.
func TestOneRequestLeavesHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	tests := []struct {
		name   string
		refuse func(fr *http2.Framer, stream uint32) bool
	}{
		{"refused stream", func(fr *http2.Framer, id uint32) bool {
			return fr.WriteRSTStream(id, http2.ErrCodeRefusedStream) == nil
		}},
		{"protocol error", func(fr *http2.Framer, id uint32) bool { return fr.WriteRSTStream(id, http2.ErrCodeProtocol) == nil }},
		{"going away", func(fr *http2.Framer, id uint32) bool { return fr.WriteGoAway(id-2, http2.ErrCodeNo, nil) == nil }},
		{"closed", func(*http2.Framer, uint32) bool { return false }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, n int) bool {
				if n == 1 {
					return h2Answer(fr, id)
				}
				return tt.refuse(fr, id)
			}}
			m := &inMemory{handle: s.handle}
			c := client(t, m.options(o))
			if f := c.Do(context.Background(), page(t, "https://example.com/a?b")); string(f.Body) != "ok" || f.Proto != "HTTP/2.0" || !f.WasSent() {
				t.Fatalf("first exchange: %s", brief(f))
			}
			f := c.Do(context.Background(), page(t, "https://example.com/c"))
			if f.Status != 0 || f.Failure != aranea.NetReset && f.Failure != aranea.NetProto || !f.WasSent() {
				t.Errorf("refused exchange: %s %s, sent %v", f.Failure, f.Detail, f.WasSent())
			}
			c.Close()
			if n := s.headers.Load(); n != 2 {
				t.Errorf("the server saw %d requests, want 2", n)
			}
		})
	}
}

func TestRequestOnTheWireHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool { return h2Answer(fr, id) }}
	m := &inMemory{handle: s.handle}
	c := client(t, m.options(o))
	f := c.Do(context.Background(), page(t, "https://example.com//100%?|"))
	if f.Failure != 0 || f.TTFB <= 0 {
		t.Errorf("fetched %s", brief(f))
	}
	if len(s.faults) > 0 || len(s.fields) != 1 {
		t.Fatalf("%d requests, %v", len(s.fields), s.faults)
	}
	got := map[string]string{}
	for _, h := range s.fields[0] {
		got[h.Name] = h.Value
	}
	want := map[string]string{
		":method": "GET", ":scheme": "https", ":authority": "example.com", ":path": "//100%?|",
		"user-agent": "Aranea", "accept": DefaultAccept, "accept-encoding": acceptEncoding,
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %q, want %q", k, got[k], v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("fields %v", got)
	}
}

// TestLateRequestIsNotSent lets each phase before the request take too long.
func TestLateRequestIsNotSent(t *testing.T) {
	t.Parallel()
	serverTLS, certs := certified(t)
	tests := []struct {
		name, url string
		slow      func(m *inMemory, o *Options)
	}{
		{"slow names", "http://a.test/", func(m *inMemory, o *Options) {
			o.Lookup = func(context.Context, string) ([]netip.Addr, error) {
				time.Sleep(3 * time.Second)
				return []netip.Addr{somewhere}, nil
			}
		}},
		{"slow connection", "http://a.test/", func(m *inMemory, o *Options) {
			o.DialContext = func(ctx context.Context, n, a string) (net.Conn, error) {
				time.Sleep(3 * time.Second)
				return m.dial(ctx, n, a)
			}
		}},
		{"slow handshake", "https://example.com/", func(m *inMemory, o *Options) {
			inner := m.handle
			m.handle = func(c net.Conn) {
				time.Sleep(3 * time.Second)
				inner(tls.Server(c, serverTLS))
			}
		}},
	}
	for _, tt := range tests {
		for _, before := range []time.Duration{2 * time.Second, 4 * time.Second} {
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int32
				m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
					requests.Add(1)
					_, err := io.WriteString(c, okAnswer)
					return err == nil
				})}
				o := m.options(certs)
				if tt.name == "slow handshake" {
					o.RootCAs = certs.RootCAs
					serverTLS = serverTLS.Clone()
					serverTLS.NextProtos = nil
					serverTLS.Time = func() time.Time { return certTime }
				}
				tt.slow(m, &o)
				c, err := New(o)
				if err != nil {
					t.Fatal(err)
				}
				c.transport.TLSClientConfig.Time = func() time.Time { return certTime }
				start := time.Now()
				r := page(t, tt.url)
				r.SendBefore = start.Add(before)
				f := c.Do(context.Background(), r)
				if before < 3*time.Second {
					if f.Failure != aranea.ScheduleLate || f.WasSent() || time.Since(start) > before {
						t.Errorf("%s: %s %s, sent %v, after %s", tt.name, f.Failure, f.Detail, f.WasSent(), time.Since(start))
					}
				} else if f.Failure != 0 || f.Sent.Before(start.Add(3*time.Second)) || f.Sent.After(r.SendBefore) {
					t.Errorf("%s in time: %s %s, sent after %s", tt.name, f.Failure, f.Detail, f.Sent.Sub(start))
				}
				time.Sleep(10 * time.Second) // what still dials comes to its end
				c.Close()
				m.serving.Wait()
				if n := requests.Load(); (n == 1) != (before > 3*time.Second) {
					t.Errorf("%s: the server saw %d requests", tt.name, n)
				}
			})
		}
	}
}

// TestLateAtTheWrite: the check sits at the write itself, whatever time passes
// between a ready connection and the request's first byte.
func TestLateAtTheWrite(t *testing.T) {
	t.Parallel()
	for _, h2 := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, server := net.Pipe()
			defer server.Close()
			o := Options{}.withDefaults()
			e, ctx := begin(context.Background(), &o, time.Now().Add(time.Second), true)
			defer e.finish()
			c := &conn{Conn: client}
			e.carrier = c
			e.h2.Store(h2)
			time.Sleep(time.Second)
			if h2 {
				e.writesField(":method", nil)
				if _, err := c.Conn.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("the connection still writes: %v", err)
				}
			} else {
				c.turn.Store(e)
				if n, err := c.Write([]byte("GET")); n != 0 || !errors.Is(err, errLate) {
					t.Errorf("wrote %d bytes: %v", n, err)
				}
			}
			if !errors.Is(context.Cause(ctx), errLate) || !e.sent.IsZero() {
				t.Errorf("cause %v, sent %v", context.Cause(ctx), e.sent)
			}
		})
	}
}

// TestLateFromTheStart: nothing is done for a request that is late already, and
// its host's idle connection stays.
func TestLateFromTheStart(t *testing.T) {
	t.Parallel()
	m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
		_, err := io.WriteString(c, okAnswer)
		return err == nil
	})}
	c := client(t, m.options(Options{}))
	for i := range 5 {
		r := page(t, "http://a.test/")
		if i%2 == 1 {
			r.SendBefore = time.Now()
		}
		if f := c.Do(context.Background(), r); (f.Failure == aranea.ScheduleLate) != (i%2 == 1) || f.WasSent() != (i%2 == 0) {
			t.Errorf("exchange %d: %s", i, brief(f))
		}
	}
	if len(m.dialed) != 1 {
		t.Errorf("%d connections", len(m.dialed))
	}
}

// certTime lies in the life of the test certificate; a synctest bubble starts in
// the year 2000.
var certTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
