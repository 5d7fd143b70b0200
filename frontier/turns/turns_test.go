package turns

import (
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// place returns the place of an origin that is free at an instant and takes its
// turn at another.
func place(name byte, at, after record.Instant) *Place[byte] {
	p := &Place[byte]{Item: name, At: at, After: after}
	p.ID[0] = name
	return p
}

// next takes what First returns until there is none, at an instant.
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
		q.Put(place('a', 30, 90), schedule.Trusted)
		q.Put(place('b', 10, 80), schedule.Known)
		q.Put(place('c', 20, 70), schedule.Stranger)
		q.Put(place('e', 10, 60), schedule.Trusted)
		q.Put(place('d', 10, 60), schedule.Trusted)
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
	q.Put(p, schedule.Stranger) // anew, with another standing
	if q.Size() != 5 || p.Standing() != schedule.Stranger {
		t.Errorf("%d places, standing %d", q.Size(), p.Standing())
	}
	if got := string(next(q, 30, 8)); got != "decba" {
		t.Errorf("%s after a change", got)
	}
}

// TestLongHolds: what is held for long leaves its share to others of its standing,
// as far as it is no more than an eighth of all fetchers.
func TestLongHolds(t *testing.T) {
	t.Parallel()
	q := new(Queue[byte])
	for i := range byte(20) {
		q.Put(place('A'+i, 0, 0), schedule.Trusted)
	}
	q.Put(place('s', 0, -1), schedule.Stranger) // whose turn it is, if there is room
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
	check(100, 10, 's') // 2 of them count no more
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
