package fetch

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// maxWays is the number of hosts and addresses that a gate remembers. Beyond it no request
	// for a further one is sent until one of them is over.
	maxWays = 1 << 16
	// sweepWays is the number from which on those that are over are forgotten.
	sweepWays = 1 << 10
	// maxLeaving is how long a request that is being written keeps others waiting. A write of a
	// few hundred bytes does not wait for the peer; if one does, its neighbours at the address
	// must not wait with it.
	maxLeaving = time.Second
)

// A Gate spaces requests at the instant of sending. A lease says when a host and an address may
// be requested; between a lease and its request are a connection, a handshake and a busy
// machine, so requests of two leases that are far enough apart may be sent too close together. A
// request that is too early waits here, right before its first byte is written, for about as
// long as the request before it was late.
//
// It reads the clock of the process, which nobody sets, and forgets what is over. A process has
// one gate for all of its clients. It is safe for concurrent use.
type Gate struct {
	mu    sync.Mutex
	ways  map[way]*passage
	sweep int // the number of ways from which on some are forgotten
	turns Turns
}

// Turns gives turns at addresses that other processes request as well. It is safe for concurrent use.
type Turns interface {
	// Turn asks for a turn at an address, for a request that keeps others away for apart and has to
	// leave before an instant, if that is not zero. The request may be sent from one instant to the
	// other, or at any time from the first one if the second is zero. ok is false if there is no turn
	// before that instant. Turn takes a few seconds at most.
	Turn(a netip.Addr, apart time.Duration, before time.Time) (from, until time.Time, ok bool)
}

// NewGate returns a gate that no request has passed yet. Requests to addresses wait for a turn as well,
// unless turns is nil.
func NewGate(turns Turns) *Gate {
	return &Gate{ways: map[way]*passage{}, sweep: sweepWays, turns: turns}
}

// A way is what requests have in common: one of its fields is set.
type way struct {
	host string
	addr netip.Addr
	site string // behind a proxy, instead of the address
}

// A space is the distance of a request from others on a way.
type space struct {
	way    way
	behind time.Duration // from the previous one
	apart  time.Duration // to the next one
}

// A passage is where the requests of one way are sent, one after another. The turn is taken
// without the lock of the gate, which guards everything else.
type passage struct {
	turn    chan struct{} // holds a token while somebody is the next to be sent
	users   int           // number of requests that wait or are sent here
	last    time.Time     // when the last request was sent
	next    time.Time     // no request may be sent before
	over    time.Time     // from when on nothing of it counts
	leaving *departure    // what is being written; nil if nothing is
}

// A departure is a request that has passed the gate and is being written.
type departure struct {
	gate   *Gate
	spaces []space
	since  time.Time
	left   chan struct{} // closed when it was written

	asked       int       // how often its turn at the address was asked for
	from, until time.Time // its turn; until is zero if it does not end
}

// maxAsked is how often a request asks for a turn: one that it is given is over if it finds the machine
// busy for longer than the turn lasts.
const maxAsked = 3

// inTurn reports whether a departure may be sent at an instant as far as its turn ends.
func (d *departure) inTurn(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// ask asks for the turn of a departure at its address, and reports whether it has one.
func (d *departure) ask(before time.Time) (ok bool) {
	if d.asked++; d.asked > maxAsked {
		return false
	}
	last := d.spaces[len(d.spaces)-1]
	d.from, d.until, ok = d.gate.turns.Turn(last.way.addr, last.apart, before)
	return ok
}

// needsTurn reports whether a departure has to ask for a turn, at first or once more, before it may be
// sent at an instant. The address is in the last of the spaces.
func (d *departure) needsTurn(now time.Time) bool {
	return d.gate.turns != nil && d.spaces[len(d.spaces)-1].way.addr.IsValid() && (d.asked == 0 || !d.inTurn(now))
}

// via returns spaces with the address that the request goes to.
func via(spaces []space, a netip.Addr) []space {
	for i := range spaces {
		if spaces[i].way == (way{}) {
			spaces = slices.Clone(spaces)
			spaces[i].way.addr = a
		}
	}
	return spaces
}

// enter waits until a request may be sent; then it must be written at once, and the caller calls
// done when it was. It returns nil if the request could not be sent before the given instant,
// where zero means no limit, or if its exchange ends.
func (g *Gate) enter(stop <-chan struct{}, before time.Time, spaces []space) *departure {
	passages, ok := g.join(spaces)
	if !ok {
		return nil
	}
	d := &departure{gate: g, spaces: spaces, left: make(chan struct{})}
	for i, p := range passages { // all in the same order, to avoid deadlocks
		select {
		case p.turn <- struct{}{}:
		case <-stop:
			g.leave(passages, i)
			return nil
		}
		// The address's turn is taken when the host has nothing more to wait for: other hosts of
		// the address should not wait for the host's own delay.
		if !g.pass(d, passages[:i+1], before, stop) {
			g.leave(passages, i+1)
			return nil
		}
	}
	for _, p := range passages {
		<-p.turn
	}
	return d
}

// pass waits until nothing on the passages whose turn a departure has blocks it; if those are
// all, it is sent. It returns false if that is not before the given instant, or if stop is
// closed first.
func (g *Gate) pass(d *departure, passages []*passage, before time.Time, stop <-chan struct{}) bool {
	for {
		now := time.Now()
		ahead, due, ok := g.begin(d, passages, now)
		switch {
		case ok:
			return true
		case due.IsZero():
			if !d.ask(before) {
				return false
			}
		case ahead == nil && !before.IsZero() && !due.Before(before), !waitFor(due.Sub(now), ahead, stop):
			return false
		}
	}
}

// waitFor waits for d, or until ahead is closed. It returns false if stop is closed first.
func waitFor(d time.Duration, ahead, stop <-chan struct{}) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ahead:
	case <-stop:
		return false
	}
	return true
}

