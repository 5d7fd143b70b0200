package frontier

import (
	"container/heap"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// A readyQueue holds the hosts with work by their standing, so that hosts of one
// standing cannot keep those of a higher one from being asked.
type readyQueue struct {
	hosts [schedule.Standings]hostHeap
	out   [schedule.Standings]int // leases, by the standing that they were made for
}

// put gives a host its place, or a new one.
func (q *readyQueue) put(s *originState) {
	standing := s.standingNow()
	if s.index >= 0 && s.standing != standing {
		q.remove(s)
	}
	s.standing = standing
	if s.index >= 0 {
		heap.Fix(&q.hosts[standing], s.index)
		return
	}
	heap.Push(&q.hosts[standing], s)
}

// remove takes a host out if it is there.
func (q *readyQueue) remove(s *originState) {
	if s.index >= 0 {
		heap.Remove(&q.hosts[s.standing], s.index)
	}
}

// size returns the number of hosts.
func (q *readyQueue) size() int {
	n := 0
	for _, h := range q.hosts {
		n += len(h)
	}
	return n
}

// waiting returns the number of hosts by standing.
func (q *readyQueue) waiting() (n [schedule.Standings]int) {
	for i, h := range q.hosts {
		n[i] = len(h)
	}
	return n
}

// first returns the host that is free first, of those to which one of so many
// free fetchers may be given. It returns nil if there is none.
func (q *readyQueue) first(fetchers int) *originState {
	var best *originState
	for i, h := range q.hosts {
		if len(h) == 0 || !schedule.HasRoom(schedule.Standing(i), q.out, q.waiting(), fetchers) {
			continue
		}
		if best == nil || (hostHeap{h[0], best}).Less(0, 1) {
			best = h[0]
		}
	}
	return best
}

// standingNow returns what the origin has shown so far.
func (s *originState) standingNow() schedule.Standing {
	return schedule.StandingOf(&aranea.Host{Robots: s.Robots, Failures: s.Failures, Backoff: s.host.Backoff, Counts: s.Counts})
}
