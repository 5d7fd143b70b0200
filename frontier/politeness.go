package frontier

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// All changes of the next allowed instants of hosts, addresses and sites are in this file. A
// lease reserves the next request: until its outcome is known, or until Arrived (arrived.go),
// its request counts as sent at the last possible instant. The outcome says when the request
// arrived; the delay counts from there. The reservation is stored before the lease is handed
// out.

// reserve reserves the next request of the host of a lease, and of its paces. It returns how far
// the request must be from others when it is sent.
func (f *Frontier) reserve(l *leased, id aranea.LeaseID, now, send record.Instant) (s aranea.Spacing) {
	claim := hold{lease: id}
	if l.host.delay.Length > 0 && !l.lookUp {
		claim.until = send + record.Micros(l.host.delay.Length)
	}
	l.host.held = append(l.host.held, claim)
	l.host.looking = l.lookUp
	s.Behind = l.host.delay.Length
	for i := range l.paced {
		x := &l.paced[i]
		s.Apart = max(s.Apart, x.Apart.Duration())
		x.Reserve(f.paces, now)
	}
	return s
}

// release ends the reservation of a lease as its outcome says: if a request was sent, the delay
// and any rest that the answer asks for count from when it arrived; otherwise the reservation is
// reverted.
func (l *leased) release(o *aranea.Outcome) {
	h := l.host
	h.release(o.Lease)
	h.looking = h.looking && !l.lookUp
	h.Next = max(h.Next, record.InstantAfter(o.Host.NextAllowed))
	if o.Sent {
		if h.delay.Length > 0 {
			h.Next = max(h.Next, record.InstantAfter(o.Reached)+record.Micros(h.delay.Length))
		}
		return
	}
	if l.lookUp {
		return // a look-up of a new name, which counts
	}
	h.changed = true // so that the next process may send a request at once, too
	for _, x := range slices.Backward(l.paced) {
		x.Return()
	}
}

// forfeit ends the reservation of a lease when nothing is known of its request: it counts as
// sent as late as possible.
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
