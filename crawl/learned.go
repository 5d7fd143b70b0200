package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/weburl"
)

// visitedLately holds the entries that a batch has planned, which the frontier does
// not know yet, before what it knows.
type visitedLately struct {
	planned map[weburl.ID]*aranea.Entry
	Frontier
}

// EntryByID returns the entry of a URL, false if the URL is not known.
func (s visitedLately) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	if e, ok := s.planned[id]; ok {
		return *e, true, nil
	}
	return s.Frontier.EntryByID(id)
}

// advise returns what was learned about the URL of an entry. What is out of the
// scope stands in nobody's place, and what was visited is no trap.
func (c *Crawler) advise(e *aranea.Entry) (learn.Advice, error) {
	if e.Kind != aranea.KindPage {
		return learn.Advice{}, nil
	}
	a, err := c.opt.Learner.Advise(e.URL)
	if a.Reason != aranea.MirrorMoved && (e.How == aranea.HowSeed || e.Visits > 0) {
		return learn.Advice{}, err // named by the operator, or known to be worth a visit
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
	if err == nil && !a.Instead.IsZero() && !c.area.now().Decide(a.Instead, 0, aranea.HowSeed).OK {
		return learn.Advice{}, nil
	}
	return a, err
}

// advice returns what was learned about the URLs that a visit names, as far as
// there is something to say.
func (c *Crawler) advice(f *facts) (map[weburl.URL]learn.Advice, error) {
	var all map[weburl.URL]learn.Advice
	note := func(u weburl.URL) error {
		a, err := c.opt.Learner.Advise(u)
		if err != nil || a.Reason == aranea.ReasonNone && a.Folder == nil {
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
			if err := note(f.page.Links[i].URL); err != nil {
				return nil, err
			}
		}
	}
	if f.listed != nil {
		for _, p := range f.listed.Pages {
			if err := note(p.URL); err != nil {
				return nil, err
			}
		}
	}
	if to, _ := redirectTarget(&f.fetched); !to.IsZero() {
		return all, note(to)
	}
	return all, nil
}

// instead returns the URL that a discovery is for, and what was learned about it:
// another mirror's URL gives way to the main one's, if that is in scope and not
// what named it.
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

// planAdvice handles a page that is not visited, or whose document is not kept,
// for what was learned of its host, and reports whether it did. What stands in its
// place is queued.
func planAdvice(opt Options, f facts, out *aranea.Outcome) bool {
	if f.advice.Reason == aranea.ReasonNone {
		return false
	}
	if out.Sent { // it was learned meanwhile
		out.Host = hostAfter(opt, f, out.Host)
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

// learn lets the learner see what a visit came to, and adds to the outcome what is
// worth to be visited for comparison. It returns earlier pages whose labels changed.
func (c *Crawler) learn(opt Options, f *facts, out *aranea.Outcome, seen visitedLately) ([]aranea.IndexChange, error) {
	if c.opt.Learner == nil || !out.Sent || f.interrupted() || f.advice.Reason != aranea.ReasonNone {
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
		v.Whole = f.page
		v.Twin, _ = weburl.Parse(f.twinURL) // zero for no twin
		if f.page != nil && len(f.page.Text) >= dedupe.MinText && !f.page.Fingerprint.IsZero() {
			v.Page = f.page
		}
	}
	leads, err := c.opt.Learner.Saw(v, seen.EntryByID, f.now)
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
	if out.Index.Action != aranea.IndexPut {
		return nil, nil
	}
	again, err := c.opt.Learner.Zone(&out.Index, seen.EntryByID)
	if err == nil {
		err = c.opt.Learner.Language(&out.Index)
	}
	return again, err
}

// probePriority is that of a made-up name in the queue of its host: what comes for it
// tells of all pages of its kind, so it is asked for before them.
const probePriority = 100

// planLead queues a URL that is visited to learn something, if it is in scope.
func planLead(opt Options, out *aranea.Outcome, u weburl.URL, how aranea.How, priority int8) {
	if d := discover(opt, u, how, out.Entry.Depth, &out.Entry); d.Reason == aranea.ScheduleQueued {
		d.Priority = priority
		out.Links = append(out.Links, d)
	}
}

// settleParts is how many parts of what was learned are carried out with the commit
// that learned it; what is left waits for its turn.
const settleParts = 4

// settleSome brings some of the known pages of origins in line with what was learned
// of them, or is no longer believed, and hands the rest over. It has the turn.
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

// settlePart does one part of that. It has the turn.
func (c *Crawler) settlePart(ctx context.Context, now time.Time) error {
	rules := c.area.now()
	done, err := c.settler.Part(ctx, now, func(u weburl.URL, depth int, how aranea.How) bool { return rules.Decide(u, depth, how).OK })
	if done {
		c.Wake()
	}
	return err
}
