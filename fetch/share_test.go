package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/aranea-search/aranea"
)

// large answers each request with a body of n bytes, with its length declared or not.
func large(n int, declared bool) func(net.Conn) {
	return raw(func(c net.Conn, _ string) bool {
		head := "HTTP/1.1 200 OK\r\nConnection: close\r\n"
		if declared {
			head += fmt.Sprintf("Content-Length: %d\r\n", n)
		}
		io.WriteString(c, head+"\r\n"+strings.Repeat("x", n))
		return false
	})
}

// TestMemoryIsShared: of two large bodies that do not fit together, the second waits until the
// first is released, and does not fail.
func TestMemoryIsShared(t *testing.T) {
	t.Parallel()
	const size = 3 << 20
	for _, declared := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			m := &inMemory{handle: large(size, declared)}
			c, err := New(m.options(Options{Memory: 4 << 20}))
			if err != nil {
				t.Fatal(err)
			}
			var first, second Buffer
			ask := func(b *Buffer) aranea.Fetched {
				return c.Do(context.Background(), Request{URL: parse(t, "http://a.test/"), MaxBody: 4 << 20, Buffer: b})
			}
			if f := ask(&first); len(f.Body) != size || f.Failure != 0 {
				t.Fatalf("the first: %s", brief(f))
			}
			start := time.Now()
			released := make(chan struct{})
			time.AfterFunc(40*time.Second, func() { first.Release(); close(released) })
			if f := ask(&second); len(f.Body) != size || f.Failure != 0 || time.Since(start) != 40*time.Second {
				t.Errorf("the second after %s: %s", time.Since(start), brief(f))
			}
			<-released
			start = time.Now()
			if f := ask(&first); f.Failure != aranea.ScheduleRoom || f.Detail != errMemory.Error() || time.Since(start) != DefaultTotal {
				t.Errorf("while the second is never released, after %s: %s", time.Since(start), brief(f))
			}
			second.Release()
			m.handle = large(100, true)
			if f := ask(&first); len(f.Body) != 100 || cap(first.b) > bufferBase {
				t.Errorf("a small one after large ones: %s, %d bytes kept", brief(f), cap(first.b))
			}
			if !c.memory.left.TryAcquire(c.memory.size) {
				t.Error("something of the budget is lost")
			}
			c.Close()
			m.serving.Wait()
		})
	}
}

