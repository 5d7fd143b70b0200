package frontier

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Claim is the right to make one request outside of the queue.
type Claim struct {
	// SendAfter and SendBefore are the instants between which the request may be sent.
	// SendBefore is zero if nothing was claimed.
	SendAfter, SendBefore time.Time
	// Spacing is the required distance from other requests.
	Spacing aranea.Spacing
	// Route has the only address that the request may go to, because it was spaced from others
	// at that address; none if none is known, or names are not looked up. If it says why there
	// is none, nothing was claimed: the name is looked up again at SendAfter.
	Route aranea.Route
	// LookUp says that nothing was claimed because the name of the host must be looked up first,
	// for ClaimResolved: the request has to be spaced from others at its address.
	LookUp bool
	// Busy is non-nil if nothing was claimed because a lease of the host or another claim to it
	// is out, whose outcome says when the host is free: claim again when Busy is closed, or at
	// SendAfter.
	Busy <-chan struct{}
}

// Claim reserves the next request to the host of an origin for a request outside of the queue.
// It moves the next allowed instants of the host and of its address or site as a lease does, and
// that is durable when it returns. The request may have to wait: if longer than patience,
// nothing is claimed and SendAfter says when the host is free. Nor is anything claimed while a
// lease or another claim of the host is out, unless patience is 0: see Claim.Busy. For a held
// host the error is of kind denied.
func (f *Frontier) Claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration) (Claim, error) {
	return f.claim(ctx, now, o, patience, nil)
}

// ClaimResolved is Claim with the result of a look-up of the host's name, even if Claim did not
// ask for one because the last one had failed. What a crawl found meanwhile takes precedence. A
// failed look-up is durable when it returns; then, with anyway, the request is claimed and
// spaced from others by its site, and without it nothing is claimed.
func (f *Frontier) ClaimResolved(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration, found aranea.Resolution, anyway bool) (Claim, error) {
	return f.claim(ctx, now, o, patience, &resolution{found, anyway})
}

// A resolution is the result of a look-up for a claim, and whether the request is claimed even
// if it failed.
type resolution struct {
	aranea.Resolution
	anyway bool
}

func (f *Frontier) claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration, found *resolution) (Claim, error) {
	c, wait, err := f.startClaim(ctx, record.InstantAfter(now), o, record.Micros(patience), found)
	if err == nil && wait != nil {
		err = f.await(wait, "claim")
	}
	if err != nil {
		return Claim{}, err
	}
	return c, nil
}

func (f *Frontier) startClaim(ctx context.Context, now record.Instant, o weburl.Origin, patience record.Instant, found *resolution) (Claim, func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return Claim{}, nil, err
	}
	if err := f.boundAll(now); err != nil {
		return Claim{}, nil, f.fail(err)
	}
	f.expireClaims(now)
	if at, held := f.held[o.Host()]; held {
		return Claim{}, nil, &aranea.Error{Op: "claim", Kind: aranea.Denied, Obj: o.Host(), Err: fmt.Errorf("the operator holds this host since %s", at.Time().Format(time.RFC3339))}
	}
	h, err := f.hostOf(o, f.identities.Of(o))
	if err != nil {
		return Claim{}, nil, f.fail(err)
	}
	defer f.releaseHost(h)
	if over := now + patience; h.delay.Length > 0 && patience > 0 && (len(h.held) > 0 || h.claimed > now) {
		if len(h.held) == 0 {
			over = min(over, h.claimed) // the client of the claim may be gone
		}
		return Claim{SendAfter: over.Time(), Busy: h.whenFreed()}, nil, nil
	}
	fresh := h.next() == 0 // it was never requested
	if c, wait, err := f.locate(h, now, patience, found); c != (Claim{}) || err != nil {
		return c, wait, err
	}
	from := max(now, h.paced())
	c := Claim{SendAfter: from.Time()}
	if from > now+patience {
		return c, nil, nil
	}
	send := from + record.Micros(f.opt.SendBudget)
	c.SendBefore = send.Time()
	if !f.mustLookUp(h, now) {
		c.Route.Address = f.route(h).Address
	}
	if h.delay.Length == 0 {
		return c, nil, f.fence()
	}
	c.Spacing = h.claim(from, send, fresh, f.paces.NodesAt(h.Address()))
	h.claimed, f.claims[h] = h.Next, true
	wait, err := f.moveHost(h)
	return c, wait, err
}

