package frontier

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// All that moves the next allowed instants of hosts, addresses and sites stands here. A lease
// reserves the next request: until its outcome is known, or that its answer has arrived
// (arrived.go), its request counts as sent at the last instant when it may. The outcome says when
// the request had arrived; from there the delay counts. What was reserved is stored before that.

// reserve takes the next request of the host of a lease, and of its paces. It returns
// how far the request must be from others when it leaves.
func (f *Frontier) reserve(l *leased, id aranea.LeaseID, now, send record.Instant) (s aranea.Spacing) {
	claim := hold{lease: id}
	if l.host.delay > 0 && !l.lookUp {
		claim.until = send + record.Micros(l.host.delay)
	}
	l.host.held = append(l.host.held, claim)
	l.host.looking = l.lookUp
	s.Behind = l.host.delay
	for i := range l.paced {
		x := &l.paced[i]
		s.Apart = max(s.Apart, x.space.Duration())
		x.before = x.pace.Pace
		x.pace.Use(now, x.space, send-now)
		x.until = x.pace.Pace
		f.taken.Take(x.pace.key, now, x.until, x.space)
	}
	return s
}

// release ends what a lease reserved, as its outcome says: with a request the
// delay counts from when it had arrived, and rest that the answer asks for from
// there as well; without one the reservation is given back.
func (l *leased) release(o *aranea.Outcome) {
	h := l.host
	h.release(o.Lease)
	h.looking = h.looking && !l.lookUp
	h.Next = max(h.Next, record.InstantAfter(o.Host.NextAllowed))
	if o.Sent {
		if h.delay > 0 {
			h.Next = max(h.Next, record.InstantAfter(o.Reached)+record.Micros(h.delay))
		}
		return
	}
	if l.lookUp {
		return // of a new name, which counts
	}
	h.changed = true // so that the next process may ask at once, too
	for _, x := range slices.Backward(l.paced) {
		if x.pace.Pace == x.until {
			x.pace.Pace = x.before // nobody has used it since
		}
	}
}

// forfeit ends what a lease reserved when nothing is known of its request: it
// counts as sent as late as it could.
func (l *leased) forfeit(id aranea.LeaseID) {
	h := l.host
	for _, x := range h.held {
		if x.lease == id {
			h.Next = max(h.Next, x.until)
		}
	}
	h.release(id)
	h.looking = h.looking && !l.lookUp
}
