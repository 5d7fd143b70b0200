package frontier

import (
	"bytes"
	"cmp"
	"container/heap"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// A readyQueue holds the origins with work by their standing, so that hosts of one
// standing cannot keep those of a higher one from being asked. Of each standing
// those that are free stand in the order of their turns, and the others in that of
// the instants when they are.
type readyQueue struct {
	free, later [schedule.Standings]originHeap
	out         [schedule.Standings]int // leases, by the standing that they were made for
}

// A turn is an origin's place among those that are free: by when it became free
// and how much later than others it takes its turn, then by what came first into
// its queue, then by its identity, so that a run can be replayed.
type turn struct {
	since record.Instant // when it became free; 0 while it is not known
	after record.Instant // since, and how much later it comes
	seq   uint64
}

// put gives an origin its place, or a new one.
func (q *readyQueue) put(s *originState) {
	q.remove(s)
	s.standing = s.standingNow()
	heap.Push(&q.later[s.standing], s)
}

// remove takes an origin out if it is there.
func (q *readyQueue) remove(s *originState) {
	switch {
	case s.index < 0:
	case s.isFree:
		heap.Remove(&q.free[s.standing], s.index)
	default:
		heap.Remove(&q.later[s.standing], s.index)
	}
	s.isFree = false
}

// release brings the origins that are free by now among those in turn.
func (q *readyQueue) release(now record.Instant) {
	for i := range q.later {
		for h := &q.later[i]; len(*h) > 0 && (*h)[0].at <= now; {
			s := (*h)[0]
			heap.Pop(h)
			s.isFree = true
			heap.Push(&q.free[i], s)
		}
	}
}

// size returns the number of origins.
func (q *readyQueue) size() int {
	n := 0
	for _, w := range q.waiting() {
		n += w
	}
	return n
}

// waiting returns the number of origins by standing.
func (q *readyQueue) waiting() (n [schedule.Standings]int) {
	for i := range n {
		n[i] = len(q.free[i]) + len(q.later[i])
	}
	return n
}

// first returns the origin whose turn it is, or if none is free the one that is
// free first, of those to which one of so many free fetchers may be given. It
// returns nil if there is none.
func (q *readyQueue) first(fetchers int) *originState {
	var free, later *originState
	for i := range q.free {
		if !schedule.HasRoom(schedule.Standing(i), q.out, q.waiting(), fetchers) {
			continue
		}
		if h := q.free[i]; len(h) > 0 && (free == nil || before(h[0], free)) {
			free = h[0]
		}
		if h := q.later[i]; len(h) > 0 && (later == nil || before(h[0], later)) {
			later = h[0]
		}
	}
	if free != nil {
		return free
	}
	return later
}

// standingNow returns what the origin has shown so far.
func (s *originState) standingNow() schedule.Standing {
	return schedule.StandingOf(&aranea.Host{Robots: s.Robots, Failures: s.Failures, Backoff: s.host.Backoff, Counts: s.Counts})
}

// An originHeap orders origins that are all free, or all not.
type originHeap []*originState

var _ heap.Interface = (*originHeap)(nil)

// before reports whether a comes before b, which is free if a is.
func before(a, b *originState) bool {
	first := cmp.Compare(a.at, b.at)
	if a.isFree {
		first = cmp.Or(cmp.Compare(a.turn.after, b.turn.after), cmp.Compare(a.turn.seq, b.turn.seq))
	}
	return cmp.Or(first, bytes.Compare(a.id[:], b.id[:])) < 0
}

// Len is part of heap.Interface.
func (h originHeap) Len() int { return len(h) }

// Less is part of heap.Interface.
func (h originHeap) Less(i, j int) bool { return before(h[i], h[j]) }

// Swap is part of heap.Interface.
func (h originHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push is part of heap.Interface.
func (h *originHeap) Push(x any) {
	s := x.(*originState)
	s.index = len(*h)
	*h = append(*h, s)
}

// Pop is part of heap.Interface.
func (h *originHeap) Pop() any {
	old := *h
	s := old[len(old)-1]
	s.index = -1
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return s
}
