package fetch

import (
	"context"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// drip writes text in pieces of n bytes with a delay after each, until the other side closes.
func drip(c net.Conn, text string, n int, delay time.Duration) {
	for len(text) > 0 {
		k := min(n, len(text))
		if _, err := io.WriteString(c, text[:k]); err != nil {
			return
		}
		text = text[k:]
		time.Sleep(delay)
	}
}

const hang = 3 * time.Minute

func TestLimitsOfTime(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"
	long := strings.Repeat("x", 1_000_000)
	tests := []struct {
		name   string
		answer func(c net.Conn)
		took   time.Duration
		status int
		detail string
	}{
		{"no answer", func(net.Conn) { time.Sleep(hang) }, DefaultFirstByte, 0, errFirstByte.Error()},
		{"a header that drips", func(c net.Conn) { drip(c, "HTTP/1.1 200 OK\r\nServer: "+long, 1, time.Second) }, DefaultFirstByte, 0, errFirstByte.Error()},
		{"interim answers that drip", func(c net.Conn) {
			drip(c, strings.Repeat("HTTP/1.1 102 Processing\r\n\r\n", 5), 27, 10*time.Second)
		}, DefaultFirstByte, 0, errFirstByte.Error()},
		{"the body stops", func(c net.Conn) { drip(c, head+"some", 1000, hang) }, DefaultIdle, 200, errIdle.Error()},
		{"a byte a second", func(c net.Conn) { io.WriteString(c, head); drip(c, long, 1, time.Second) }, RateWindow, 200, errSlow.Error()},
		{"a good start, then a byte a second", func(c net.Conn) {
			io.WriteString(c, head+strings.Repeat("x", 100_000))
			drip(c, long, 1, time.Second)
		}, 2 * RateWindow, 200, errSlow.Error()},
		{"slow but steady beyond the total", func(c net.Conn) { io.WriteString(c, head); drip(c, long, 1000, time.Second) }, DefaultTotal, 200, errTotal.Error()},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			m := &inMemory{handle: raw(func(c net.Conn, _ string) bool { tt.answer(c); return false })}
			c, err := New(m.options(Options{}))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			f := c.Do(context.Background(), page(t, "http://slow.test/"))
			if f.Failure != aranea.NetTimeout || f.Status != tt.status || f.Detail != tt.detail || !f.WasSent() {
				t.Errorf("%s: %s", tt.name, brief(f))
			}
			if took := f.Ended.Sub(start); took < tt.took || took > tt.took+time.Second {
				t.Errorf("%s: took %s, want %s", tt.name, took, tt.took)
			}
			if tt.status == 200 && uint64(len(f.Body)) != f.WireBytes {
				t.Errorf("%s: the part was not kept: %s", tt.name, brief(f))
			}
			c.Close()
			m.serving.Wait()
		})
	}
}

func TestLimitsBeforeTheRequest(t *testing.T) {
	t.Parallel()
	wait := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	tests := []struct {
		name, url string
		opt       func(m *inMemory, o *Options)
		took      time.Duration
	}{
		{"names", "http://a.test/", func(_ *inMemory, o *Options) {
			o.Lookup = func(ctx context.Context, _ string) ([]netip.Addr, error) { return nil, wait(ctx) }
		}, DefaultDial},
		{"connection", "http://a.test/", func(_ *inMemory, o *Options) {
			o.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, wait(ctx) }
		}, DefaultDial},
		{"handshake", "https://a.test/", func(m *inMemory, _ *Options) {
			m.handle = func(c net.Conn) { io.Copy(io.Discard, c) }
		}, DefaultTLS},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			m := &inMemory{}
			o := m.options(Options{})
			tt.opt(m, &o)
			c, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			f := c.Do(context.Background(), page(t, tt.url))
			if took := time.Since(start); f.Failure != aranea.NetTimeout || f.WasSent() || took != tt.took {
				t.Errorf("%s: after %s, %s", tt.name, took, brief(f))
			}
			c.Close()
			m.serving.Wait()
		})
	}
}

// TestDrainIsShort: an unwanted body that drips does not hold the exchange.
func TestDrainIsShort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
			io.WriteString(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 5000\r\n\r\n")
			drip(c, strings.Repeat("x", 5000), 10, time.Second/10)
			return false
		})}
		c, err := New(m.options(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		f := c.Do(context.Background(), page(t, "http://slow.test/"))
		if took := time.Since(start); f.Status != 404 || f.Failure != 0 || took > drainTime {
			t.Errorf("after %s, %s", took, brief(f))
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestManyAddresses: an address that does not answer leaves time for the next.
func TestManyAddresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dead, alive := netip.MustParseAddr("2606:4700::1"), somewhere
		m := &inMemory{hosts: map[string][]netip.Addr{"a.test": {dead, alive}}, handle: say(okAnswer)}
		o := m.options(Options{})
		o.DialContext = func(ctx context.Context, n, a string) (net.Conn, error) {
			if strings.Contains(a, "4700") {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return m.dial(ctx, n, a)
		}
		c, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		f := c.Do(context.Background(), page(t, "http://a.test/"))
		if took := time.Since(start); f.Failure != 0 || f.Remote.Addr() != alive || took != DefaultDial/2 {
			t.Errorf("after %s from %s: %s", took, f.Remote, brief(f))
		}
		c.Close()
		m.serving.Wait()
	})
}
