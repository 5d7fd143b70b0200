package frontier

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A hostState is one host name in memory, shared by all origins with that name. Its delay is the
// operator's, or the longest that one of its origins asks for.
type hostState struct {
	record.Host // except Next, which is set by the outcomes so far
	name        string
	origin      weburl.OriginID // one of them, for the key of its record
	key         budget.Key      // of its name
	siteKey     budget.Key      // of the name of its site
	operator    hostdelay.Delay // the operator's delay for it
	delay       hostdelay.Delay // in force
	held        []hold          // leases out
	looking     bool            // one of them is a look-up of the name
	unresolved  aranea.Route    // why the last look-up found no address; zero if it did or was another process's
	stopped     bool            // the operator holds the name
	address     *ratelimit.Pace // nil if the address is not known
	site        *ratelimit.Pace // nil as long as it does not count; see needsSite
	claimed     record.Instant  // until when a request outside of the queue may be under way, 0 for none
	freed       chan struct{}   // closed when a lease or a claim ends; nil if nobody waits for that
	users       []*originState  // origins of this name in memory
	waiters     []*originState  // origins whose robots file redirects to this name

	storedNext record.Instant // what the store has as Next: that, or later
	changed    bool           // the rest is not stored yet
}

// A hold is the reservation of a lease on its host: until the outcome is known, its request
// counts as sent at the last possible instant.
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

// whenFreed returns a channel that is closed when a lease or claim of the host ends.
func (h *hostState) whenFreed() <-chan struct{} {
	if h.freed == nil {
		h.freed = make(chan struct{})
	}
	return h.freed
}

// measure updates the delay in force. If it has become longer, it counts from now, because
// requests made under a shorter one, or none, reserved less.
func (f *Frontier) measure(h *hostState, now record.Instant) {
	before := h.delay.Length
	if h.operator, h.delay = f.delays(h.name, &h.Host, h.isForeign()); h.delay.Length > before && now > 0 {
		h.Next = max(h.Next, now+record.Micros(h.delay.Length))
	}
}

// delays returns the operator's delay for a host name, and the one in force. A short delay for all
// hosts is meant for the operator's own, and not for foreign ones.
func (f *Frontier) delays(name string, r *record.Host, foreign bool) (operator, inForce hostdelay.Delay) {
	operator = f.opt.OnDisk.Delay(name, f.opt.HostDelays.Of(name, f.opt.Delay))
	if foreign && !f.opt.OnDisk.Has(name) && operator.Source != hostdelay.Own {
		operator = operator.AtLeast(hostdelay.Delay{Length: schedule.DefaultDelay, Source: hostdelay.Links})
	}
	return operator, operator.AtLeast(r.Wished().Granted()).Paced(r.Backoff, r.Throttled)
}

// isForeign reports whether the host is asked only because pages of others link to it, as far as its
// origins are in memory.
func (h *hostState) isForeign() bool {
	links := false
	for _, s := range h.users {
		if s.HasPages() {
			return false
		}
		links = links || s.IsForeign()
	}
	return links
}

// isNew reports whether nothing was ever requested of the host, not even its address.
func (h *hostState) isNew() bool { return h.next() == 0 && h.LookUp == 0 }

// enter adds an origin to the users of its host.
func (h *hostState) enter(s *originState) { h.users = append(h.users, s) }

// leave removes it.
func (h *hostState) leave(s *originState) {
	h.users = slices.DeleteFunc(h.users, func(u *originState) bool { return u == s })
}

// idle reports whether nothing keeps the host in memory.
func (h *hostState) idle() bool {
	return len(h.users) == 0 && len(h.held) == 0 && len(h.waiters) == 0 && h.claimed == 0
}

// put writes the host if the stored record differs in what matters. An outcome that frees the
// host earlier than its lease had reserved is not stored while the host is in memory: only after
// a crash does it wait until then, at most a SendBudget and a delay after the lease.
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

// markClock marks the clock of a host that leaves memory to be written if the stored one is
// later than necessary: put alone would not write it.
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

// set applies the stored record.
func (f *Frontier) set(h *hostState, r record.Host) {
	h.Host, h.storedNext = r, r.Next
	f.measure(h, 0)
}

// releaseHost removes a host from memory that nothing needs.
func (f *Frontier) releaseHost(h *hostState) {
	if h.idle() {
		f.paces.Release(h.address)
		f.paces.Release(h.site)
		delete(f.hosts, h.name)
		if h.Next = h.storedNext; h.changed { // a claim was not granted, and its look-up is not stored
			f.clocks.Forget(h.name)
		} else {
			f.clocks.Put(h.name, &h.Host)
		}
	}
}

// hasAddress reports whether the host has an address that this robot looks up: not behind a proxy, and
// not if the disk answers for it.
func (f *Frontier) hasAddress(h *hostState) bool { return f.opt.Addresses && !f.opt.OnDisk.Has(h.name) }

// mustLookUp reports whether the host's address has to be looked up before anything is
// requested.
func (f *Frontier) mustLookUp(h *hostState, now record.Instant) bool {
	if !f.hasAddress(h) {
		return false
	}
	return h.LookUp <= now || len(h.Addresses) == 0 && h.unresolved.Failure == aranea.ReasonNone
}

// lookUpAgain allows another look-up of a name without an address.
func (h *hostState) lookUpAgain() {
	if len(h.Addresses) == 0 {
		h.unresolved = aranea.Route{}
	}
}

// route returns where a request to the host goes.
func (f *Frontier) route(h *hostState) aranea.Route {
	switch {
	case !f.hasAddress(h):
		return aranea.Route{}
	case len(h.Addresses) == 0:
		return h.unresolved
	}
	return aranea.Route{Address: h.Address()}
}

// unfound returns why a claim finds no address of the host, and until when the name is not
// looked up for one; zero if it is.
func (f *Frontier) unfound(h *hostState, now record.Instant) (r aranea.Route, until record.Instant) {
	until = h.LookAgain()
	switch {
	case !f.hasAddress(h) || len(h.Addresses) > 0 || until <= now || h.Unfound == 0 && h.unresolved.Failure == aranea.ReasonNone:
		return r, 0
	case h.unresolved.Failure != aranea.ReasonNone:
		return h.unresolved, until
	}
	return aranea.Route{Failure: aranea.NetDNS, Detail: "its name had no address at " + h.LookedUp().Time().Format(time.RFC3339)}, until
}

// noteAddresses records the result of a look-up of the name.
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

// learnAddress updates a host's address after a visit: if no connection could be made, the next
// of its addresses comes first; where names are not looked up, the address is the one that
// answered.
func (f *Frontier) learnAddress(h *hostState, o *aranea.Outcome) error {
	at := o.Host.Address
	if f.opt.Addresses { // an answer from a folder comes from none
		at = netip.Addr{}
	}
	if !h.Reached(at, f.hasAddress(h) && unconnected(o.Fault.Reason)) {
		return nil
	}
	h.changed = true
	return f.grip(h)
}

// maxUnresolved limits the detail kept in memory of a failed look-up, in bytes.
const maxUnresolved = 120

// unconnected reports whether a failure may be due to the address.
func unconnected(r aranea.Reason) bool {
	return r == aranea.NetDial || r == aranea.NetTimeout || r == aranea.NetTLS
}
