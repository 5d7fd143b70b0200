package crawl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/weburl"
)

// advise returns what was learned about the URL of an entry, or that the patterns of the operator
// leave it out, or that its seed was dropped, whoever queued it. A URL that is out of scope does not
// replace another, and a visited URL is not a trap.
func (c *Crawler) advise(e *aranea.Entry) (learn.Advice, error) {
	if e.Kind == aranea.KindRobots {
		return learn.Advice{}, nil
	}
	rules := c.area.now()
	v, err := rules.LeftOut(e, c.frontier.EntryByID)
	if err != nil || !v.OK {
		return learn.Advice{Reason: v.Reason, Detail: v.Rule}, err
	}
	if e.Kind == aranea.KindSitemap && e.How == aranea.HowFeed {
		from, known, err := c.frontier.EntryByID(e.FoundOn)
		if err != nil || !known {
			return learn.Advice{}, err
		}
		return c.opt.Learner.AdviseFeed(&from, e.URL)
	}
	if e.Kind != aranea.KindPage {
		return learn.Advice{}, nil
	}
	a, err := c.opt.Learner.AdviseQueued(e, c.frontier.EntryByID)
	if a.Reason != aranea.MirrorMoved && !a.Outdated && (e.How == aranea.HowSeed || e.Visits > 0) {
		return learn.Advice{}, err // named by the operator, or known to be worth visiting
	}
	if err == nil && a.Reason == aranea.ReasonNone && a.Folder != nil && a.Folder.IsBounded() && !e.Named {
		from, known, err := c.frontier.EntryByID(e.FoundOn)
		if err != nil {
			return learn.Advice{}, fmt.Errorf("look for what named %s: %w", e.URL, err)
		}
		if known && a.Leaves(e.URL, e.How, &from) {
			a.Reason, a.Detail = aranea.ScopeTrap, a.Folder.Why
		}
	}
	if err == nil && !a.Instead.IsZero() && !rules.Decide(a.Instead, 0, aranea.HowMirror).OK {
		return learn.Advice{}, nil
	}
	return a, err
}

// advice returns what was learned about the URLs that a visit names; URLs without advice are
// left out.
func (c *Crawler) advice(f *facts) (map[weburl.URL]learn.Advice, error) {
	var all map[weburl.URL]learn.Advice
	note := func(u weburl.URL, how aranea.How) error {
		a, err := c.opt.Learner.AdviseNamed(&f.lease.Entry, u, how)
		if err != nil || a.Reason == aranea.ReasonNone && a.Late == "" {
			return err
		}
		if all == nil {
			all = map[weburl.URL]learn.Advice{}
		}
		all[u] = a
		return nil
	}
	if f.page != nil {
		for i := range f.page.Links {
			if err := note(f.page.Links[i].URL, f.page.Links[i].How); err != nil {
				return nil, err
			}
		}
	}
	if f.listed != nil {
		for _, p := range f.listed.Pages {
			if err := note(p.URL, aranea.HowSitemap); err != nil {
				return nil, err
			}
		}
	}
	if to, _ := response.Target(&f.fetched); !to.IsZero() {
		return all, note(to, aranea.HowRedirect)
	}
	return all, nil
}

// instead returns the URL to discover in place of u, and what was learned about u: a mirror's
// URL is replaced by the main one's, if that is in scope and is not the page that named it.
func instead(opt Options, u weburl.URL, how aranea.How, depth uint16, from *aranea.Entry) (weburl.URL, learn.Advice) {
	a := opt.advice[u]
	switch {
	case a.Reason == aranea.ReasonNone:
	case a.Instead.IsZero():
		return u, a
	case a.Instead != from.URL && opt.Scope.Decide(a.Instead, int(depth), how).OK:
		return a.Instead, learn.Advice{Reason: aranea.ScheduleQueued}
	}
	return u, learn.Advice{Reason: aranea.ScheduleQueued}
}

// planAdvice handles a page that is not visited, or whose document is not kept, because of what
// was learned of its host, and reports whether it did. The URL that replaces it is queued.
func planAdvice(opt Options, f facts, out *aranea.Outcome) bool {
	if f.advice.Reason == aranea.ReasonNone {
		return false
	}
	if out.Sent { // it was learned during the visit
		out.Host = hostAfter(f, out.Host)
	}
	endNoted(f, out, aranea.StateExcluded, f.advice.Reason, f.advice.Detail)
	if to := f.advice.Instead; !to.IsZero() {
		out.Entry.Target = to.String()
		how := aranea.HowMirror
		if f.advice.Reason == aranea.ScopeParameter {
			how = aranea.HowCleanParam
		}
		d := discoverInstead(opt, to, how, &out.Entry)
		d.Hops = out.Entry.Hops
		out.Links = append(out.Links, d)
	}
	dropFromIndex(f, out)
	return true
}

