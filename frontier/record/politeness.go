package record

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is stored of a host.
const (
	maxAddresses = 4 // of its name
	maxWishes    = 8 // origins that ask for a delay; if there are more, the longest delays are kept
)

// A Host is the politeness state of one host name, for all schemes and ports.
type Host struct {
	Next   Instant // no request may be sent before
	Wishes []Wish  // what its origins ask for beyond the operator's delay
	// Backoff, BackoffAt and Throttled are as in aranea.Host.
	Backoff   uint8
	BackoffAt Instant
	Throttled bool
	// Addresses are those of the name, with the one to use first; none if they are not known.
	// LookUp is the instant from which on they are to be looked up again; 0 if they never were.
	// Unfound is how many times in a row a due look-up found none; see LookAgain.
	Addresses []netip.Addr
	LookUp    Instant
	Unfound   uint8
}

// maxUnfound is the maximum of Host.Unfound: from there on the name is looked up as often as one
// with addresses.
const maxUnfound = 8

// Found records the result of a look-up of the name: its addresses, of which the first
// maxAddresses are kept, or none. barred says that it has addresses to which no connection may
// be made: that is not a failure of the name.
func (h *Host) Found(now Instant, all []netip.Addr, barred bool) {
	switch {
	case len(all) > 0 || barred:
		h.Unfound = 0
	case h.LookAgain() <= now && h.Unfound < maxUnfound:
		h.Unfound++
	}
	h.Addresses, h.LookUp = nil, now+Micros(schedule.AddressRetry)
	for _, a := range all[:min(len(all), maxAddresses)] {
		h.Addresses = append(h.Addresses, a.Unmap().WithZone(""))
		h.LookUp = now + Micros(schedule.AddressLife)
	}
}

// LookAgain returns the instant from which on the name is looked up again for requests outside
// of the queue, which may be many and come at any time: LookUp, or later if no address was
// found, with a delay that doubles each time. A visit comes at LookUp: it has its own retries
// and rests.
func (h *Host) LookAgain() Instant {
	if h.Unfound == 0 {
		return h.LookUp
	}
	return h.LookUp + Micros(min(schedule.AddressRetry<<(h.Unfound-1), schedule.AddressLife)-schedule.AddressRetry)
}

// LookedUp returns when no address was found.
func (h *Host) LookedUp() Instant { return h.LookUp - Micros(schedule.AddressRetry) }

// Reached records which address an exchange with the host reached, or that it reached none: then
// the next of several addresses is used first. It reports whether that changes anything.
func (h *Host) Reached(a netip.Addr, nowhere bool) bool {
	switch {
	case nowhere && len(h.Addresses) > 1:
		h.Addresses = append(slices.Clone(h.Addresses[1:]), h.Addresses[0])
	case a.IsValid() && a != h.Address():
		h.Addresses = []netip.Addr{a.Unmap().WithZone("")}
	default:
		return false
	}
	return true
}

// A Wish is the delay that the robots file of an origin asks for. It applies to the whole host:
// the server for http is also the server for https.
type Wish struct {
	Origin weburl.OriginID
	Delay  time.Duration
	Reason string // its source: "crawl-delay", ...
}

// SetWish sets what an origin asks for; a delay of 0 removes its wish.
func (h *Host) SetWish(w Wish) {
	h.Wishes = slices.DeleteFunc(h.Wishes, func(v Wish) bool { return v.Origin == w.Origin })
	if w.Delay > 0 {
		h.Wishes = append(h.Wishes, w)
	}
	if len(h.Wishes) > maxWishes {
		least := slices.MinFunc(h.Wishes, func(a, b Wish) int { return cmp.Compare(a.Delay, b.Delay) })
		h.Wishes = slices.DeleteFunc(h.Wishes, func(v Wish) bool { return v.Origin == least.Origin })
	}
	if len(h.Wishes) == 0 {
		h.Wishes = nil
	}
}

