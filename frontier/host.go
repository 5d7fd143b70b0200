package frontier

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A hostState is one host name in memory, shared by all origins that have the
// name. Its delay is the operator's, or the longest that one of its origins asks
// for.
type hostState struct {
	record.Host                 // but for Next, which is where the outcomes so far left it
	name        string          //
	origin      weburl.OriginID // of one of them, for the key of its record
	key         budget.Key      // of its name
	siteKey     budget.Key      // of the name of its site
	delay       time.Duration   // in force
	held        []hold          // leases out
	looking     bool            // one of them looks the name up
	unresolved  aranea.Route    // why the last look-up found no address; zero if it did or was another process's
	stopped     bool            // the operator holds the name
	address     *pace           // nil if the address is not known
	site        *pace           // nil as long as it does not count; see needsSite
	claimed     record.Instant  // until when a request outside of the queue may be under way, 0 for none
	freed       chan struct{}   // closed when a lease or a claim ends; nil if nobody waits for that
	users       []*originState  // origins of this name in memory
	waiters     []*originState  // origins whose robots file continues at this name

	storedNext record.Instant // what the store holds of Next: that, or later
	changed    bool           // the rest is not stored yet
}

// A hold is the claim of a lease on its host: until the outcome is known, its
// request counts as sent at the last instant when it may.
type hold struct {
	lease aranea.LeaseID
	until record.Instant // 0 without a delay
}

// next returns the instant before which no further lease may be handed out.
func (h *hostState) next() record.Instant {
	next := h.Next
	for _, x := range h.held {
		next = max(next, x.until)
	}
	return next
}

// release ends a hold.
func (h *hostState) release(id aranea.LeaseID) {
	h.held = slices.DeleteFunc(h.held, func(x hold) bool { return x.lease == id })
	if h.freed != nil {
		close(h.freed)
		h.freed = nil
	}
}

// whenFreed returns a channel that is closed when a lease of the host ends.
func (h *hostState) whenFreed() <-chan struct{} {
	if h.freed == nil {
		h.freed = make(chan struct{})
	}
	return h.freed
}

// measure finds the delay in force. One that has become longer counts from now: what has
// left behind a shorter one, or none, kept others away for less.
func (h *hostState) measure(operator time.Duration, now record.Instant) {
	before := h.delay
	if h.delay = max(operator, h.Wished().Delay); h.delay > before && now > 0 {
		h.Next = max(h.Next, now+record.Micros(h.delay))
	}
}

// isNew reports whether the host was never asked for anything, not even for its
// address.
func (h *hostState) isNew() bool { return h.next() == 0 && h.LookUp == 0 }

// enter makes an origin a user of its host.
func (h *hostState) enter(s *originState) { h.users = append(h.users, s) }

// leave ends that.
func (h *hostState) leave(s *originState) {
	h.users = slices.DeleteFunc(h.users, func(u *originState) bool { return u == s })
}

// idle reports whether nothing holds the host in memory.
func (h *hostState) idle() bool {
	return len(h.users) == 0 && len(h.held) == 0 && len(h.waiters) == 0 && h.claimed == 0
}

// put writes the host if the store holds something else. That an outcome says that it is free
// earlier than its lease had reserved is no reason as long as the host is in memory: only after a
// crash it waits until there, at most a SendBudget and a delay behind the lease.
func (h *hostState) put(b store.Batch) bool {
	next := h.next()
	if next <= h.storedNext && !h.changed {
		return false
	}
	r := h.Host
	r.Next = next
	b.Put(record.HostKey(h.origin, h.name), r.Encode(nil))
	h.storedNext, h.changed = next, false
	return true
}

// markClock has the clock of a host that leaves memory written if the stored one is
// later than it need be: put alone leaves that as it is.
func (f *Frontier) markClock(h *hostState) *hostState {
	if h.storedNext > max(f.clockNow, h.next()) {
		h.changed = true
	}
	return h
}

// hostOf returns the host of an origin.
func (f *Frontier) hostOf(o weburl.Origin, id weburl.OriginID) (*hostState, error) {
	name := o.Host()
	if h, ok := f.hosts[name]; ok {
		return h, nil
	}
	r, err := f.clocks.Of(id, name)
	if err != nil {
		return nil, err
	}
	h := f.newHost(o, id)
	f.set(h, r)
	if err := f.grip(h); err != nil {
		return nil, err
	}
	f.bound(h)
	return h, nil
}

