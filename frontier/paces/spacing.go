package paces

import (
	"time"

	"github.com/aranea-search/aranea/frontier/record"
)

// A Spacing is what a lease changes of one pace.
type Spacing struct {
	Pace          *Pace
	Space         record.Instant
	before, until record.Pace // the pace before and after the lease
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

// Among returns the distance that one of several nodes of a cluster keeps between its requests to an
// address, which the nodes share without asking each other: each has an equal part of the rate that
// apart stands for. A site has one node, so delays of hosts stay as they are.
func Among(nodes int, apart time.Duration) time.Duration {
	return apart * time.Duration(max(nodes, 1))
}
