package scheduler

import (
	"bytes"
	"cmp"
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Queue holds the origins with work by their standing, so that hosts of one standing cannot
// delay those of a higher one. It has a place for each, including those that are not in the
// queue now. The zero Queue is empty.
type Queue[T any] struct {
	places      places[T]
	free, later [schedule.Standings][]uint32 // heaps of the numbers of places
	held        holds
	fetchers    int // their number: the most that were free at once since none was held
}

// Place returns the place of an origin, a new one if it had none.
func (q *Queue[T]) Place(id weburl.OriginID) *Place[T] {
	if p := q.places.find(id); p != nil {
		return p
	}
	return q.places.make(id)
}

// Find returns the place of an origin, nil if it has none.
func (q *Queue[T]) Find(id weburl.OriginID) *Place[T] { return q.places.find(id) }

// Drop removes an origin and its place, which must not be used any more.
func (q *Queue[T]) Drop(p *Place[T]) {
	q.Remove(p)
	q.places.drop(p)
}

// All yields all places, in no particular order. Each may be put and removed meanwhile, but not
// dropped.
func (q *Queue[T]) All() iter.Seq[*Place[T]] { return q.places.all() }

// Len returns the number of places.
func (q *Queue[T]) Len() int { return q.places.n }

// Bytes returns the memory that the queue uses.
func (q *Queue[T]) Bytes() int {
	n := q.places.bytes()
	for i := range q.free {
		n += (cap(q.free[i]) + cap(q.later[i])) * numberBytes
	}
	return n
}

// Size returns the number of origins in the queue.
func (q *Queue[T]) Size() int {
	n := 0
	for _, w := range q.waiting() {
		n += w
	}
	return n
}

// Put puts an origin into the queue, or moves it.
func (q *Queue[T]) Put(p *Place[T], s schedule.Standing) {
	q.Remove(p)
	p.standing = s
	q.push(p)
}

// Remove removes an origin from the queue if it is there.
func (q *Queue[T]) Remove(p *Place[T]) {
	if p.index == 0 {
		return
	}
	h := q.heapOf(p)
	i, last := int(p.index)-1, len(*h)-1
	q.set(*h, i, (*h)[last])
	*h = (*h)[:last]
	if i < last {
		q.down(*h, i)
		q.up(*h, i)
	}
	p.index, p.isFree = 0, false
}

// Release moves the origins that are free by now to those in turn, and updates the long holds.
func (q *Queue[T]) Release(now record.Instant) {
	for i := range q.later {
		for len(q.later[i]) > 0 && q.first(q.later[i]).At <= now {
			p := q.first(q.later[i])
			q.Remove(p)
			p.isFree = true
			q.push(p)
		}
	}
	q.held.age(now)
}

// waiting returns the number of origins by standing.
func (q *Queue[T]) waiting() (n [schedule.Standings]int) {
	for i := range n {
		n[i] = len(q.free[i]) + len(q.later[i])
	}
	return n
}

// First returns the origin whose turn it is, or if none is free the one that is free first, of
// those to which one of the free fetchers may be given; nil if there is none.
func (q *Queue[T]) First(fetchers int) *Place[T] {
	if !q.held.any() {
		q.fetchers = 0
	}
	q.fetchers = max(q.fetchers, fetchers)
	share := schedule.Share{Total: q.fetchers, Free: fetchers, Held: q.held.brief(q.fetchers), Waiting: q.waiting()}
	var free, later *Place[T]
	for i := range q.free {
		if !share.HasRoom(schedule.Standing(i)) {
			continue
		}
		if p := q.first(q.free[i]); p != nil && (free == nil || p.before(free)) {
			free = p
		}
		if p := q.first(q.later[i]); p != nil && (later == nil || p.before(later)) {
			later = p
		}
	}
	if free != nil {
		return free
	}
	return later
}

// before reports whether p comes before o; both are free, or neither is.
func (p *Place[T]) before(o *Place[T]) bool {
	first := cmp.Compare(p.At, o.At)
	if p.isFree {
		a, b := p.After, o.After
		if p.standing == o.standing {
			a, b = a+p.behind(), b+o.behind()
		}
		first = cmp.Or(cmp.Compare(a, b), cmp.Compare(p.Seq, o.Seq))
	}
	return cmp.Or(first, bytes.Compare(p.ID[:], o.ID[:])) < 0
}

func (p *Place[T]) behind() record.Instant { return record.Instant(p.Behind) * microsOfMilli }

const microsOfMilli = 1000

// heapOf returns the heap that a place is in, or belongs to.
func (q *Queue[T]) heapOf(p *Place[T]) *[]uint32 {
	if p.isFree {
		return &q.free[p.standing]
	}
	return &q.later[p.standing]
}

// first returns the first place of a heap, nil if it is empty.
func (q *Queue[T]) first(h []uint32) *Place[T] {
	if len(h) == 0 {
		return nil
	}
	return q.places.at(h[0])
}

func (q *Queue[T]) push(p *Place[T]) {
	h := q.heapOf(p)
	*h = append(*h, p.number)
	p.index = uint32(len(*h))
	q.up(*h, len(*h)-1)
}

// set puts a place at an index of a heap.
func (q *Queue[T]) set(h []uint32, i int, number uint32) {
	h[i] = number
	q.places.at(number).index = uint32(i) + 1
}

// up moves the place at an index up before its ancestors that come later.
func (q *Queue[T]) up(h []uint32, i int) {
	for p := q.places.at(h[i]); i > 0; {
		above := (i - 1) / 2
		if !p.before(q.places.at(h[above])) {
			return
		}
		q.set(h, i, h[above])
		q.set(h, above, p.number)
		i = above
	}
}

// down moves it down after its descendants that come earlier.
func (q *Queue[T]) down(h []uint32, i int) {
	for p := q.places.at(h[i]); 2*i+1 < len(h); {
		below := 2*i + 1
		if right := below + 1; right < len(h) && q.places.at(h[right]).before(q.places.at(h[below])) {
			below = right
		}
		if !q.places.at(h[below]).before(p) {
			return
		}
		q.set(h, i, h[below])
		q.set(h, below, p.number)
		i = below
	}
}
