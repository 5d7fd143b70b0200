package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"

	"github.com/aranea-search/aranea"
)

// An arrivals web records when requests arrive, by host.
type arrivals struct {
	inMemory
	mu   sync.Mutex
	came []time.Time
	by   []string
}

func newArrivals() *arrivals {
	m := &arrivals{}
	m.handle = raw(func(c net.Conn, request string) bool {
		_, host, _ := strings.Cut(request, "Host: ")
		host, _, _ = strings.Cut(host, "\r\n")
		m.mu.Lock()
		m.came, m.by = append(m.came, time.Now()), append(m.by, host)
		m.mu.Unlock()
		_, err := io.WriteString(c, okAnswer)
		return err == nil
	})
	return m
}

// slowTo makes connections to an address take a while.
func (m *arrivals) slowTo(o *Options, a netip.Addr, d time.Duration) {
	o.DialContext = func(ctx context.Context, n, address string) (net.Conn, error) {
		if strings.HasPrefix(address, a.String()+":") {
			time.Sleep(d)
		}
		return m.dial(ctx, n, address)
	}
}

// after requests a page some time from now and returns a function that waits for the result.
func after(t *testing.T, c *Client, wait time.Duration, r Request) func() aranea.Fetched {
	var f aranea.Fetched
	over := make(chan struct{})
	go func() {
		defer close(over)
		time.Sleep(wait)
		f = c.Do(t.Context(), r)
	}()
	return func() aranea.Fetched { <-over; return f }
}

func spaced(t *testing.T, url string, behind, apart time.Duration) Request {
	r := page(t, url)
	r.Spacing = aranea.Spacing{Behind: behind, Apart: apart}
	r.SendBefore = time.Now().Add(5 * time.Second)
	return r
}

// TestGateSpacesAnAddress: requests of leases an eighth of a second apart arrive no closer,
// however long the connections took, and wait no longer than the previous one was late.
func TestGateSpacesAnAddress(t *testing.T) {
	t.Parallel()
	const apart = 125 * time.Millisecond
	for _, proxied := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			m := newArrivals()
			o := m.options(Options{})
			if m.slowTo(&o, somewhere, 100*time.Millisecond); proxied {
				o.Proxy, o.AllowNet = "http://127.0.0.1:3128", loopback
			}
			c := client(t, o)
			start := time.Now()
			var all []func() aranea.Fetched
			for i := range 8 {
				all = append(all, after(t, c, time.Duration(i)*apart, spaced(t, fmt.Sprintf("http://%c%d.test.com/", 'a'+i%3, i%4), 0, apart)))
			}
			for _, f := range all {
				if f := f(); f.Failure != 0 {
					t.Error(brief(f))
				}
			}
			for i := 1; i < len(m.came); i++ {
				if gap := m.came[i].Sub(m.came[i-1]); gap < apart {
					t.Errorf("proxied %t: %s arrived %s after %s", proxied, m.by[i], gap, m.by[i-1])
				}
			}
			if last := time.Since(start); len(m.came) != 8 || last > 7*apart+100*time.Millisecond {
				t.Errorf("proxied %t: %d requests arrived within %s", proxied, len(m.came), last)
			}
			c.Close()
			m.serving.Wait()
		})
	}
}

