// Package dormant defines what is kept in memory of an origin with work whose state is not: its
// place in the queue of turns with a seat, about a hundred bytes in all.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It is not safe for concurrent use.
package dormant

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/scheduler"
)

// A Queue is the queue of turns of all origins with work, and a Place is one of them.
type (
	Queue = scheduler.Queue[Seat]
	Place = scheduler.Place[Seat]
)

// A Seat is what a place stores of its origin. There is one for each origin with work, so it is
// small and has no pointers.
type Seat struct {
	InMemory bool // its state is in memory, and the fields below are not set

	Again   bool // some of its pages are to be visited again, or links to it to be checked, which no page limit prevents
	Trouble aranea.Reason
	Queued  uint32        // number of entries, or the maximum
	Answers uint32        // how long its answers take, as Millis
	Wish    uint32        // the delay that its host asks for beyond the operator's, as Millis
	Own     OwnDelay      // of the operator for its host
	Pace    ratelimit.Key // that its host shares with others, if known
}

// Millis returns a duration in milliseconds, rounded up, or the maximum.
func Millis(d time.Duration) uint32 {
	d = min(max(d, 0), math.MaxUint32*time.Millisecond)
	return uint32((d + time.Millisecond - 1) / time.Millisecond)
}

// Duration reverses Millis.
func Duration(millis uint32) time.Duration { return time.Duration(millis) * time.Millisecond }

// Count returns a number of queued entries as a seat stores it.
func Count(queued uint64) uint32 { return uint32(min(queued, math.MaxUint32)) }

// An OwnDelay is the operator's delay for one host in milliseconds and one more, or 0 if it is
// that for all hosts.
type OwnDelay uint32

// OwnDelayOf returns a delay that the operator set for a host.
func OwnDelayOf(d time.Duration) OwnDelay {
	return OwnDelay(min(Millis(d), math.MaxUint32-1)) + 1
}

// Delay returns the delay of the origin's host, if general is the operator's for all hosts. The
// one for this host is that of when it left memory.
func (x *Seat) Delay(general time.Duration) time.Duration {
	if x.Own > 0 {
		general = Duration(uint32(x.Own) - 1)
	}
	return max(general, Duration(x.Wish))
}

// IsVisited reports whether the origin only waits for its turn.
func (x *Seat) IsVisited() bool {
	return x.Trouble == aranea.ReasonNone || x.Trouble == aranea.ScheduleBackoff
}

// All yields the places of the origins that are not in memory.
func All(q *Queue) iter.Seq[*Place] {
	return func(yield func(*Place) bool) {
		for p := range q.All() {
			if !p.Item.InMemory && !yield(p) {
				return
			}
		}
	}
}

// TimeLeft returns the least time that their entries need, treating each origin as its own host.
// needs returns it for a number of entries with a delay.
func TimeLeft(q *Queue, general time.Duration, needs func(queued uint64, delay time.Duration) time.Duration) (left time.Duration) {
	for p := range All(q) {
		if p.Item.IsVisited() {
			left = max(left, needs(uint64(p.Item.Queued), p.Item.Delay(general)))
		}
	}
	return left
}

// Troubled returns the origins in trouble, at most max, those with the most entries first, and
// the total number of origins and entries.
func Troubled(q *Queue, max int) (list []*Place, origins int, queued uint64) {
	for p := range All(q) {
		if p.Item.Trouble != aranea.ReasonNone {
			queued += uint64(p.Item.Queued)
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *Place) int {
		return cmp.Or(cmp.Compare(b.Item.Queued, a.Item.Queued), slices.Compare(a.ID[:], b.ID[:]))
	})
	return list[:min(len(list), max)], len(list), queued
}
