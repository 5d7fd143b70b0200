// Package claims waits for the right to make single requests outside of the queue of a
// crawl, and has the names of hosts looked up that they go to.
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

// A Clock grants requests at the pace of hosts and addresses: see package frontier. It
// is safe for concurrent use.
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

// A Desk is where requests are claimed. All fields but Named are needed.
type Desk struct {
	Clock Clock
	// LookUp finds the addresses of the host of an origin.
	LookUp func(context.Context, weburl.Origin) (aranea.Resolution, error)
	Now    func() time.Time
	// Named says that the operator asks, by the name of the host: it is looked up also
	// if that failed lately, and if no address is found, the request is claimed all the
	// same, as the operator may reach the host in another way than crawls do.
	Named bool
}

// By looks names up as a fetcher does.
func By(f Fetcher) func(context.Context, weburl.Origin) (aranea.Resolution, error) {
	return func(ctx context.Context, o weburl.Origin) (aranea.Resolution, error) {
		x := f.Do(ctx, fetch.Request{URL: o.RobotsURL(), LookUp: true})
		return aranea.Resolution{Addresses: x.Addresses, Failure: x.Failure, Detail: x.Detail}, nil
	}
}

// Claim claims a request to the host of an origin that may leave until an instant. It
// waits for the outcome of a lease or a claim that is out, which mostly comes at once:
// until then its host counts as asked at the last instant that the lease allows. If the
// host is not free in time, or has no address, nothing is claimed and the claim says when
// it is free, or looked up again. An error of
// kind canceled says that ctx has ended.
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