// TestGateSpacesAHost: a request waits for its own delay after the last one to the name,
// whatever its address; one without a delay neither waits nor makes others wait.
func TestGateSpacesAHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newArrivals()
		c := client(t, m.options(Options{Gate: NewGate(nil)}))
		start := time.Now()
		for i, x := range []struct {
			url                 string
			behind, apart, want time.Duration
		}{
			{"http://a.test/", 10 * time.Second, 0, 0},
			{"http://a.test/", time.Second, 0, time.Second}, // its delay is shorter now
			{"http://b.test/", 3 * time.Second, 3 * time.Second, time.Second},
			{"http://a.test/", 0, 0, time.Second},
			{"http://a.test/", time.Second, time.Second, 4 * time.Second}, // the address
		} {
			f := c.Do(t.Context(), spaced(t, x.url, x.behind, x.apart))
			if got := f.Sent.Sub(start); f.Failure != 0 || got != x.want {
				t.Errorf("request %d left after %s, not %s: %s", i, got, x.want, brief(f))
			}
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestGateIsNoFailure: a request that cannot be sent in time because of others gets an error at
// once, and a canceled one passes its turn to the next; neither is a failure of the host.
func TestGateIsNoFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newArrivals()
		o := m.options(Options{})
		m.slowTo(&o, somewhere, time.Second)
		c := client(t, o)
		if f := c.Do(t.Context(), spaced(t, "http://a.test/", 0, 10*time.Second)); f.Failure != 0 {
			t.Fatal(brief(f))
		}
		start := time.Now()
		f := c.Do(t.Context(), spaced(t, "http://b.test/", 0, time.Second))
		if f.Failure != aranea.ScheduleLate || f.WasSent() || time.Since(start) != time.Second {
			t.Errorf("after %s: %s", time.Since(start), brief(f))
		}
		time.Sleep(7 * time.Second)
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second+time.Millisecond, stop)
		next := after(t, c, time.Second/2, spaced(t, "http://d.test/", 0, time.Second))
		if f := c.Do(ctx, spaced(t, "http://c.test/", 0, time.Second)); f.Failure != aranea.ScheduleStopped || f.WasSent() {
			t.Error(brief(f))
		}
		if f := next(); f.Failure != 0 || time.Since(start) != 10*time.Second {
			t.Errorf("after %s: %s", time.Since(start), brief(f))
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestGateStuck: a peer that does not accept a request makes its neighbours wait for a second,
// and then they are spaced from each other.
func TestGateStuck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newArrivals()
		o := m.options(Options{})
		first := true
		o.DialContext = func(ctx context.Context, n, a string) (net.Conn, error) {
			if !first {
				return m.dial(ctx, n, a)
			}
			first = false
			here, there := net.Pipe() // nobody reads
			t.Cleanup(func() { _ = there.Close() })
			return here, nil
		}
		c := client(t, o)
		start := time.Now()
		stuck := after(t, c, 0, spaced(t, "http://a.test/", 0, 100*time.Millisecond))
		b := after(t, c, 100*time.Millisecond, spaced(t, "http://b.test/", 0, 100*time.Millisecond))
		d := after(t, c, 200*time.Millisecond, spaced(t, "http://d.test/", 0, 100*time.Millisecond))
		for i, f := range []aranea.Fetched{b(), d()} {
			if got, want := f.Sent.Sub(start), maxLeaving+time.Duration(i)*100*time.Millisecond; f.Failure != 0 || got != want {
				t.Errorf("neighbour %d left after %s, not %s: %s", i, got, want, brief(f))
			}
		}
		if f := stuck(); f.Failure != aranea.NetTimeout {
			t.Error(brief(f))
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestGateHTTP2: a request over HTTP/2 passes the gate, too, and leaves it.
func TestGateHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool { return h2Answer(fr, id) }}
	m := &inMemory{handle: s.handle}
	o.Gate = NewGate(nil)
	c := client(t, m.options(o))
	const apart = 30 * time.Millisecond
	var last time.Time
	for i := range 3 {
		f := c.Do(t.Context(), spaced(t, "https://example.com/", 0, apart))
		if f.Failure != 0 || f.Proto != "HTTP/2.0" || i > 0 && f.Sent.Sub(last) < apart {
			t.Errorf("request %d left %s after the one before: %s", i, f.Sent.Sub(last), brief(f))
		}
		last = f.Sent
	}
	c.Close()
	for w, p := range o.Gate.ways {
		if p.leaving != nil || p.users != 0 || p.next.Before(last.Add(apart)) {
			t.Errorf("%v: %+v", w, p)
		}
	}
	if len(o.Gate.ways) != 1 {
		t.Errorf("%d ways", len(o.Gate.ways))
	}
}

