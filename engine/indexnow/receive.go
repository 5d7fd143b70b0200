package indexnow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Received says what became of a notice.
type Received struct {
	New     int `json:"new"`     // URLs that were not known and are queued
	Again   int `json:"again"`   // URLs that are visited again
	Waiting int `json:"waiting"` // URLs that need nothing: they wait for a visit, or stay out
	Outside int `json:"outside"` // URLs out of scope
	Beyond  int `json:"beyond"`  // URLs beyond what a host may name in a day
}

// A Frontier knows URLs and queues them.
type Frontier interface {
	Host(o weburl.Origin) (aranea.Host, bool, error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (int, error)
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
}

// A Crawl is what notices are for.
type Crawl struct {
	Frontier Frontier
	// InScope reports whether a URL that is found so far from a seed is visited.
	InScope func(u weburl.URL, depth int, how aranea.How) bool
	// Ask makes a request at the pace of its host.
	Ask func(ctx context.Context, u weburl.URL) (aranea.Fetched, error)
	Now time.Time
}

// depth is that of a URL that a notice names: as of an entry of a sitemap.
const depth = 1

func refused(kind aranea.Kind, host, format string, args ...any) error {
	return &aranea.Error{Op: "take IndexNow notice", Kind: kind, Obj: host, Err: fmt.Errorf(format, args...)}
}

// Receive takes a notice of changed URLs: if its key lies at their site, they are due
// at once, as far as they lie in the scope of the crawl. An error of kind Invalid says
// that the notice is not well formed or names nothing that is visited here, Denied
// that the key was not found, and Limit that there were too many.
func (g *Gate) Receive(ctx context.Context, n Notice, c Crawl) (did Received, err error) {
	claim, err := n.Claim()
	if err != nil {
		return did, err
	}
	host, ours := claim.KeyURL.Host(), []weburl.URL(nil)
	for _, u := range claim.URLs {
		if c.InScope(u, depth, aranea.HowNotice) {
			ours = append(ours, u)
		}
	}
	// Of an origin that was never heard of nothing is believed: nobody may aim the
	// robot at others.
	if _, known, err := c.Frontier.Host(claim.KeyURL.Origin()); err != nil || !known || len(ours) == 0 {
		return did, errors.Join(err, refused(aranea.Invalid, host, "its pages are not visited here"))
	}
	if err := g.believe(ctx, &claim, &c); err != nil {
		return did, err
	}
	admitted := g.Admit(host, len(ours), c.Now)
	if admitted == 0 {
		return did, refused(aranea.Limit, host, "%d URLs were named today", MaxDaily)
	}
	did.Outside, did.Beyond = len(claim.URLs)-len(ours), len(ours)-admitted
	err = c.makeDue(ctx, ours[:admitted], &did)
	return did, err
}

// believe looks for the key of a claim at its site, unless it was found there lately.
func (g *Gate) believe(ctx context.Context, claim *Claim, c *Crawl) error {
	if g.Knows(claim, c.Now) {
		return nil
	}
	if !g.MayAsk(c.Now) {
		return refused(aranea.Limit, claim.KeyURL.Host(), "too many keys were wrong within a minute; try again later")
	}
	f, err := c.Ask(ctx, claim.KeyURL)
	if err != nil {
		return err
	}
	missing := claim.Proves(&f)
	g.Asked(claim, missing == nil, c.Now)
	if missing != nil {
		return refused(aranea.Denied, claim.KeyURL.String(), "%w", missing)
	}
	return nil
}

// makeDue queues URLs for a visit at once.
func (c *Crawl) makeDue(ctx context.Context, urls []weburl.URL, did *Received) error {
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
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowNotice, Depth: depth, Reason: aranea.ScheduleQueued})
	}
	var err error
	if did.New, err = c.Frontier.Add(ctx, c.Now, found); err != nil {
		return err
	}
	if did.Again, err = c.Frontier.Requeue(ctx, c.Now, again, aranea.DiscoverNotice.String()+": its site says that it changed", false); err != nil {
		return err
	}
	did.Waiting = len(urls) - did.New - did.Again
	return nil
}
