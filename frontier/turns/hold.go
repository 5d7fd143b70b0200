package turns

import (
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// A Hold is one fetcher that is held for an origin.
type Hold struct {
	standing schedule.Standing
	until    record.Instant // when it is held for long
	long     bool
	over     bool
}

// Hold notes that a fetcher is held for an origin with a standing from now on, and
// that it lasts long once patience is over.
func (q *Queue[T]) Hold(s schedule.Standing, now, patience record.Instant) *Hold {
	x := &Hold{standing: s, until: now + patience}
	q.held.all[s]++
	q.held.young[s] = append(q.held.young[s], x)
	return x
}

// End notes that the fetcher is free again.
func (q *Queue[T]) End(x *Hold) {
	q.held.all[x.standing]--
	if x.long {
		q.held.long[x.standing]--
	}
	x.over = true
}

// holds counts the fetchers that are held. Those that are held for long are
// counted apart as far as they are not too many: a few slow exchanges are not to
// take the share of their standing from the many that are over at once.
type holds struct {
	all, long [schedule.Standings]int
	young     [schedule.Standings][]*Hold // that do not last long yet, oldest first
}

// age finds those that last long by now.
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

// out returns how many fetchers are held by standing, when so many are free, but
// for those that are held for long: of them up to a quarter of all fetchers do not
// count.
func (h *holds) out(free int) [schedule.Standings]int {
	total := max(free, 0)
	for _, n := range h.all {
		total += n
	}
	out, spare := h.all, total/4
	for i, n := range h.long {
		n = min(n, spare)
		out[i] -= n
		spare -= n
	}
	return out
}