// TestGateLeavesTheConnection: while a request over HTTP/2 waits at the gate, its connection
// answers.
func TestGateLeavesTheConnection(t *testing.T) {
	t.Parallel()
	serverTLS, certs := certified(t)
	synctest.Test(t, func(t *testing.T) {
		serverTLS := serverTLS.Clone()
		serverTLS.Time = func() time.Time { return certTime }
		s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, n int) bool {
			if !h2Answer(fr, id) || n > 1 {
				return n > 1
			}
			time.Sleep(time.Second) // the next one waits
			return fr.WritePing(false, [8]byte{}) == nil
		}}
		m := &inMemory{handle: s.handle}
		o := m.options(certs)
		o.Gate = NewGate(nil)
		c, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		c.transport.TLSClientConfig.Time = func() time.Time { return certTime }
		start := time.Now()
		for i := range 2 {
			f := c.Do(t.Context(), spaced(t, "https://example.com/", 3*time.Second, 0))
			if want := time.Duration(i) * 3 * time.Second; f.Failure != 0 || f.Proto != "HTTP/2.0" || f.Sent.Sub(start) != want {
				t.Errorf("request %d left after %s, not %s: %s", i, f.Sent.Sub(start), want, brief(f))
			}
		}
		c.Close()
		m.serving.Wait()
		if len(s.pongs) != 1 || s.pongs[0].Sub(start) != time.Second || len(m.dialed) != 1 {
			t.Errorf("a PING after a second was answered at %v, begun %v, over %d connections", s.pongs, start, len(m.dialed))
		}
	})
}

// TestGateOvertaken: a request that its connection does not accept for a second lets others go
// first, and is not sent after them without a space.
func TestGateOvertaken(t *testing.T) {
	t.Parallel()
	for _, overtaken := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer there.Close()
			o := Options{Gate: NewGate(nil)}.withDefaults()
			r := spaced(t, "https://a.test/", 0, 125*time.Millisecond)
			e, ctx := begin(t.Context(), &o, newLane(1), &r)
			defer e.finish()
			c := &conn{Conn: here, remote: netip.AddrPortFrom(somewhere, 443)}
			e.carrier = c
			e.h2.Store(true)
			if err := e.pass(c); err != nil {
				t.Fatal(err)
			}
			if overtaken {
				o.Gate.enter(nil, time.Time{}, via(e.spaces, somewhere)).done()
			}
			time.Sleep(maxLeaving)
			e.writesField(":method", nil)
			closed := c.SetDeadline(time.Time{}) != nil
			if late := errors.Is(context.Cause(ctx), errLate); late != overtaken || closed != overtaken || e.sent.IsZero() != overtaken {
				t.Errorf("overtaken %t: cause %v, closed %t, sent %v", overtaken, context.Cause(ctx), closed, e.sent)
			}
		})
	}
}

// TestGateOtherHosts: while a host waits for its own delay, others at its address continue.
func TestGateOtherHosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, start := NewGate(nil), time.Now()
		ask := func(host string, behind time.Duration) time.Duration {
			d := g.enter(nil, time.Now().Add(5*time.Second), []space{{way: way{host: host}, behind: behind}, {way: way{addr: somewhere}, apart: 125 * time.Millisecond}})
			if d == nil {
				return 0
			}
			d.done()
			return time.Since(start)
		}
		ask("slow.test", 40*time.Second)
		time.Sleep(36 * time.Second) // it was sent 4 s late: its next lease is on time
		slow := make(chan time.Duration)
		go func() { slow <- ask("slow.test", 40*time.Second) }()
		synctest.Wait()
		if left := ask("quick.test", time.Second); left != 36*time.Second {
			t.Errorf("quick.test left after %s", left)
		}
		if left := <-slow; left != 40*time.Second {
			t.Errorf("slow.test left after %s", left)
		}
	})
}

// TestGateForgets: what is over leaves memory, and the rest is limited.
func TestGateForgets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(nil)
		enter := func(n int, apart time.Duration) bool {
			d := g.enter(nil, time.Time{}, []space{{way: way{host: fmt.Sprint(n)}, apart: apart}})
			if d != nil {
				d.done()
			}
			return d != nil
		}
		for n := range 50 * sweepWays {
			if !enter(n, time.Second) {
				t.Fatal(n)
			}
			time.Sleep(time.Second / 100)
		}
		if len(g.ways) > sweepWays {
			t.Errorf("%d ways are left", len(g.ways))
		}
		for n := range maxWays {
			enter(-n, time.Hour) // until it is full
		}
		if enter(-maxWays, time.Hour) || len(g.ways) > maxWays {
			t.Errorf("one goes through beside %d ways", len(g.ways))
		}
		time.Sleep(time.Hour)
		if !enter(-maxWays, time.Hour) || len(g.ways) != 1 {
			t.Errorf("none goes through, or beside %d ways", len(g.ways))
		}
	})
}

