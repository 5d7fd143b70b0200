package frontier

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/frontier/prefetch"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestWindowAgreesWithTheQueue makes random changes of one host's queue: the window always
// returns the first key that is not leased.
func TestWindowAgreesWithTheQueue(t *testing.T) {
	t.Parallel()
	lives := uint64(12)
	if testing.Short() {
		lives = 3
	}
	for n := range lives {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			queueLife(t, rand.New(rand.NewPCG(n, 7)))
		})
	}
}

func queueLife(t *testing.T, rnd *rand.Rand) {
	f := open(t, memstore.New(), Options{Memory: 1})
	s, err := f.origin("http://a.test", f.identities.Of("http://a.test"))
	if err != nil {
		t.Fatal(err)
	}
	s.keyed = true
	var queue []record.Queued // unleased, in order
	insert := func(q record.Queued) {
		i, _ := slices.BinarySearchFunc(queue, q.Position, func(a record.Queued, p record.Position) int { return a.Compare(p) })
		queue = slices.Insert(queue, i, q)
	}
	for range 1500 {
		b := f.kv.NewBatch()
		var moves []record.Queued
		switch rnd.IntN(6) {
		case 0, 1:
			for range rnd.IntN(40) {
				f.sequence++
				e := record.Entry{Rank: uint16(rnd.IntN(4)), Seq: f.sequence}
				q := e.Queued(parse(t, "http://a.test/x").ID())
				move{s, q}.put(b)
				insert(q)
				moves = append(moves, q)
			}
		case 2: // leases end, with the key returned or gone
			if len(s.out) > 0 {
				i := rnd.IntN(len(s.out))
				q := s.out[i]
				s.out = slices.Delete(s.out, i, i+1)
				if rnd.IntN(2) == 0 {
					insert(q)
					moves = append(moves, q)
				} else {
					s.unqueue(b, q)
				}
			}
		case 3:
			if rnd.IntN(5) == 0 {
				f.windows.Drop(&s.window)
			}
		default:
			if err := f.windows.Refill(f.kv, &s.window, s.id, s.keyed, s.out); err != nil {
				t.Fatal(err)
			}
			if (s.window.Len() == 0) != (len(queue) == 0) {
				t.Fatalf("the window holds %d keys, the queue %d", s.window.Len(), len(queue))
			}
			if len(queue) > 0 && len(s.out) < 30 {
				q, _ := f.windows.Take(&s.window)
				if q != queue[0] {
					t.Fatalf("taken %v, first is %v", q.Position, queue[0].Position)
				}
				queue, s.out = queue[1:], append(s.out, q)
			}
		}
		if err := b.Commit(false); err != nil {
			t.Fatal(err)
		}
		for _, q := range moves {
			f.windows.Insert(&s.window, q)
		}
		if n := s.window.Len(); n > prefetch.WindowMax || f.windows.Keys() != n {
			t.Fatalf("%d keys in the window, %d counted, limit %d", n, f.windows.Keys(), prefetch.WindowMax)
		}
	}
}

// TestWindowsShareTheirMemory: with more hosts than there is memory for keys, the most recently
// used ones keep theirs.
func TestWindowsShareTheirMemory(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	f.windows.Max = 100
	for h := range 40 {
		for p := range 10 {
			seed(t, f, fmt.Sprintf("http://h%d.test/%d", h, p))
		}
	}
	if n := f.Stats().Windowed; n > 100 || n < 90 {
		t.Errorf("%d keys in memory, limit 100", n)
	}
	seen := map[string]bool{}
	for {
		ls, wake := lease(t, f, t0, 7)
		if len(ls) == 0 {
			if !wake.IsZero() {
				t.Fatalf("wake %s", wake)
			}
			break
		}
		for _, l := range ls {
			seen[l.Entry.URL.String()] = true
			commit(t, f, t0, done(l, t0))
		}
		if n := f.Stats().Windowed; n > 100 {
			t.Fatalf("%d keys in memory, limit 100", n)
		}
	}
	if len(seen) != 40*11 {
		t.Errorf("%d URLs leased, want %d", len(seen), 40*11)
	}
	if s := f.Stats(); s.Loaded != 0 || s.InFlight != 0 || s.Ready != 0 || s.Windowed != 0 || s.Hosts != 40 || len(f.hosts) != 0 {
		t.Errorf("at the end %+v and %d clocks", s, len(f.hosts))
	}
}

// TestTheDelayOfTodayCounts: a different delay set by the operator applies, and a longer one
// that a site asked for stays.
func TestTheDelayOfTodayCounts(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: time.Second})
	seed(t, f, "http://a.test/1", "http://a.test/2")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0))
	for i, delay := range []time.Duration{time.Minute, 10 * time.Millisecond} {
		again := open(t, kv, Options{Delay: delay})
		ls, _ := lease(t, again, t0.Add(time.Duration(i+1)*time.Hour), 1)
		if len(ls) != 1 || ls[0].Host.Delay != delay {
			t.Errorf("delay %s: leases %+v", delay, ls)
		}
	}
}