// join returns the passages of a request and makes it one of their users. It returns false if
// there are too many.
func (g *Gate) join(spaces []space) ([]*passage, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.ways)+len(spaces) > g.sweep {
		g.forget(time.Now())
	}
	if len(g.ways)+len(spaces) > maxWays {
		return nil, false
	}
	passages := make([]*passage, len(spaces))
	for i, s := range spaces {
		p := g.ways[s.way]
		if p == nil {
			p = &passage{turn: make(chan struct{}, 1)}
			g.ways[s.way] = p
		}
		p.users++
		passages[i] = p
	}
	return passages, true
}

// forget drops the ways on which nothing has to be waited for any more.
func (g *Gate) forget(now time.Time) {
	for w, p := range g.ways {
		if p.users == 0 && !now.Before(p.over) {
			delete(g.ways, w)
		}
	}
	g.sweep = min(max(2*len(g.ways), sweepWays), maxWays)
}

// leave withdraws a request that does not pass; it has the turn of the first turns of its
// passages.
func (g *Gate) leave(passages []*passage, turns int) {
	for _, p := range passages[:turns] {
		<-p.turn
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range passages {
		p.users--
	}
}

// begin starts a departure at instant now, if it has the turns of all its passages and nothing
// blocks it, and returns true; otherwise it returns the instant until which the departure has to
// wait on those whose turns it has, or until ahead is closed if that is not nil. If the instant is zero,
// only its turn at an address is missing that other processes request as well.
func (g *Gate) begin(d *departure, passages []*passage, now time.Time) (ahead <-chan struct{}, due time.Time, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	due = d.from
	for i, p := range passages {
		if x := p.leaving; x != nil && now.Sub(x.since) < maxLeaving {
			return x.left, x.since.Add(maxLeaving), false
		}
		due = later(due, later(p.next, p.last.Add(d.spaces[i].behind)))
	}
	switch {
	case due.After(now):
		return nil, due, false
	case len(passages) < len(d.spaces):
		return nil, time.Time{}, true
	case d.needsTurn(now):
		return nil, time.Time{}, false
	}
	d.since = now
	for i, p := range passages {
		p.leaving = d
		p.left(now, &d.spaces[i])
	}
	return nil, time.Time{}, true
}

// left records that a request is sent, or was sent, at instant now.
func (p *passage) left(now time.Time, s *space) {
	p.last = now
	p.next = later(p.next, now.Add(s.apart))
	p.over = later(p.over, now.Add(max(s.apart, s.behind)))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// renew restarts a departure whose request has not been written yet, from now instead of when it
// passed the gate. It returns false, without waiting, if another one was sent since, or if its turn
// is over.
func (d *departure) renew() bool {
	g, now := d.gate, time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !d.inTurn(now) {
		return false
	}
	for i := range d.spaces {
		if g.ways[d.spaces[i].way].leaving != d { // it has us as a user
			return false
		}
	}
	d.since = now
	return true
}

// done records that the request was written, or will not be: its spaces count from now.
func (d *departure) done() {
	g, now := d.gate, time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range d.spaces {
		s := &d.spaces[i]
		p := g.ways[s.way] // it has us as a user
		p.left(now, s)
		p.users--
		if p.leaving == d {
			p.leaving = nil
		}
	}
	close(d.left)
}
