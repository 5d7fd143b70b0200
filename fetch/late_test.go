package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// TestLateRequestIsNotSent makes each phase before the request take too long: the host is
// responsible, and it counts as a try.
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
					if f.Failure != aranea.NetTimeout || f.WasSent() || time.Since(start) > before {
						t.Errorf("%s: %s %s, sent %v, after %s", tt.name, f.Failure, f.Detail, f.WasSent(), time.Since(start))
					}
				} else if f.Failure != 0 || f.Sent.Before(start.Add(3*time.Second)) || f.Sent.After(r.SendBefore) {
					t.Errorf("%s in time: %s %s, sent after %s", tt.name, f.Failure, f.Detail, f.Sent.Sub(start))
				}
				time.Sleep(10 * time.Second) // let pending dials finish
				c.Close()
				m.serving.Wait()
				if n := requests.Load(); (n == 1) != (before > 3*time.Second) {
					t.Errorf("%s: the server saw %d requests", tt.name, n)
				}
			})
		}
	}
}

// TestLateAtTheWrite: the check is at the write itself, however much time passes between a ready
// connection and the request's first byte.
func TestLateAtTheWrite(t *testing.T) {
	t.Parallel()
	for _, h2 := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, server := net.Pipe()
			defer server.Close()
			o := Options{}.withDefaults()
			e, ctx := begin(context.Background(), &o, newLane(1), &Request{URL: parse(t, "https://a.test/"), SendBefore: time.Now().Add(time.Second)})
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

// TestConnectLimit: a request may have less time to connect than to be sent.
func TestConnectLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: say(okAnswer)}
		o := m.options(Options{})
		o.DialContext = func(ctx context.Context, n, a string) (net.Conn, error) {
			time.Sleep(3 * time.Second)
			return m.dial(ctx, n, a)
		}
		c, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		for connect, want := range map[time.Duration]aranea.Reason{2 * time.Second: aranea.NetTimeout, 4 * time.Second: aranea.ReasonNone, 0: aranea.ReasonNone} {
			start := time.Now()
			r := page(t, "http://a.test/")
			r.Connect, r.SendBefore = connect, start.Add(5*time.Second)
			if f := c.Do(context.Background(), r); f.Failure != want || want != 0 && time.Since(start) != connect {
				t.Errorf("%s to connect: after %s, %s", connect, time.Since(start), brief(f))
			}
			time.Sleep(10 * time.Second) // let pending dials finish
			c.Close()
		}
		m.serving.Wait()
	})
}

// TestLateFromTheStart: nothing is done for a request that is already late, and its host's idle
// connection stays.
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

// certTime is within the validity of the test certificate; a synctest bubble starts in the year
// 2000.
var certTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