// Granted returns the delay that the site is granted.
func (w Wish) Granted() hostdelay.Delay { return hostdelay.Delay{Length: w.Delay, Source: w.Reason} }

// Wished returns the wish with the longest delay, zero if there is none.
func (h *Host) Wished() (longest Wish) {
	for _, w := range h.Wishes {
		if w.Delay > longest.Delay {
			longest = w
		}
	}
	return longest
}

// Address returns the address to use for the host, invalid if none is known.
func (h *Host) Address() netip.Addr {
	if len(h.Addresses) == 0 {
		return netip.Addr{}
	}
	return h.Addresses[0]
}

// Encode returns the record, reusing the memory of b.
func (h *Host) Encode(b []byte) []byte {
	w := NewWriter(b)
	w.At(h.Next)
	w.Uint(uint64(h.Backoff))
	w.At(h.BackoffAt)
	w.At(h.LookUp)
	w.Uint(uint64(len(h.Addresses)))
	for _, a := range h.Addresses {
		w.text(string(a.AsSlice()))
	}
	w.Uint(uint64(len(h.Wishes)))
	for _, v := range h.Wishes {
		w.raw(v.Origin[:])
		w.Uint(uint64(v.Delay))
		w.text(show.Clip(v.Reason, aranea.MaxDetail))
	}
	if h.Throttled || h.Unfound > 0 {
		w.bool(h.Throttled)
	}
	if h.Unfound > 0 {
		w.Uint(uint64(h.Unfound))
	}
	return w.Bytes
}

// DecodeHost reads what Encode wrote; key is for the error.
func DecodeHost(key, value []byte) (Host, error) {
	r := NewReader(value)
	h := Host{Next: r.At(), Backoff: r.u8(), BackoffAt: r.At(), LookUp: r.At()}
	for range r.Uint(maxAddresses) {
		a, ok := netip.AddrFromSlice(r.raw(r.Uint(16)))
		if !ok {
			r.err = ErrRecord
		}
		h.Addresses = append(h.Addresses, a)
	}
	for range r.Uint(maxWishes) {
		var w Wish
		copy(w.Origin[:], r.raw(uint64(OriginLen)))
		w.Delay = time.Duration(r.Uint(math.MaxInt64))
		w.Reason = r.text()
		h.Wishes = append(h.Wishes, w)
	}
	if len(r.b) > 0 {
		h.Throttled = r.Uint(1) == 1
		more := !h.Throttled || len(r.b) > 0
		if more {
			h.Unfound = uint8(r.Uint(maxUnfound))
		}
		if more && h.Unfound == 0 {
			r.err = ErrRecord // only non-zero values are written
		}
	}
	if err := r.End(); err != nil {
		return Host{}, Corrupt(key, err)
	}
	return h, nil
}

// A Pace is what is stored of an address or a site: no request to a host there may be sent
// before Next. Space is how long a request that was leased and may not have been sent yet
// reserves from when it is sent; 0 if unknown.
type Pace struct{ Next, Space Instant }

// Use records a lease at instant now that reserves a space. Its request is sent within late, as
// are those before it: the remaining part of their spaces still counts.
func (p *Pace) Use(now, space, late Instant) {
	if space > 0 {
		p.Space = max(space, min(p.Space, p.Next+late-now))
		p.Next = max(p.Next, now) + space
	}
}

// Encode returns the record, reusing the memory of b.
func (p *Pace) Encode(b []byte) []byte {
	w := NewWriter(b)
	w.At(p.Next)
	if p.Space != 0 {
		w.At(p.Space)
	}
	return w.Bytes
}

// DecodePace reads what Encode wrote; key is for the error.
func DecodePace(key, value []byte) (Pace, error) {
	r := NewReader(value)
	p := Pace{Next: r.At()}
	if len(r.b) > 0 {
		p.Space = r.At()
	}
	if err := r.End(); err != nil {
		return Pace{}, Corrupt(key, err)
	}
	return p, nil
}
