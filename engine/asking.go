package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/claims"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/weburl"
)

// Host returns what is known about an origin, with its current robots copy.
func (e *Engine) Host(_ context.Context, o weburl.Origin) (service.HostFacts, error) {
	h, ok, err := e.frontier.Host(o)
	if err == nil && !ok {
		err = &aranea.Error{Op: "host", Kind: aranea.NotFound, Obj: string(o), Err: errors.New("it is not known: no page that was visited links to it")}
	}
	if err != nil {
		return service.HostFacts{}, err
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

// RobotsHistory yields the robots copies of an origin, newest first.
func (e *Engine) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	return func(yield func(service.RobotsCopy, error) bool) {
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

// Claim gives the operator the right to make one request at the rate the host allows.
func (e *Engine) Claim(ctx context.Context, o weburl.Origin) (service.Permit, error) {
	return e.permit(ctx, o, true)
}

// errPaused is the reason why no request is sent while crawls are paused.
var errPaused = errors.New("the operator has paused all requests of this folder")

// permit claims a request to a resolved address. If no crawl has set the pace recently, it uses
// the settings of the last crawl.
func (e *Engine) permit(ctx context.Context, o weburl.Origin, named bool) (service.Permit, error) {
	if at := e.halt.Now().Paused; !at.IsZero() {
		return service.Permit{}, &aranea.Error{Op: "claim", Kind: aranea.Denied, Obj: o.Host(), Err: fmt.Errorf("%w since %s, until aranea resume", errPaused, at.UTC().Format(time.RFC3339))}
	}
	if by, err := e.elsewhere(o); err != nil {
		return service.Permit{}, err
	} else if by != "" {
		return service.Permit{}, &aranea.Error{Op: "claim", Kind: aranea.Denied, Obj: o.Host(), Err: errors.New(by + ": ask its node, which keeps the delays of its site")}
	}
	desk := claims.Desk{Clock: cooldown.Frontier{Frontier: e.frontier, Rest: &e.rest}, LookUp: e.lookUp, Now: e.opt.Now, Named: named}
	c, err := desk.Claim(ctx, o, e.opt.Now().Add(inspect.Patience))
	if err == nil && c.SendBefore.IsZero() && c.Route.Failure == aranea.ReasonNone {
		err = inspect.NotBefore(o, c.SendAfter)
	}
	return service.Permit{At: c.SendAfter, SendBefore: c.SendBefore, Spacing: c.Spacing, Address: c.Route.Address, Unfound: c.Route}, err
}

// elsewhere says which other partition visits the site of an origin, "" if none does.
func (e *Engine) elsewhere(o weburl.Origin) (string, error) {
	r, err := e.recall()
	if err != nil || r == nil {
		return "", err
	}
	return r.Partition.Elsewhere(o), nil
}

// An ownClock grants permits for the engine's own requests: keys of notices, and logins.
type ownClock struct{ *Engine }

// Claim implements inspect.Clock.
func (c ownClock) Claim(ctx context.Context, o weburl.Origin) (service.Permit, error) {
	return c.permit(ctx, o, false)
}

// lookUp resolves the name of a host. A name that does not exist is not an error.
func (e *Engine) lookUp(ctx context.Context, o weburl.Origin) (found aranea.Resolution, err error) {
	s := service.DefaultSettings()
	if r, err := e.recall(); err != nil {
		return found, err
	} else if r != nil {
		s = r.Settings
	}
	client, err := e.client(&s, 0, nil)
	if err != nil {
		return found, err
	}
	defer client.Close()
	return claims.By(client)(ctx, o)
}

// EndClaim ends a permit.
func (e *Engine) EndClaim(ctx context.Context, o weburl.Origin, p service.Permit, answered time.Time) error {
	return e.frontier.EndClaim(ctx, o, p.SendBefore, answered)
}
