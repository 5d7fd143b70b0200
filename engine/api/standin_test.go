package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
)

// A place is where a node or its standby is: it refuses connections while it is dead, and answers nothing while it
// hangs.
type place struct {
	docs  int
	mu    sync.Mutex
	dead  bool
	hangs bool
	calls int
}

func (p *place) set(dead, hangs bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead, p.hangs = dead, hangs
}

// asked returns how often the place was asked something since it was last asked for that.
func (p *place) asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.calls
	p.calls = 0
	return n
}

// dial connects to a server in memory.
func (p *place) dial(h http.Handler) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		p.mu.Lock()
		p.calls++
		dead, hangs := p.dead, p.hangs
		p.mu.Unlock()
		switch {
		case dead:
			return nil, errors.New("connection refused")
		case hangs:
			<-ctx.Done()
			return nil, ctx.Err()
		}
		here, there := net.Pipe()
		go func() { _ = http.Serve(&single{conn: there}, h) }() // it ends when its only connection was taken
		return here, nil
	}
}

// A single listener has one connection.
type single struct {
	conn net.Conn
	once sync.Once
}

func (s *single) Accept() (c net.Conn, err error) {
	err = io.EOF
	s.once.Do(func() { c, err = s.conn, nil })
	return c, err
}
func (s *single) Close() error   { return nil }
func (s *single) Addr() net.Addr { return s.conn.LocalAddr() }

// A counting Service says how many pages it has.
type counting struct {
	*Client // refuses everything else
	docs    int
}

func (c counting) Docs(context.Context) (int, error) { return c.docs, nil }

// paired returns a client of a node with 1 page and of its standby, whose copy has 2. It has no copy if none is set.
func paired(t *testing.T, none bool) (c *Client, n, standby *place, log *strings.Builder) {
	t.Helper()
	part, key := partition.Partition{Number: 2, Of: 3}, strings.Repeat("k", 32)
	n, standby, log = &place{docs: 1}, &place{docs: 2}, &strings.Builder{}
	a := NodeAddress{URL: "http://node.test:1", Key: key, Partition: part}
	c = DialNode(NodeAddress{URL: a.URL, Key: key, Partition: part, Standby: "http://standby.test:2", Logger: slog.New(slog.NewTextHandler(log, nil))})
	p, ok := c.way.now.through.(*pair)
	if !ok {
		t.Fatal("no pair")
	}
	refusing := Refusing(&aranea.Error{Op: "ask standby", Kind: aranea.Denied, Err: errors.New("a standby changes nothing")})
	copied := time.Now()
	if none {
		copied = time.Time{}
	}
	p.node.inner.DialContext = n.dial(Node(counting{refusing, n.docs}, NodeOptions{Key: key, Partition: part}))
	p.standby.inner.DialContext = standby.dial(Node(counting{refusing, standby.docs}, NodeOptions{Key: key, Partition: part, Copied: copied}))
	p.node.inner.DisableKeepAlives, p.standby.inner.DisableKeepAlives = true, true
	return c, n, standby, log
}

// TestStandbyAnswers: while a node is away, its standby is asked what only reads, and the node beside, until it is
// there again.
func TestStandbyAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n, standby, log := paired(t, false)
		defer c.Close()
		docs := func(when string, want int, takes time.Duration) {
			t.Helper()
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			if got, err := c.Docs(ctx); err != nil || got != want || time.Since(began) != takes {
				t.Errorf("%s: %d, %v after %s; want %d after %s", when, got, err, time.Since(began), want, takes)
			}
			synctest.Wait()
		}
		docs("the node is there", 1, 0)
		if standby.asked() != 0 {
			t.Error("the standby is asked beside its node")
		}
		n.set(true, false)
		docs("it is dead", 2, 0)
		if _, err := c.Steer(t.Context(), service.Order{Deed: service.Stop}); aranea.KindOf(err) != aranea.Transient {
			t.Errorf("an order to a node that is away: %v", err)
		}
		if _, err := c.Greet(t.Context()); aranea.KindOf(err) != aranea.Transient {
			t.Errorf("who a node is that is away: %v", err)
		}
		n.asked()
		docs("it is known to be dead", 2, 0)
		if n.asked() != 0 {
			t.Error("a node that is known to be away is asked at once")
		}
		time.Sleep(firstAgain)
		docs("it is asked beside", 2, 0)
		if n.asked() != 1 {
			t.Error("the node is not asked beside")
		}
		n.set(false, false)
		time.Sleep(2 * firstAgain)
		docs("it is there, which is not known yet", 2, 0)
		docs("it is there again", 1, 0)
		n.set(false, true)
		docs("it hangs", 2, 2500*time.Millisecond)
		docs("it is doubted", 2, 0)
		time.Sleep(dialPatience)
		n.set(false, false)
		time.Sleep(longestAgain)
		docs("it hangs no more, which is not known yet", 2, 0)
		docs("it is there once more", 1, 0)
		if got := log.String(); strings.Count(got, "its standby answers") != 2 || strings.Count(got, "there again") != 2 {
			t.Errorf("log:\n%s", got)
		}
	})
}

// TestStandbyRefuses: where the standby has no answer either, the error is about the node.
func TestStandbyRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ none, dead bool }{"it has no copy": {none: true}, "it is dead": {dead: true}} {
		synctest.Test(t, func(t *testing.T) {
			c, n, standby, _ := paired(t, tt.none)
			defer c.Close()
			n.set(true, false)
			standby.set(tt.dead, false)
			for range 2 {
				if _, err := c.Docs(t.Context()); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "node.test") {
					t.Errorf("%s: %v", name, err)
				}
			}
			standby.set(false, false)
			if _, err := c.Facts(t.Context(), search.Request{Query: "silk"}); !tt.none && (aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "changes nothing")) {
				t.Errorf("%s: a call with a body is not passed on: %v", name, err)
			}
		})
	}
}

// TestStandbyTakesOver: what hangs at a node goes to its standby as soon as the node is found away.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n, _, _ := paired(t, false)
		defer c.Close()
		n.set(false, true)
		began := time.Now()
		done := make(chan error)
		go func() {
			_, err := c.Docs(t.Context()) // it waits as long as it takes
			done <- err
		}()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if _, err := c.Docs(ctx); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil || time.Since(began) > 2*dialPatience {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
	})
}

// TestEndlessAnswer: an answer that a node begins and never ends does not keep whoever asks without a limit of time.
func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		drip := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for ctl := http.NewResponseController(w); ; {
				text := " "
				if r.URL.Path == apiRoot+"removals" {
					text = "{}\n"
				}
				if _, err := io.WriteString(w, text); err != nil || ctl.Flush() != nil {
					return
				}
				select {
				case <-time.After(time.Second):
				case <-r.Context().Done():
					return
				}
			}
		})
		c := DialNode(NodeAddress{URL: "http://node.test:1", Key: strings.Repeat("k", 32), Partition: partition.Partition{Number: 2, Of: 3}})
		c.way.now.node.inner.DialContext, c.way.now.node.inner.DisableKeepAlives = new(place).dial(drip), true
		began := time.Now()
		_, err := c.Docs(t.Context())
		if took := time.Since(began); !errors.Is(err, errCut) || took > nodeAskTime+restPatience+time.Second {
			t.Errorf("a number: after %s: %v", took, err)
		}
		began = time.Now()
		var last error
		for _, last = range c.Removals(t.Context()) {
		}
		if took := time.Since(began); !errors.Is(last, errCut) || took > nodeWalkTime+restPatience+time.Second {
			t.Errorf("a list: after %s: %v", took, last)
		}
	})
}
