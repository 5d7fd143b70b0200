package turns

import (
	"bytes"
	"cmp"
	"container/heap"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Place is that of an origin in a Queue, with what it depends on. The fields may
// change while the origin is not in the queue.
type Place[T any] struct {
	Item T
	ID   weburl.OriginID // of the origin; it decides ties, so that a run can be replayed

	At    record.Instant // when it is free
	Since record.Instant // when it became free; 0 while it is not known
	After record.Instant // Since, and how much later than others it takes its turn
	Seq   uint64         // of what came first into its queue
	// Behind is how much later still it takes its turn among those of its standing.
	Behind record.Instant

	standing schedule.Standing
	isFree   bool
	index    int // in its heap, and one; 0 if in none
}

// Standing returns the standing with which the origin was put into the queue.
func (p *Place[T]) Standing() schedule.Standing { return p.standing }

// Queued reports whether the origin is in the queue.
func (p *Place[T]) Queued() bool { return p.index > 0 }

// before reports whether p comes before o, which is free if p is.
func (p *Place[T]) before(o *Place[T]) bool {
	first := cmp.Compare(p.At, o.At)
	if p.isFree {
		a, b := p.After, o.After
		if p.standing == o.standing {
			a, b = a+p.Behind, b+o.Behind
		}
		first = cmp.Or(cmp.Compare(a, b), cmp.Compare(p.Seq, o.Seq))
	}
	return cmp.Or(first, bytes.Compare(p.ID[:], o.ID[:])) < 0
}

// A Queue holds the origins with work by their standing, so that hosts of one
// standing cannot keep those of a higher one from being asked. The zero Queue is
// empty.
type Queue[T any] struct {
	free, later [schedule.Standings]places[T]
	held        holds
	fetchers    int // that there are: the most that were free at once, since none was held
}

// Put gives an origin its place, or a new one.
func (q *Queue[T]) Put(p *Place[T], s schedule.Standing) {
	q.Remove(p)
	p.standing = s
	heap.Push(&q.later[s], p)
}

// Remove takes an origin out if it is there.
func (q *Queue[T]) Remove(p *Place[T]) {
	switch {
	case p.index == 0:
	case p.isFree:
		heap.Remove(&q.free[p.standing], p.index-1)
	default:
		heap.Remove(&q.later[p.standing], p.index-1)
	}
	p.isFree = false
}

// Release brings the origins that are free by now among those in turn, and counts
// the fetchers that are held for long apart.
func (q *Queue[T]) Release(now record.Instant) {
	for i := range q.later {
		for h := &q.later[i]; len(*h) > 0 && (*h)[0].At <= now; {
			p := (*h)[0]
			heap.Pop(h)
			p.isFree = true
			heap.Push(&q.free[i], p)
		}
	}
	q.held.age(now)
}

// Size returns the number of origins.
func (q *Queue[T]) Size() int {
	n := 0
	for _, w := range q.waiting() {
		n += w
	}
	return n
}

// waiting returns the number of origins by standing.
func (q *Queue[T]) waiting() (n [schedule.Standings]int) {
	for i := range n {
		n[i] = len(q.free[i]) + len(q.later[i])
	}
	return n
}

// First returns the origin whose turn it is, or if none is free the one that is
// free first, of those to which one of so many free fetchers may be given. It
// returns nil if there is none.
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
		if h := q.free[i]; len(h) > 0 && (free == nil || h[0].before(free)) {
			free = h[0]
		}
		if h := q.later[i]; len(h) > 0 && (later == nil || h[0].before(later)) {
			later = h[0]
		}
	}
	if free != nil {
		return free
	}
	return later
}

// places are a heap of origins that are all free, or all not.
type places[T any] []*Place[T]

var _ heap.Interface = (*places[int])(nil)

// Len is part of heap.Interface.
func (h places[T]) Len() int { return len(h) }

// Less is part of heap.Interface.
func (h places[T]) Less(i, j int) bool { return h[i].before(h[j]) }

// Swap is part of heap.Interface.
func (h places[T]) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i+1, j+1
}

// Push is part of heap.Interface.
func (h *places[T]) Push(x any) {
	p := x.(*Place[T])
	*h = append(*h, p)
	p.index = len(*h)
}

// Pop is part of heap.Interface.
func (h *places[T]) Pop() any {
	old := *h
	p := old[len(old)-1]
	p.index = 0
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return p
}
