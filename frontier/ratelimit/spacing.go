package ratelimit

import (
	"time"

	"github.com/aranea-search/aranea/frontier/record"
)

// A Spacing is what a lease changes of one pace.
type Spacing struct {
	Pace          *Pace
	Space         record.Instant // from this lease to the next one
	Apart         record.Instant // from its request to the next one, when they leave
	before, until record.Pace    // the pace before and after the lease
}

// Spaced returns what a lease changes of a pace that so many nodes share: that there is a turn for each, its
// leases are further apart than requests.
func Spaced(k *Pace, nodes int, apart time.Duration) Spacing {
	return Spacing{Pace: k, Space: record.Micros(Among(nodes, apart)), Apart: record.Micros(apart)}
}

// Reserve reserves the request of a lease.
func (x *Spacing) Reserve(t *Table, now record.Instant) {
	x.before = x.Pace.Pace
	x.Pace.Use(now, x.Space, t.late)
	x.until = x.Pace.Pace
	t.Take(x.Pace, now, x.Space)
}

// Return reverts Reserve, if nobody has used the pace since.
func (x *Spacing) Return() {
	if x.Pace.Pace == x.until {
		x.Pace.Pace = x.before
	}
}