func (f *Frontier) newHost(o weburl.Origin, id weburl.OriginID) *hostState {
	name := strings.Clone(o.Host())
	_, held := f.held[name]
	h := &hostState{name: name, origin: id, key: budget.KeyOf(name), siteKey: budget.KeyOf(o.Site()), stopped: held}
	f.hosts[name] = h
	return h
}

// set takes over what the store holds.
func (f *Frontier) set(h *hostState, r record.Host) {
	h.Host, h.storedNext = r, r.Next
	h.measure(f.opt.Delay, 0)
}

// releaseHost lets go of a host that nothing needs.
func (f *Frontier) releaseHost(h *hostState) {
	if h.idle() {
		f.releasePace(h.address)
		f.releasePace(h.site)
		delete(f.hosts, h.name)
		if h.Next = h.storedNext; h.changed { // a claim was not granted, and what it brought is not stored
			f.clocks.Forget(h.name)
		} else {
			f.clocks.Put(h.name, &h.Host)
		}
	}
}

// mustLookUp reports whether the host's address has to be looked up before
// anything of it is asked for.
func (f *Frontier) mustLookUp(h *hostState, now record.Instant) bool {
	if !f.opt.Addresses {
		return false
	}
	return h.LookUp <= now || len(h.Addresses) == 0 && h.unresolved.Failure == aranea.ReasonNone
}

// lookUpAgain has the name looked up that had no address.
func (h *hostState) lookUpAgain() {
	if len(h.Addresses) == 0 {
		h.unresolved = aranea.Route{}
	}
}

// route returns where a request to the host goes.
func (f *Frontier) route(h *hostState) aranea.Route {
	switch {
	case !f.opt.Addresses:
		return aranea.Route{}
	case len(h.Addresses) == 0:
		return h.unresolved
	}
	return aranea.Route{Address: h.Address()}
}

// unfound returns why no address of the host is asked for a claim, and until when it is
// not looked up for one; zero if it is.
func (f *Frontier) unfound(h *hostState, now record.Instant) (r aranea.Route, until record.Instant) {
	until = h.LookAgain()
	switch {
	case !f.opt.Addresses || len(h.Addresses) > 0 || until <= now || h.Unfound == 0 && h.unresolved.Failure == aranea.ReasonNone:
		return r, 0
	case h.unresolved.Failure != aranea.ReasonNone:
		return h.unresolved, until
	}
	return aranea.Route{Failure: aranea.NetDNS, Detail: "its name had no address at " + h.LookedUp().Time().Format(time.RFC3339)}, until
}

// noteAddresses takes over what a look-up of the name found.
func (f *Frontier) noteAddresses(now record.Instant, h *hostState, r *aranea.Resolution) error {
	if r == nil {
		return nil
	}
	h.Found(now, r.Addresses, r.Failure == aranea.NetGuard)
	if h.unresolved = (aranea.Route{}); len(r.Addresses) == 0 {
		h.unresolved = aranea.Route{Failure: r.Failure, Detail: strings.Clone(show.Clip(r.Detail, maxUnresolved))}
	}
	h.changed = true
	return f.grip(h)
}

// learnAddress keeps a host's address true to a visit that is over: the next of
// its addresses comes first if no connection could be made, and where names are
// not looked up, it is where the answer came from.
func (f *Frontier) learnAddress(h *hostState, o *aranea.Outcome) error {
	at := o.Host.Address
	if f.opt.Addresses {
		at = netip.Addr{}
	}
	if !h.Reached(at, f.opt.Addresses && unconnected(o.Fault.Reason)) {
		return nil
	}
	h.changed = true
	return f.grip(h)
}

// maxUnresolved bounds what is kept in memory of a failed look-up, in bytes.
const maxUnresolved = 120

// unconnected reports whether a failure may be that of one address.
func unconnected(r aranea.Reason) bool {
	return r == aranea.NetDial || r == aranea.NetTimeout || r == aranea.NetTLS
}