// learn passes the result of a visit to the learner, and adds to the outcome URLs worth
// visiting for comparison. It returns earlier pages whose labels changed.
func (c *Crawler) learn(opt Options, f *facts, out *aranea.Outcome, batch *twins.Batch) ([]aranea.IndexChange, error) {
	if c.opt.Learner == nil || !out.Sent || out.Entry.Kind == aranea.KindLink || f.interrupted() || f.advice.Reason != aranea.ReasonNone {
		return nil, nil
	}
	v := &learn.Visit{Entry: &out.Entry, Status: f.fetched.Status, Links: out.Links}
	if out.Entry.Kind == aranea.KindRobots {
		if out.Robots == nil {
			return nil, nil
		}
		v.IsRobots, v.OtherRules, v.Host = true, out.Redecide, learn.NamedHost(f.lease.Host.Origin, out.Robots)
		v.Entry = &aranea.Entry{URL: f.lease.Host.Origin.RobotsURL()}
	} else {
		counts := out.Entry.Visits > f.lease.Entry.Visits
		if counts {
			v.Whole = f.page
		}
		v.Twin, _ = weburl.Parse(f.twin.URL) // zero without a twin
		if f.page != nil && counts && len(f.page.Text) >= dedupe.MinText && !f.page.Fingerprint.IsZero() {
			v.Page = f.page
		}
	}
	leads, err := c.opt.Learner.Saw(v, batch.EntryByID, f.now)
	if err != nil {
		return nil, fmt.Errorf("learn of %s: %w", out.Entry.URL, err)
	}
	if leads.Endless != nil && c.opt.Endless != nil {
		c.opt.Endless(out.Entry.URL.Origin(), *leads.Endless)
	}
	for _, u := range leads.Compare {
		planLead(opt, out, u, aranea.HowMirror, 0)
	}
	if !leads.Probe.IsZero() {
		planLead(opt, out, leads.Probe, aranea.HowProbe, probePriority)
	}
	var again []aranea.IndexChange
	if out.Index.Action == aranea.IndexPut {
		if again, err = c.opt.Learner.Zone(&out.Index, batch.EntryByID); err == nil {
			err = c.opt.Learner.Language(&out.Index)
		}
	}
	if err != nil {
		return again, err
	}
	return again, errors.Join(c.opt.Learner.SawText(v, batch.EntryByID, f.now), c.opt.Learner.SawFilters(v, batch.EntryByID, f.now))
}

// probePriority is the priority of a made-up name in the queue of its host. Its answer is
// evidence about all pages of its kind, so it is requested before them.
const probePriority = 100

// planLead queues a URL that is visited to learn something, if it is in scope.
func planLead(opt Options, out *aranea.Outcome, u weburl.URL, how aranea.How, priority int8) {
	if d := discover(opt, u, how, out.Entry.Depth, &out.Entry); d.Reason == aranea.ScheduleQueued {
		d.Priority = priority
		out.Links = append(out.Links, d)
	}
}

// settleParts is the number of parts of what was learned that are applied with the commit that
// learned it; the rest is left to redecideAll.
const settleParts = 4

// settleSome brings some of the known pages of origins in line with what was learned of them,
// or is no longer believed, and leaves the rest to redecideAll. The caller holds the turn.
func (c *Crawler) settleSome(ctx context.Context, now time.Time) error {
	if c.settler == nil {
		return nil
	}
	for range settleParts {
		if !c.settler.IsLeft() {
			return nil
		}
		if err := c.settlePart(ctx, now); err != nil {
			return err
		}
	}
	if c.settler.IsLeft() {
		c.flow.undecided()
	}
	return nil
}

// settlePart applies one part. The caller holds the turn.
func (c *Crawler) settlePart(ctx context.Context, now time.Time) error {
	rules := c.area.now()
	done, err := c.settler.Part(ctx, now, func(u weburl.URL, depth int, how aranea.How) bool { return rules.Decide(u, depth, how).OK })
	if done {
		c.Wake()
	}
	return err
}
