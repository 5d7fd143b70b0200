package scheduler

import (
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// A Hold is one fetcher that is held for an origin.
type Hold struct {
	standing schedule.Standing
	until    record.Instant // when the hold becomes long
	long     bool
	over     bool
}

// Hold records that a fetcher is held for an origin with a standing from now on, and that the
// hold becomes long after patience.
func (q *Queue[T]) Hold(s schedule.Standing, now, patience record.Instant) *Hold {
	x := &Hold{standing: s, until: now + patience}
	q.held.all[s]++
	q.held.young[s] = append(q.held.young[s], x)
	return x
}

// End records that the fetcher is free again.
func (q *Queue[T]) End(x *Hold) {
	q.held.all[x.standing]--
	if x.long {
		q.held.long[x.standing]--
	}
	x.over = true
}

// holds counts the fetchers that are held. Long holds are counted separately, up to a share (see
// schedule.LongShare).
type holds struct {
	all, long [schedule.Standings]int
	young     [schedule.Standings][]*Hold // not long yet, oldest first
}

// age finds those that are long by now.
func (h *holds) age(now record.Instant) {
	for i := range h.young {
		n := 0
		for n < len(h.young[i]) && (h.young[i][n].over || h.young[i][n].until <= now) {
			if x := h.young[i][n]; !x.over {
				x.long = true
				h.long[i]++
			}
			n++
		}
		clear(h.young[i][:n])
		h.young[i] = h.young[i][n:]
	}
}

// brief returns by standing how many fetchers of total are held, without the long holds, as far
// as these are within their share. Known hosts, which have fewer long holds, come first.
func (h *holds) brief(total int) [schedule.Standings]int {
	n, spare := h.all, total/schedule.LongShare
	for _, s := range [...]schedule.Standing{schedule.Known, schedule.Stranger} {
		long := min(h.long[s], spare)
		n[s] -= long
		spare -= long
	}
	return n
}

// any reports whether a fetcher is held.
func (h *holds) any() bool { return h.all != [schedule.Standings]int{} }
