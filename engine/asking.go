package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/weburl"
)

// Host returns what is known of an origin, with its robots copy in force.
func (e *Engine) Host(_ context.Context, o weburl.Origin) (HostFacts, error) {
	h, ok, err := e.frontier.Host(o)
	if err == nil && !ok {
		err = &aranea.Error{Op: "host", Kind: aranea.NotFound, Obj: string(o), Err: errors.New("it is not known: no page that was visited links to it")}
	}
	if err != nil {
		return HostFacts{}, err
	}
	f := e.hostFacts(&h, e.heldHosts())
	if h.Robots.Version > 0 {
		c, _, err := e.frontier.Robots(o)
		if err != nil {
			return f, err
		}
		r := robotsfile.Of(&c)
		f.Robots = &r
	}
	if f.Mirror, err = e.learner.Mirror(o); err != nil {
		return f, err
	}
	events, err := e.frontier.Trail(o.RobotsURL().ID())
	for _, ev := range events {
		if ev.Reason == aranea.RobotsChanged {
			f.Change = &trail.Event{At: ev.At, Code: ev.Reason.String(), Text: ev.Detail}
		}
	}
	return f, err
}

// RobotsHistory yields the robots copies of an origin, the newest first.
func (e *Engine) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error] {
	return func(yield func(RobotsCopy, error) bool) {
		for c, err := range e.frontier.RobotsHistory(o) {
			if err == nil {
				err = context.Cause(ctx)
			}
			if !yield(robotsfile.Of(&c), err) || err != nil {
				return
			}
		}
	}
}

// Claim gives the right to one request at the pace of the host.
func (e *Engine) Claim(ctx context.Context, o weburl.Origin) (Permit, error) {
	c, err := e.claim(ctx, o)
	if err != nil {
		return Permit{}, err
	}
	if c.SendBefore.IsZero() {
		return Permit{At: c.SendAfter}, inspect.NotBefore(o, c.SendAfter)
	}
	return Permit{At: c.SendAfter, SendBefore: c.SendBefore, Spacing: c.Spacing, Address: c.Address}, nil
}

// errPaused says why no request leaves.
var errPaused = errors.New("the operator has paused all requests of this folder")

// claim waits for the outcome of a lease or a claim that is out, which mostly comes at once:
// until then its host counts as asked at the last instant that the lease allows.
func (e *Engine) claim(ctx context.Context, o weburl.Origin) (frontier.Claim, error) {
	if at := e.halt.Now().Paused; !at.IsZero() {
		return frontier.Claim{}, &aranea.Error{Op: "claim", Kind: aranea.Denied, Obj: o.Host(), Err: fmt.Errorf("%w since %s, until aranea resume", errPaused, at.UTC().Format(time.RFC3339))}
	}
	until := e.opt.Now().Add(inspect.Patience)
	for {
		now := e.opt.Now()
		c, err := e.frontier.Claim(ctx, now, o, max(until.Sub(now), 0))
		if err != nil || c.Busy == nil {
			return c, err
		}
		select {
		case <-c.Busy:
		case <-time.After(c.SendAfter.Sub(now)):
		case <-ctx.Done():
			return c, &aranea.Error{Op: "claim", Kind: aranea.Canceled, Obj: o.Host(), Err: context.Cause(ctx)}
		}
	}
}

// EndClaim ends a permit.
func (e *Engine) EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error {
	return e.frontier.EndClaim(ctx, o, p.SendBefore, answered)
}