// turns gives turns as it is told, and records when it was asked.
type turns struct {
	asked []time.Duration
	start time.Time
	give  func(n int) (from, until time.Time, ok bool)
}

func (x *turns) Turn(a netip.Addr, apart time.Duration, before time.Time) (from, until time.Time, ok bool) {
	if a != somewhere || apart != 125*time.Millisecond || before.IsZero() {
		return from, until, false
	}
	x.asked = append(x.asked, time.Since(x.start))
	return x.give(len(x.asked))
}

// TestGateTurns: a request to an address waits for its turn there once nothing else blocks it, asks again
// if that is over, and does not leave without one. One to a host alone, or behind a proxy, needs none.
func TestGateTurns(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	in := func(from, until time.Duration) (time.Time, time.Time, bool) {
		return time.Now().Add(from), time.Now().Add(until), true
	}
	for name, tt := range map[string]struct {
		give  func(n int) (from, until time.Time, ok bool)
		left  time.Duration // after the start; 0 if it does not
		asked int
	}{
		"at once":        {func(int) (time.Time, time.Time, bool) { return in(0, 20*ms) }, 3000 * ms, 1},
		"later":          {func(int) (time.Time, time.Time, bool) { return in(700*ms, 720*ms) }, 3700 * ms, 1},
		"without an end": {func(int) (time.Time, time.Time, bool) { return time.Now(), time.Time{}, true }, 3000 * ms, 1},
		"over": {func(n int) (time.Time, time.Time, bool) {
			if n == 1 {
				return in(0, 0)
			}
			return in(100*ms, 120*ms)
		}, 3100 * ms, 2},
		"always over": {func(int) (time.Time, time.Time, bool) { return in(0, 0) }, 0, maxAsked},
		"none":        {func(int) (time.Time, time.Time, bool) { return time.Now(), time.Time{}, false }, 0, 1},
		"too late":    {func(int) (time.Time, time.Time, bool) { return in(2000*ms, 2020*ms) }, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := &turns{start: time.Now(), give: tt.give}
				g := NewGate(x)
				g.enter(nil, time.Time{}, []space{{way: way{host: "a.test"}, behind: 3 * time.Second}}).done()
				g.enter(nil, time.Time{}, []space{{way: way{site: "b.test"}, apart: time.Second}}).done()
				d := g.enter(nil, x.start.Add(4900*ms), []space{{way: way{host: "a.test"}, behind: 3 * time.Second}, {way: way{addr: somewhere}, apart: 125 * ms}})
				switch {
				case (d != nil) != (tt.left > 0) || d != nil && time.Since(x.start) != tt.left:
					t.Errorf("left: %t, after %s; want after %s", d != nil, time.Since(x.start), tt.left)
				case len(x.asked) != tt.asked || x.asked[0] != 3*time.Second:
					t.Errorf("asked after %v, want %d times", x.asked, tt.asked)
				}
				if d != nil {
					d.done()
				}
			})
		})
	}
}

// TestGateTurnEnds: a request that is held up between the gate and its connection until its turn is over
// does not leave.
func TestGateTurnEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := &turns{start: time.Now(), give: func(int) (time.Time, time.Time, bool) {
			return time.Now(), time.Now().Add(20 * time.Millisecond), true
		}}
		d := NewGate(x).enter(nil, x.start.Add(time.Second), []space{{way: way{addr: somewhere}, apart: 125 * time.Millisecond}})
		for range 4 {
			if in := time.Since(x.start) < 20*time.Millisecond; d.renew() != in {
				t.Errorf("after %s it may leave: %t", time.Since(x.start), !in)
			}
			time.Sleep(7 * time.Millisecond)
		}
		d.done()
	})
}
