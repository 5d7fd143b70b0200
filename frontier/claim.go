package frontier

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A Claim is the right to make one request outside of the queue.
type Claim struct {
	// SendAfter and SendBefore are the instants between which the request may
	// leave. SendBefore is zero if nothing was claimed.
	SendAfter, SendBefore time.Time

	origin weburl.Origin
	delay  time.Duration
	until  record.Instant // where the clock was put
}

// Claim reserves the next request to the host of an origin for a question
// outside of the queue. It moves the host's clock as a lease does, and that is
// durable when it returns. The request may have to wait: if for longer than
// patience, nothing is claimed and SendAfter says when the host is free. A held
// host is refused with an error of kind denied.
func (f *Frontier) Claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration) (Claim, error) {
	c, wait, err := f.startClaim(ctx, record.InstantAfter(now), o, record.Micros(patience))
	if err == nil && wait != nil {
		err = f.await(wait, "claim")
	}
	if err != nil {
		return Claim{}, err
	}
	return c, nil
}

func (f *Frontier) startClaim(ctx context.Context, now record.Instant, o weburl.Origin, patience record.Instant) (Claim, func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return Claim{}, nil, err
	}
	if at, held := f.held[o.Host()]; held {
		return Claim{}, nil, &aranea.Error{Op: "claim", Kind: aranea.Denied, Obj: o.Host(), Err: fmt.Errorf("the operator holds this host since %s", at.Time().Format(time.RFC3339))}
	}
	id := f.originID(o)
	k, err := f.clockOf(o, id)
	if err != nil {
		return Claim{}, nil, f.fail(err)
	}
	defer f.releaseClock(k)
	delay, err := f.delayOf(k, id)
	if err != nil {
		return Claim{}, nil, f.fail(err)
	}
	from := max(now, k.next())
	c := Claim{SendAfter: from.Time(), origin: o, delay: delay}
	if from > now+patience {
		return c, nil, nil
	}
	send := from + record.Micros(f.opt.SendBudget)
	c.SendBefore, c.until = send.Time(), send
	if delay == 0 {
		return c, nil, f.fence()
	}
	c.until += record.Micros(delay)
	k.base = c.until
	wait, err := f.moveClock(k)
	return c, wait, err
}

// delayOf returns the delay between two requests of a clock's name, of which
// the origin id may be unknown.
func (f *Frontier) delayOf(k *clock, id weburl.OriginID) (time.Duration, error) {
	if s, ok := f.hosts[id]; ok {
		return max(k.delay, s.Delay), nil
	}
	h, found, err := f.storedHost(id)
	if err != nil {
		return 0, err
	}
	if !found {
		return max(k.delay, f.opt.Delay), nil
	}
	return max(k.delay, h.Delay, f.opt.Delay), nil
}

// moveClock begins to make a moved clock durable.
func (f *Frontier) moveClock(k *clock) (func() error, error) {
	b := f.kv.NewBatch()
	k.put(b)
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("claim: %w", err))
	}
	f.rescheduleAll(k)
	return wait, nil
}

// EndClaim says when the request of a claim was answered, or given up: the delay
// counts from there. Without it the delay counts from SendBefore. If no request
// left, answered is zero and the claim is given back.
func (f *Frontier) EndClaim(ctx context.Context, c Claim, answered time.Time) error {
	if c.SendBefore.IsZero() || c.delay == 0 {
		return nil
	}
	wait, err := f.startEndClaim(ctx, c, answered)
	if err != nil || wait == nil {
		return err
	}
	return f.await(wait, "end claim")
}

func (f *Frontier) startEndClaim(ctx context.Context, c Claim, answered time.Time) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	k, err := f.clockOf(c.origin, f.originID(c.origin))
	if err != nil {
		return nil, f.fail(err)
	}
	defer f.releaseClock(k)
	next := record.InstantOf(c.SendAfter)
	if !answered.IsZero() {
		next = record.InstantAfter(answered) + record.Micros(c.delay)
	}
	if k.base != c.until || next >= c.until {
		return nil, nil // somebody else has moved it since
	}
	k.base = next
	return f.moveClock(k)
}
