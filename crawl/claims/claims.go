// Package claims waits for permission to send single requests outside of the queue of a crawl,
// and has the host names looked up that they go to.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request itself.
package claims

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/weburl"
)

// A Clock grants requests at the rate of hosts and addresses: see package frontier. It is safe
// for concurrent use.
type Clock interface {
	Claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration) (frontier.Claim, error)
	ClaimResolved(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration, found aranea.Resolution, anyway bool) (frontier.Claim, error)
	EndClaim(ctx context.Context, o weburl.Origin, sendBefore, answered time.Time) error
}

var _ Clock = (*frontier.Frontier)(nil)

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// A Desk claims requests. All fields but Named are required.
type Desk struct {
	Clock Clock
	// LookUp finds the addresses of the host of an origin.
	LookUp func(context.Context, weburl.Origin) (aranea.Resolution, error)
	Now    func() time.Time
	// Named says that the operator asks for the host by name: it is looked up even if that
	// failed lately, and if no address is found, the request is claimed nevertheless, because
	// the operator may reach the host in another way than crawls do.
	Named bool
}

// By returns a look-up that uses a fetcher.
func By(f Fetcher) func(context.Context, weburl.Origin) (aranea.Resolution, error) {
	return func(ctx context.Context, o weburl.Origin) (aranea.Resolution, error) {
		x := f.Do(ctx, fetch.Request{URL: o.RobotsURL(), LookUp: true})
		return aranea.Resolution{Addresses: x.Addresses, Failure: x.Failure, Detail: x.Detail}, nil
	}
}

// Claim claims a request to the host of an origin that may be sent until the given instant. It
// waits for the outcome of a lease or claim that is out, which usually comes at once: until then
// the host counts as requested at the last instant that the lease allows. If the host is not
// free in time, or has no address, nothing is claimed, and the claim says when the host is free,
// or looked up again. An error of kind canceled means that ctx has ended.
func (d Desk) Claim(ctx context.Context, o weburl.Origin, until time.Time) (frontier.Claim, error) {
	var found *aranea.Resolution
	for {
		now := d.Now()
		c, err := d.claim(ctx, now, o, max(until.Sub(now), 0), found)
		switch {
		case err == nil && (c.LookUp || d.Named && found == nil && c.Route.Failure != aranea.ReasonNone):
			r, err := d.LookUp(ctx, o)
			if err != nil {
				return c, err
			}
			found = &r
			continue
		case err != nil || c.Busy == nil:
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

func (d Desk) claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration, found *aranea.Resolution) (frontier.Claim, error) {
	if found == nil {
		return d.Clock.Claim(ctx, now, o, patience)
	}
	return d.Clock.ClaimResolved(ctx, now, o, patience, *found, d.Named)
}
