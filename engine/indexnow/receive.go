package indexnow

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Received is the result of a notice.
type Received struct {
	New     int `json:"new"`     // URLs that were unknown and are queued
	Again   int `json:"again"`   // URLs that will be visited again
	Waiting int `json:"waiting"` // URLs that need nothing: they are queued already, or stay excluded
	Outside int `json:"outside"` // URLs out of scope
	Beyond  int `json:"beyond"`  // URLs beyond the daily limit of the site
}

// Due reports whether there is something to visit.
func (r Received) Due() bool { return r.New+r.Again > 0 }

// A Frontier knows URLs and queues them.
type Frontier interface {
	Host(o weburl.Origin) (aranea.Host, bool, error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// InScope reports whether a URL found at a depth from a seed is visited; with HowRobots, whether a key
// may be read there.
type InScope func(u weburl.URL, depth int, how aranea.How) bool

// A Crawl is the crawl that receives notices.
type Crawl struct {
	Frontier Frontier
	// Scope returns a function that reports whether a URL of a registrable domain, found at a
	// depth from a seed, is visited.
	Scope func(site string) (InScope, error)
	// Closed returns the reason why a URL must not be requested now, or "" if it may.
	Closed func(u weburl.URL) (string, error)
	// Ask makes a request at the rate its host allows, unless refuse returns an error when it is
	// about to be sent. Its error is of kind Limit if that takes too long, and Denied if the
	// host is paused.
	Ask func(ctx context.Context, u weburl.URL, refuse func(weburl.URL) error) (aranea.Fetched, error)
	Now func() time.Time
}

// depth is the depth of a URL in a notice, the same as of an entry of a sitemap.
const depth = 1

// Receive handles a notice of changed URLs: if their site has its key, the URLs in the scope of
// the crawl become due at once. If the notice is at fault, the error is a Refusal.
func (g *Gate) Receive(ctx context.Context, n Notice, c Crawl) (did Received, err error) {
	now := c.Now()
	claim, err := n.Claim()
	if err != nil {
		return did, err
	}
	ours, err := c.inScope(&claim)
	if err != nil {
		return did, err
	}
	if err := g.believe(ctx, &claim, &c, now); err != nil {
		return did, err
	}
	admitted := g.Admit(claim.site(), len(ours), now)
	if admitted == 0 {
		return did, refused(aranea.Limit, claim.site(), "%d URLs of the site were named today", MaxDaily)
	}
	did.Outside, did.Beyond = len(claim.URLs)-len(ours), len(ours)-admitted
	err = c.makeDue(ctx, now, ours[:admitted], &did)
	return did, err
}

// inScope returns those URLs of a claim that are visited.
func (c *Crawl) inScope(claim *Claim) ([]weburl.URL, error) {
	// Notices for unknown origins are refused before anything else is looked up, so that nobody
	// can direct the robot at other sites.
	_, known, err := c.Frontier.Host(claim.KeyURL.Origin())
	in := InScope(func(weburl.URL, int, aranea.How) bool { return false })
	if err == nil && known {
		in, err = c.Scope(claim.site())
	}
	if err != nil {
		return nil, err
	}
	var ours []weburl.URL
	for _, u := range claim.URLs {
		if in(u, depth, aranea.HowNotice) {
			ours = append(ours, u)
		}
	}
	switch {
	case len(ours) == 0:
		return nil, refused(aranea.Invalid, claim.KeyURL.Host(), "its pages are not visited here")
	case !in(claim.KeyURL, depth, aranea.HowRobots):
		return nil, refused(aranea.Invalid, claim.KeyURL.String(), "the key does not lie where pages are visited")
	}
	return ours, nil
}

// believe looks for the key of a claim at its site, unless it was found there recently.
func (g *Gate) believe(ctx context.Context, claim *Claim, c *Crawl, now time.Time) error {
	if g.Knows(claim, now) {
		return nil
	}
	at := claim.KeyURL.String()
	if err := c.refuse(claim.KeyURL); err != nil {
		return err
	}
	if !g.Try(claim, now) {
		return refused(aranea.Limit, at, "too many keys were wrong within a minute; try again later")
	}
	defer func() { g.End(claim, now, c.Now()) }()
	f, err := c.Ask(ctx, claim.KeyURL, c.refuse)
	switch aranea.KindOf(err) {
	case aranea.Limit:
		return refused(aranea.Limit, at, "the host may not be asked for the key within a minute; try again later")
	case aranea.Denied:
		if err := c.refuse(claim.KeyURL); err != nil {
			return err
		}
		return refused(aranea.Denied, at, "the key is not asked for: the host is paused")
	}
	if err != nil {
		return err
	}
	if err := claim.Proves(&f); err != nil {
		return refused(aranea.Denied, at, "%w", err)
	}
	g.Found(claim, now)
	return nil
}

// refuse returns an error of kind Denied if a key must not be requested any more.
func (c *Crawl) refuse(u weburl.URL) error {
	why, err := c.Closed(u)
	if err == nil && why != "" {
		err = refused(aranea.Denied, u.String(), "the key is not asked for: %s", why)
	}
	return err
}

// makeDue queues URLs for an immediate visit.
func (c *Crawl) makeDue(ctx context.Context, now time.Time, urls []weburl.URL, did *Received) error {
	var found []aranea.Discovery
	var again []weburl.ID
	for _, u := range urls {
		_, known, err := c.Frontier.EntryByID(u.ID())
		if err != nil {
			return err
		}
		if known {
			again = append(again, u.ID())
			continue
		}
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowNotice, Priority: aranea.PriorityNamed, Depth: depth, Reason: aranea.ScheduleQueued})
	}
	var err error
	if did.New, err = c.Frontier.Add(ctx, now, found); err != nil {
		return err
	}
	if did.Again, err = c.Frontier.Requeue(ctx, now, again, aranea.DiscoverNotice.String()+": its site says that it changed", false); err != nil {
		return err
	}
	did.Waiting = len(urls) - did.New - did.Again
	return nil
}