// locate makes sure that the address of the host of a claim is known. If the claim is not
// granted for want of an address, it returns the claim.
func (f *Frontier) locate(h *hostState, now, patience record.Instant, found *resolution) (Claim, func() error, error) {
	if !f.mustLookUp(h, now) && (!f.hasAddress(h) || len(h.Addresses) > 0) {
		return Claim{}, nil, nil
	}
	from := max(now, h.paced())
	if found != nil {
		if err := f.noteAddresses(now, h, &found.Resolution); err != nil {
			return Claim{}, nil, f.fail(err)
		}
		if len(h.Addresses) > 0 || found.anyway {
			return Claim{}, nil, nil
		}
		wait, err := f.moveHost(h)
		r, until := f.unfound(h, now)
		return Claim{SendAfter: max(from, until).Time(), Route: r}, wait, err
	}
	switch r, until := f.unfound(h, now); {
	case h.delay.Length == 0 && until == 0: // the client looks it up itself
		return Claim{}, nil, nil
	case from > now+patience: // no look-up for what is not granted
		return Claim{SendAfter: from.Time()}, nil, nil
	case until > 0:
		return Claim{SendAfter: max(from, until).Time(), Route: r}, nil, nil
	}
	return Claim{SendAfter: from.Time(), LookUp: true}, nil, nil
}

// claim reserves a request that is sent between two instants. A request to a fresh host is also
// spaced from others to its site. So many nodes request the address.
func (h *hostState) claim(from, send record.Instant, fresh bool, nodes int) aranea.Spacing {
	apart := schedule.Apart(h.delay.Length, h.operator.Length, fresh)
	s := aranea.Spacing{Behind: h.delay.Length, Apart: apart}
	if h.site != nil && (fresh || h.address == nil) {
		h.site.Use(from, record.Micros(apart), send-from)
	}
	if h.address != nil {
		h.address.Use(from, record.Micros(ratelimit.Among(nodes, apart)), send-from)
	}
	h.Next = send + record.Micros(h.delay.Length)
	return s
}

// moveHost starts to make the moved clocks of a host durable.
func (f *Frontier) moveHost(h *hostState) (func() error, error) {
	b := f.kv.NewBatch()
	f.markClock(h).put(b)
	for _, k := range []*ratelimit.Pace{h.site, h.address} {
		if k != nil && k.Put(b) {
			f.paces.Take(k, f.clockNow, k.Space)
		}
	}
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("claim: %w", err))
	}
	f.rescheduleAll(h)
	return wait, nil
}

// EndClaim reports when the request of a claim to an origin, which had to be sent before
// sendBefore, was answered or given up, or until when its answer asks for rest: the delay counts
// from there. Without EndClaim the delay counts from sendBefore. If no request was sent,
// answered is zero and the host may be requested at once; the reservation of its address is not
// returned.
func (f *Frontier) EndClaim(ctx context.Context, o weburl.Origin, sendBefore, answered time.Time) error {
	wait, err := f.startEndClaim(ctx, o, record.InstantOf(sendBefore), answered)
	if err != nil || wait == nil {
		return err
	}
	return f.await(wait, "end claim")
}

func (f *Frontier) startEndClaim(ctx context.Context, o weburl.Origin, send record.Instant, answered time.Time) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	h, err := f.hostOf(o, f.identities.Of(o))
	if err != nil {
		return nil, f.fail(err)
	}
	defer f.releaseHost(h)
	until := send + record.Micros(h.delay.Length)
	if h.claimed == until { // and not another one, granted since
		f.releaseClaim(h)
	}
	next := max(send-record.Micros(f.opt.SendBudget), 1)
	if !answered.IsZero() {
		next = record.InstantAfter(answered) + record.Micros(h.delay.Length)
	}
	switch ours := h.delay.Length > 0 && h.Next == until; {
	case ours && next == until, !ours && next <= max(h.Next, send):
		return nil, nil // if another has moved it since, only rest counts
	}
	h.Next = next
	return f.moveHost(h)
}

// releaseClaim ends the claim that is out and wakes those waiting for it.
func (f *Frontier) releaseClaim(h *hostState) {
	h.claimed = 0
	delete(f.claims, h)
	h.release(0)
}

// expireClaims ends the claims that were not ended in time.
func (f *Frontier) expireClaims(now record.Instant) {
	for h := range f.claims {
		if h.claimed <= now {
			f.releaseClaim(h)
			f.releaseHost(h)
		}
	}
}

// Charge counts requests and bytes of exchanges with an origin outside of the queue; those of a
// page are counted by its outcome. For an unknown origin nothing is counted.
func (f *Frontier) Charge(ctx context.Context, now time.Time, o weburl.Origin, cost aranea.HostCounts) error {
	wait, err := f.startCharge(ctx, now, o, cost)
	if err != nil || wait == nil {
		return err
	}
	return f.await(wait, "count requests")
}

func (f *Frontier) startCharge(ctx context.Context, now time.Time, o weburl.Origin, cost aranea.HostCounts) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	id := f.identities.Of(o)
	if _, known, err := f.storedOrigin(id); err != nil || !known {
		return nil, err
	}
	s, err := f.origin(o, id)
	if err != nil {
		return nil, f.fail(err)
	}
	f.charge(s, cost)
	c := f.begin(now)
	c.origins[s] = true
	return f.finish(c)
}