// TestLongBodiesLeaveRoom: bodies larger than a page get half of the budget at most, and are cut
// where that ends; a page beside them does not wait.
func TestLongBodiesLeaveRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: large(40<<20, false)}
		c, err := New(m.options(Options{Memory: 32 << 20}))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(b *Buffer, most int64) aranea.Fetched {
			return c.Do(context.Background(), Request{URL: parse(t, "http://a.test/"), MaxBody: most, Buffer: b})
		}
		var first, second Buffer
		start := time.Now()
		f := ask(&first, 50<<20)
		if n := len(f.Body); n < 20<<20 || n > 24<<20+1 || !f.Truncated || f.Failure != 0 || !strings.HasSuffix(f.Detail, errRoom.Error()) {
			t.Errorf("the long body: %s, %d bytes, %q", brief(f), n, f.Detail)
		}
		if f = ask(&second, 8<<20-1); len(f.Body) != 8<<20-1 || f.Detail != "" || time.Since(start) > time.Second {
			t.Errorf("a page beside it, after %s: %s, %d bytes", time.Since(start), brief(f), len(f.Body))
		}
		first.Release()
		second.Release()
		if m.handle = large(20<<20, false); len(ask(&first, 50<<20).Body) != 20<<20 {
			t.Error("a long body for which there is room is cut")
		}
		first.Release()
		if !c.memory.left.TryAcquire(c.memory.size) || !c.memory.more.TryAcquire(c.memory.size-2*firstShare) {
			t.Error("something of the budget is lost")
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestLargeBodiesOfOwnHosts: on a host without a delay, bodies of declared length wait for all of their room,
// and none is cut because of others.
func TestLargeBodiesOfOwnHosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: large(20<<20, true)}
		c, err := New(m.options(Options{Memory: 48 << 20, MaxConnsPerHost: 100}))
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan aranea.Fetched)
		const bodies = 6
		for range bodies {
			go func() {
				var b Buffer
				f := c.Do(context.Background(), Request{URL: parse(t, "http://a.test/"), MaxBody: 50 << 20, Buffer: &b})
				b.Release()
				done <- f
			}()
		}
		for range bodies {
			if f := <-done; f.Size != 20<<20 || f.Truncated || f.Detail != "" {
				t.Errorf("%s, %d bytes, %q", brief(f), f.Size, f.Detail)
			}
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestManyLargeBodiesEnd: bodies that grow at the same time never deadlock.
func TestManyLargeBodiesEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: large(2<<20, false)}
		c, err := New(m.options(Options{Memory: 5 << 20, MaxConnsPerHost: 100}))
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan aranea.Fetched)
		for range 20 {
			go func() {
				var b Buffer
				f := c.Do(context.Background(), Request{URL: parse(t, "http://a.test/"), MaxBody: 3 << 20, Buffer: &b})
				b.Release()
				done <- f
			}()
		}
		for range 20 {
			if f := <-done; f.Failure != 0 || f.WireBytes != 2<<20 {
				t.Errorf("%s", brief(f))
			}
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestOneSiteLeavesTheWaiting: of the names of one site with large bodies only mostWaiting wait
// for memory, and the others free their fetchers at once; another site may wait beside them.
func TestOneSiteLeavesTheWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const names, held = 64, 20 * time.Second
		m := &inMemory{handle: large(3<<20, true)}
		c, err := New(m.options(Options{Memory: 4 << 20}))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(b *Buffer, host string) (aranea.Fetched, time.Duration) {
			start := time.Now()
			f := c.Do(context.Background(), Request{
				URL: parse(t, "http://"+host+"/"), MaxBody: 4 << 20, Buffer: b, Spacing: aranea.Spacing{Behind: time.Second},
			})
			return f, time.Since(start)
		}
		var first Buffer
		if f, _ := ask(&first, "first.test"); f.Failure != 0 {
			t.Fatal(brief(f))
		}
		var sent, came atomic.Int32
		for i := range names {
			go func() {
				var b Buffer
				f, took := ask(&b, fmt.Sprintf("n%d.stranger.test", i))
				b.Release()
				switch {
				case f.Failure == 0 && took == held:
					came.Add(1)
				case f.Failure == aranea.ScheduleRoom && f.Detail == errQueue.Error() && took == 0:
					sent.Add(1)
				default:
					t.Errorf("after %s: %s", took, brief(f))
				}
			}()
		}
		synctest.Wait()
		if n := sent.Load(); n != names-mostWaiting {
			t.Errorf("%d of %d fetchers are free", n, names)
		}
		time.AfterFunc(held, first.Release)
		var other Buffer
		if f, took := ask(&other, "good.test"); f.Failure != 0 || took != held {
			t.Errorf("another site, after %s: %s", took, brief(f))
		}
		other.Release()
		synctest.Wait()
		if came.Load() != mostWaiting || len(c.memory.queue) != 0 || !c.memory.left.TryAcquire(c.memory.size) {
			t.Errorf("%d came, %d sites still wait", came.Load(), len(c.memory.queue))
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestWaitingForMemoryIsOurs: an exchange that waits for memory while the lane of slow exchanges
// is full gives up, and the peer is not blamed for that.
func TestWaitingForMemoryIsOurs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: large(3<<20, true)}
		c, err := New(m.options(Options{Memory: 4 << 20, MaxSlow: 1}))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(b *Buffer) (aranea.Fetched, time.Duration) {
			start := time.Now()
			f := c.Do(context.Background(), Request{URL: parse(t, "http://a.test/"), MaxBody: 4 << 20, Buffer: b})
			return f, time.Since(start)
		}
		var first, second, third Buffer
		if f, _ := ask(&first); f.Failure != 0 {
			t.Fatal(brief(f))
		}
		time.AfterFunc(30*time.Second, first.Release)
		done := make(chan struct{})
		go func() {
			if f, took := ask(&second); f.Failure != 0 || took != 30*time.Second {
				t.Errorf("who came first, after %s: %s", took, brief(f))
			}
			close(done)
		}()
		time.Sleep(time.Second)
		if f, took := ask(&third); f.Failure != aranea.ScheduleRoom || f.Status != 200 || f.Body != nil || took != SlowAfter {
			t.Errorf("beside it, after %s: %s", took, brief(f))
		}
		<-done
		second.Release()
		c.Close()
		m.serving.Wait()
	})
}

