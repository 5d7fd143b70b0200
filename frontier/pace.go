package frontier

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"

	"github.com/aranea-search/aranea/frontier/clocks"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/turns"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A pace is the second level of politeness: it spaces the leases of all hosts at one address,
// and of new hosts of one site, whatever the delays of their names. It is not held until the
// outcome, so that a host that does not answer cannot delay its neighbours. Like the clock of
// the host's name, it is durable before the lease returns.
type pace struct {
	record.Pace
	name   string // "address 192.0.2.1" or "site a.test"
	key    turns.Pace
	stored record.Pace
	users  int // hosts in memory
}

func addressPace(a netip.Addr) string { return "address " + a.String() }

// sitePace returns the name of the pace of the host's site.
func (h *hostState) sitePace() string { return "site " + weburl.Origin("http://"+h.name).Site() }

// needsSite reports whether the pace of its site may matter for the host. A host that has an
// address and is not new comes to need it only by losing the address.
func (h *hostState) needsSite() bool { return !h.Address().IsValid() || h.isNew() }

// paceKey returns the key of a pace in memory.
func paceKey(name string) turns.Pace {
	sum := sha256.Sum256([]byte(name))
	return turns.Pace(binary.BigEndian.Uint64(sum[:]))
}

// put writes the pace if the stored one differs.
func (k *pace) put(b store.Batch) bool {
	if k.Pace == k.stored {
		return false
	}
	b.Put(record.PaceKey(k.name), k.Encode(nil))
	k.stored = k.Pace
	return true
}

// A spacing is what a lease changes of one pace.
type spacing struct {
	pace  *pace
	space record.Instant
	// before and until are the pace before and after the lease.
	before, until record.Pace
}

// spacings returns what the next lease of an origin changes of paces: of that of the host's
// address, or of its site as long as the address is not known, and if the host is new, of that
// of its site.
func (s *originState) spacings(h *hostState, lookUp bool) (all []spacing) {
	if h.delay == 0 {
		return nil // one of the operator's own: no delay of others counts
	}
	apart := record.Micros(schedule.Apart(h.delay, h.operator, s.Robots.Version == 0))
	switch {
	case h.isNew():
		all = append(all, spacing{pace: h.site, space: record.Micros(h.delay)})
	case h.address == nil && !lookUp:
		all = append(all, spacing{pace: h.site, space: apart})
	}
	if h.address != nil && !lookUp {
		all = append(all, spacing{pace: h.address, space: apart})
	}
	return all
}

// paced returns the instant before which the host's name, its address and its site permit no
// request.
func (h *hostState) paced() record.Instant {
	at := h.next()
	if h.delay == 0 {
		return at
	}
	if h.address != nil {
		at = max(at, h.address.Next)
	}
	if h.address == nil || h.isNew() {
		at = max(at, h.site.Next)
	}
	return at
}

// grip sets the pace of a host's site if that matters, and of its address, which may have
// changed.
func (f *Frontier) grip(h *hostState) (err error) {
	a := h.Address()
	if h.site == nil && h.needsSite() {
		if h.site, err = f.paceOf(h.sitePace()); err != nil {
			return err
		}
	}
	if h.address != nil && a.IsValid() && h.address.name == addressPace(a) {
		return nil
	}
	old := h.address
	h.address = nil
	if a.IsValid() {
		k, err := f.paceOf(addressPace(a))
		if err != nil {
			return err
		}
		h.address = k
	}
	if f.releasePace(old); old != nil && old.users == 0 {
		f.left.Add(old.name, old.Next+record.Micros(f.opt.SendBudget))
	}
	return nil
}

// paceOf returns the pace with a name and adds a user.
func (f *Frontier) paceOf(name string) (k *pace, err error) {
	if k = f.unreadPace(name); k.users > 1 || f.taken.IsOver(k.key, f.clockNow, f.began, record.Micros(f.opt.SendBudget), record.Micros(f.longest)) {
		return k, nil
	}
	if k.Pace, err = clocks.StoredPace(f.kv, name); err != nil {
		f.releasePace(k)
		return nil, err
	}
	k.stored = k.Pace
	f.boundPace(k)
	return k, nil
}

// releasePace removes a user from a pace, and the pace from memory if that was the last.
func (f *Frontier) releasePace(k *pace) {
	if k == nil {
		return
	}
	if k.users--; k.users == 0 {
		delete(f.paces, k.name)
	}
}

// boundPace corrects a pace that was stored under a clock far ahead. If a request of an earlier
// process may have been sent later than its lease says, the next one waits from the start of
// this process for the space of that request.
func (f *Frontier) boundPace(k *pace) {
	if f.clockNow != 0 && k.Next > f.clockNow+maxAhead {
		k.Next = f.clockNow
		f.faults++
	}
	if f.began != 0 && k.Next > f.began-record.Micros(f.opt.SendBudget) {
		k.Next = max(k.Next, f.began+cmp.Or(k.Space, record.Micros(f.longest)))
	}
}
