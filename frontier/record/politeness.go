package record

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is kept of a host.
const (
	MaxAddresses = 4 // of its name
	maxWishes    = 8 // origins that ask for a delay; of more the longest delays are kept
)

// A Host is what politeness knows of one host name, whatever scheme and port.
type Host struct {
	Next   Instant // no request may leave before
	Wishes []Wish  // what its origins ask for beyond the operator's delay
	// Backoff, BackoffAt and Throttled are as in aranea.Host.
	Backoff   uint8
	BackoffAt Instant
	Throttled bool
	// Addresses are those of the name, the one that is asked first; none if they
	// are not known. LookUp is the instant from which on they are to be looked up
	// again; 0 if they never were.
	Addresses []netip.Addr
	LookUp    Instant
}

// A Wish is the delay that the robots file of an origin asks for. It counts for
// the whole host: who answers for http also answers for https.
type Wish struct {
	Origin weburl.OriginID
	Delay  time.Duration
	Reason string // where it comes from: "crawl-delay", ...
}

// SetWish notes what an origin asks for; a delay of 0 takes its wish away.
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

// Wished returns the longest of the delays that are asked for, zero if none is.
func (h *Host) Wished() (longest Wish) {
	for _, w := range h.Wishes {
		if w.Delay > longest.Delay {
			longest = w
		}
	}
	return longest
}

// Address returns the address that the host is asked at, invalid if none is
// known.
func (h *Host) Address() netip.Addr {
	if len(h.Addresses) == 0 {
		return netip.Addr{}
	}
	return h.Addresses[0]
}

// Encode returns the record, in the space of b.
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
	if h.Throttled {
		w.Uint(1)
	}
	return w.Bytes
}

// DecodeHost reads what Encode wrote; key is for the error.
func DecodeHost(key, value []byte) (Host, error) {
	r := NewReader(value)
	h := Host{Next: r.At(), Backoff: r.u8(), BackoffAt: r.At(), LookUp: r.At()}
	for range r.Uint(MaxAddresses) {
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
		if h.Throttled = r.Uint(1) == 1; !h.Throttled {
			r.err = ErrRecord // only what is set is written
		}
	}
	if err := r.End(); err != nil {
		return Host{}, Corrupt(key, err)
	}
	return h, nil
}

// A Pace is what is stored of an address or a site: no request to a host there
// may leave before Next. Space is how long a request that was leased and may not have
// left keeps others away from when it leaves; 0 if that is not known.
type Pace struct{ Next, Space Instant }

// Use notes a lease at instant now that keeps others away for so long. Its request
// leaves within late, as those before it did: what is still to come of them counts on.
func (p *Pace) Use(now, space, late Instant) {
	if space > 0 {
		p.Space = max(space, min(p.Space, p.Next+late-now))
		p.Next = max(p.Next, now) + space
	}
}

// Encode returns the record, in the space of b.
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