// TestSlowExchangesHaveALane: a body that arrives slowly but steadily may take its time, unless
// too many others do.
func TestSlowExchangesHaveALane(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 30000\r\n\r\n")
			drip(c, strings.Repeat("x", 30_000), 1000, time.Second)
			return false
		})}
		c, err := New(m.options(Options{MaxSlow: 2}))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		done := make(chan aranea.Fetched)
		for i := range 5 {
			go func() { done <- c.Do(context.Background(), page(t, fmt.Sprintf("http://h%d.test/", i))) }()
		}
		whole, cut := 0, 0
		for range 5 {
			f := <-done
			switch took := f.Ended.Sub(start).Round(time.Second); {
			case f.Failure == 0 && len(f.Body) == 30_000:
				whole++
			case f.Failure == aranea.NetTimeout && f.Detail == errCrowded.Error() && took <= SlowAfter+time.Second:
				cut++
			default:
				t.Errorf("after %s: %s", took, brief(f))
			}
		}
		if whole != 2 || cut != 3 {
			t.Errorf("%d came whole and %d were cut", whole, cut)
		}
		if f := c.Do(context.Background(), page(t, "http://h9.test/")); f.Failure != 0 {
			t.Errorf("with the lane free again: %s", brief(f))
		}
		c.Close()
		m.serving.Wait()
	})
}

// TestAnswersThatDoNotBegin: answers that are slow to begin need room in the lane as well, and
// may then take the whole time.
func TestAnswersThatDoNotBegin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: raw(func(c net.Conn, request string) bool {
			switch {
			case strings.Contains(request, "/slow"):
				time.Sleep(12 * time.Second)
			case strings.Contains(request, "/never"):
				time.Sleep(hang)
			}
			_, err := io.WriteString(c, okAnswer)
			return err == nil
		})}
		c, err := New(m.options(Options{MaxSlow: 1}))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(url string) (aranea.Fetched, time.Duration) {
			start := time.Now()
			r := page(t, url)
			r.Patience = 2 * time.Second
			return c.Do(context.Background(), r), time.Since(start)
		}
		if f, took := ask("http://a.test/slow"); f.Failure != 0 || took != 12*time.Second {
			t.Errorf("alone, after %s: %s", took, brief(f))
		}
		if f, took := ask("http://a.test/never"); f.Detail != errFirstByte.Error() || took != DefaultFirstByte {
			t.Errorf("never, after %s: %s", took, brief(f))
		}
		done := make(chan struct{})
		go func() { ask("http://a.test/slow"); close(done) }()
		time.Sleep(time.Second)
		if f, took := ask("http://b.test/slow"); f.Detail != errCrowded.Error() || took != 2*time.Second {
			t.Errorf("beside another, after %s: %s", took, brief(f))
		}
		if f, _ := ask("http://c.test/"); f.Failure != 0 {
			t.Errorf("a quick one: %s", brief(f))
		}
		<-done
		c.Close()
		m.serving.Wait()
	})
}

// TestHangUp: when an exchange ends by a limit, its connection is closed, and what the peer
// continues to send is not read.
func TestHangUp(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	fields := func(status string) []byte {
		var b bytes.Buffer
		hpack.NewEncoder(&b).WriteField(hpack.HeaderField{Name: ":status", Value: status})
		return b.Bytes()
	}
	tests := []struct {
		name   string
		reason aranea.Reason
		flood  func(fr *http2.Framer, id uint32) error
	}{
		{"interim answers", aranea.NetProto, func(fr *http2.Framer, id uint32) error {
			return fr.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: fields("103"), EndHeaders: true})
		}},
		{"pings after the answer", aranea.ReasonNone, func(fr *http2.Framer, id uint32) error { return fr.WritePing(true, [8]byte{1}) }},
		{"settings after the answer", aranea.ReasonNone, func(fr *http2.Framer, id uint32) error { return fr.WriteSettingsAck() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool {
				if tt.reason == aranea.ReasonNone && !h2Answer(fr, id) {
					return false
				}
				for tt.flood(fr, id) == nil {
				}
				return false
			}}
			m := &inMemory{handle: s.handle}
			c := client(t, m.options(o))
			if f := c.Do(context.Background(), page(t, "https://example.com/")); f.Failure != tt.reason {
				t.Errorf("%s", brief(f))
			}
			m.serving.Wait() // the flood ends before the client is closed
		})
	}
}
