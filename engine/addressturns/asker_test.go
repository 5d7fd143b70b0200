package addressturns

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/scope/partition"
)

// A far node answers from a book, after a time, or with a fault.
type far struct {
	mu    sync.Mutex
	book  *Book
	takes time.Duration
	fault error
	sizes []int // of the batches
	spoil func(*Turns)
}

func (n *far) Turns(ctx context.Context, b Batch) (Turns, error) {
	n.mu.Lock()
	n.sizes = append(n.sizes, len(b.Asks))
	takes, fault := n.takes, n.fault
	n.mu.Unlock()
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		return Turns{}, context.Cause(ctx)
	}
	if fault != nil {
		return Turns{}, fault
	}
	got := n.book.Take(b.From, b.Asks)
	if n.spoil != nil {
		n.spoil(&got)
	}
	return got, nil
}

// asking returns the Asker of the first of two nodes, an address of the second, and what is logged.
func asking(t *testing.T, n *far) (*Asker, netip.Addr, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	n.book = ready(t)
	a := NewAsker(partition.Partition{Number: 1, Of: 2}, n.book, []Node{nil, n})
	a.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	return a, mine(2, 2), &log
}

// TestAsker: a turn begins and ends as its node has told, and what it has told of the address is known.
func TestAsker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &far{takes: 5 * ms}
		a, addr, log := asking(t, n)
		start := time.Now()
		check := func(apart, within, from, until time.Duration, ok bool) {
			t.Helper()
			f, u, given := a.Turn(netip.AddrFrom16(addr.As16()), apart, start.Add(within))
			if given != ok || ok && (f.Sub(start) != from || u.Sub(start) != until) {
				t.Errorf("from %s to %s, %t; want from %s to %s, %t", f.Sub(start), u.Sub(start), given, from, until, ok)
			}
		}
		known := func(nodes int, wait time.Duration) {
			t.Helper()
			if m, w := a.At(addr); m != nodes || w != wait {
				t.Errorf("%d nodes, free in %s; want %d, %s", m, w, nodes, wait)
			}
		}
		known(2, 0)
		check(time.Second, time.Second, 5*ms, ratelimit.Leeway(time.Second), true)
		known(1, 0)
		check(100*ms, 900*ms, 0, 0, false) // the first one lasts until 1.005 s
		known(1, 995*ms)
		n.book.Take(2, []Ask{{addr, 100 * ms, 0}})
		check(100*ms, 2*time.Second, 1005*ms, 1000*ms+ratelimit.Leeway(100*ms), true)
		known(2, 0)
		time.Sleep(2 * Lately)
		known(2, 0)
		check(100*ms, 0, 0, 0, false) // it is too late
		if from, until, ok := a.Turn(mine(1, 2), time.Second, time.Time{}); !ok || !from.Equal(time.Now()) || until.Sub(from) != ratelimit.Leeway(time.Second) {
			t.Errorf("the own book gives from %s to %s, %t", from, until, ok)
		}
		if log.Len() > 0 {
			t.Errorf("logged %s", log)
		}
	})
}

// TestAskerBatches: what is asked while a batch is on its way goes together with the next one.
func TestAskerBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &far{takes: 5 * ms}
		a, addr, _ := asking(t, n)
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				time.Sleep(time.Duration(min(i, 1)) * ms)
				if _, _, ok := a.Turn(addr, ms, time.Time{}); !ok {
					t.Error("no turn is given")
				}
			})
		}
		all.Wait()
		if len(n.sizes) != 2 || n.sizes[0] != 1 || n.sizes[1] != 49 {
			t.Errorf("batches of %v", n.sizes)
		}
	})
}

// TestAskerWithoutAnswer: requests leave without a turn while a node gives none, which takes no longer than
// the answer may, and the log says it once, and once when it is over.
func TestAskerWithoutAnswer(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		n    *far
		took time.Duration // the first time
	}{
		"away":         {&far{fault: errors.New("connection refused")}, 0},
		"stands still": {&far{takes: time.Hour}, patience},
		"slow":         {&far{takes: 30 * ms}, maxTries * 30 * ms},
		"wrong":        {&far{spoil: func(x *Turns) { x.Turns = nil }}, 0},
		"wrong nodes":  {&far{spoil: func(x *Turns) { x.Turns[0].Nodes = 3 }}, 0},
		"wrong wait":   {&far{spoil: func(x *Turns) { x.Turns[0].Wait = MostAhead + 1 }}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := tt.n
				a, addr, log := asking(t, n)
				for i := range 10 {
					start := time.Now()
					from, until, ok := a.Turn(addr, 100*ms, time.Now().Add(5*time.Second))
					if took := time.Since(start); !ok || !from.Equal(time.Now()) || !until.IsZero() || took > tt.took || i == 0 && took != tt.took {
						t.Errorf("%d: from %s to %s, %t, after %s", i, from, until, ok, took)
					}
					if m, wait := a.At(addr); m != 2 || wait != 0 {
						t.Errorf("%d: %d nodes, free in %s", i, m, wait)
					}
					time.Sleep(300 * ms)
				}
				n.mu.Lock()
				n.takes, n.fault, n.spoil = 0, nil, nil
				n.mu.Unlock()
				time.Sleep(awayTime)
				for range 2 {
					if _, until, ok := a.Turn(addr, 100*ms, time.Time{}); until.IsZero() || !ok {
						t.Error("there is no turn again")
					}
				}
				if text := log.String(); strings.Count(text, "level=WARN") != 1 || strings.Count(text, "level=INFO") != 1 || !strings.Contains(text, "node=2") {
					t.Errorf("logged %s", text)
				}
				if len(n.sizes) > 3*maxTries+4 {
					t.Errorf("asked %d times", len(n.sizes))
				}
			})
		})
	}
}
