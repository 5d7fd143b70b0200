package scheduler

import (
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// put queues the origin with a name: it is free at an instant and takes its turn at another.
func put(q *Queue[byte], name byte, at, after record.Instant, s schedule.Standing) {
	p := q.Place(weburl.OriginID{name})
	p.Item, p.At, p.After = name, at, after
	q.Put(p, s)
}

// next removes what First returns until there is none, at an instant.
func next(q *Queue[byte], now record.Instant, fetchers int) (names []byte) {
	for q.Release(now); ; {
		p := q.First(fetchers)
		if p == nil {
			return names
		}
		names = append(names, p.Item)
		q.Remove(p)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	fill := func() *Queue[byte] {
		q := new(Queue[byte])
		put(q, 'a', 30, 90, schedule.Trusted)
		put(q, 'b', 10, 80, schedule.Known)
		put(q, 'c', 20, 70, schedule.Stranger)
		put(q, 'e', 10, 60, schedule.Trusted)
		put(q, 'd', 10, 60, schedule.Trusted)
		return q
	}
	for _, tt := range []struct {
		name string
		now  record.Instant
		want string
	}{
		{"none is free: by instant", 0, "bdeca"},
		{"all are free: by turn", 30, "decba"},
		{"what is free comes before what is not", 10, "debca"},
	} {
		if got := string(next(fill(), tt.now, 8)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	q := fill()
	p := q.First(8)
	q.Release(10)
	q.Put(p, schedule.Stranger) // again, with another standing
	if q.Size() != 5 || p.Standing() != schedule.Stranger {
		t.Errorf("%d places, standing %d", q.Size(), p.Standing())
	}
	if got := string(next(q, 30, 8)); got != "decba" {
		t.Errorf("%s after a change", got)
	}
}

// TestLongHolds: a standing may hold more fetchers while some of its holds are long, up to an
// eighth of all fetchers.
func TestLongHolds(t *testing.T) {
	t.Parallel()
	q := new(Queue[byte])
	for i := range byte(20) {
		put(q, 'A'+i, 0, 0, schedule.Trusted)
	}
	put(q, 's', 0, -1, schedule.Stranger) // whose turn it is, if there is room
	check := func(now record.Instant, free int, want byte) {
		t.Helper()
		q.Release(now)
		if got := q.First(free).Item; got != want {
			t.Errorf("at %d with %d free fetchers: %c, want %c", now, free, got, want)
		}
	}
	check(0, 16, 's')
	var held []*Hold
	for range 6 {
		held = append(held, q.Hold(schedule.Stranger, 0, 100))
	}
	check(99, 10, 'A')  // 6 of 16 are the strangers' share
	check(100, 10, 's') // 2 of them no longer count
	for range 2 {
		held = append(held, q.Hold(schedule.Stranger, 100, 100))
	}
	check(200, 8, 'A') // all 8 are long, and 2 of them do not count
	for range 2 {
		held = append(held, q.Hold(schedule.Known, 200, 100))
	}
	for _, x := range held[:2] {
		q.End(x)
	}
	check(299, 8, 's')
	held = append(held, q.Hold(schedule.Stranger, 299, 100), q.Hold(schedule.Stranger, 299, 100))
	check(300, 6, 'A') // the known ones are long by now, and come first
	for _, x := range held[2:] {
		q.End(x)
	}
	check(400, 16, 's')
	if q.held.any() || q.held.long != q.held.all {
		t.Errorf("holds %+v are left", q.held)
	}
	for range 6 {
		q.Hold(schedule.Stranger, 400, 100)
	}
	check(400, 16, 's') // their fetchers are free already
	check(400, 10, 'A')
}

// TestPlaces: whatever is added and removed, each origin has its own place, and the next origins
// are those that a scan of all places finds.
func TestPlaces(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	q, known := new(Queue[int]), map[weburl.OriginID]*Place[int]{}
	for step := range 8_000 {
		id := weburl.OriginID{byte(rnd.IntN(4)), byte(rnd.IntN(200))} // fewer than there are chunks for
		p := q.Place(id)
		if was := known[id]; was != nil && was != p || p.ID != id || was == nil && (p.Item != 0 || p.Queued()) {
			t.Fatalf("step %d: %x has the place %+v, before %+v", step, id, p, was)
		}
		known[id] = p
		switch rnd.IntN(4) {
		case 0:
			q.Drop(p)
			delete(known, id)
		case 1:
			q.Remove(p)
		default:
			q.Remove(p)
			p.Item, p.At, p.After = step+1, record.Instant(rnd.IntN(100)), record.Instant(rnd.IntN(100))
			q.Put(p, schedule.Trusted)
		}
		if got := q.Find(id); got != known[id] {
			t.Fatalf("step %d: %x is found at %p, want %p", step, id, got, known[id])
		}
		if got, want := q.First(1), earliest(known); got != want {
			t.Fatalf("step %d: first %+v, want %+v", step, got, want)
		}
	}
	all := 0
	for p := range q.All() {
		if all++; known[p.ID] != p {
			t.Errorf("%x is no origin's place", p.ID)
		}
	}
	if all != len(known) || q.Len() != all {
		t.Errorf("%d places of %d origins, %d counted", all, len(known), q.Len())
	}
	inTurn(t, q)
}

// earliest returns the first place of those that are queued and not free.
func earliest(known map[weburl.OriginID]*Place[int]) (first *Place[int]) {
	for _, p := range known {
		if p.Queued() && (first == nil || p.before(first)) {
			first = p
		}
	}
	return first
}

// inTurn removes all places and checks their order.
func inTurn(t *testing.T, q *Queue[int]) {
	t.Helper()
	q.Release(50)
	var last *Place[int]
	for n := q.Size(); n > 0; n-- {
		p := q.First(1)
		if last != nil && (p.At <= 50 && (last.At > 50 || p.After < last.After) || p.At > 50 && p.At < last.At) {
			t.Errorf("%+v comes behind %+v", p, last)
		}
		last = p
		if q.Remove(p); q.Size() != n-1 {
			t.Fatalf("%d places are left, want %d", q.Size(), n-1)
		}
	}
}
