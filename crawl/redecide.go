package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// maxDecided bounds the cost of matching many URLs against a robots file while all other hosts
// wait, in rules times bytes of a URL: a hostile file takes up to 23 ms for one
// (docs/robots/speed.md).
const maxDecided = 1 << 26

// redecide moves a known URL to the state that the current rules require and returns the steps
// of its trail, none if it is unchanged. It opens only what a robots file had closed. An
// indexed page is hidden, and found again without a visit when the file opens it; if its site
// named it meanwhile, that visit follows. It is pure.
func redecide(opt *Options, e *aranea.Entry, r ruling, now time.Time) []aranea.Event {
	denied := e.State == aranea.StateExcluded
	switch {
	case !denied && r.Verdict == robotstxt.Deny:
		detail := clip(evidence.Rule(r.Decision.Decision))
		e.State, e.Reason, e.Detail, e.Due, e.Again = aranea.StateExcluded, aranea.RobotsDenied, detail, time.Time{}, false
		steps := []aranea.Event{{At: now, Reason: aranea.RobotsDenied, Detail: detail}}
		if e.Indexed {
			steps = append(steps, hide(opt, e, now))
		}
		return steps
	case denied && e.Reason == aranea.RobotsDenied && r.Verdict == robotstxt.Allow:
		if v, _ := opt.Scope.LeftOut(e, nowhere); !v.OK && e.Indexed { // nowhere gives no error
			e.Reason, e.Detail, e.Indexed, e.Due, e.Validators = v.Reason, v.Rule, false, time.Time{}, aranea.Validators{}
			return []aranea.Event{{At: now, Reason: v.Reason, Detail: v.Rule}}
		}
		again := clip("open again: " + evidence.Allowed(r.Decision.Decision))
		if e.Indexed {
			e.State, e.Reason, e.Detail, e.Since = aranea.StateDone, aranea.IndexAdded, again, time.Time{}
			e.Due = schedule.Resumed(e, now)
			steps := []aranea.Event{{At: now, Reason: aranea.IndexShown, Detail: again}}
			if e.Named || e.Hinted {
				e.Again, e.Due, e.Attempts = true, time.Time{}, 0
				if e.Named {
					e.Priority = aranea.PriorityNamed
				}
				steps = append(steps, aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "it was named, and no visit has come for that"})
			}
			return steps
		}
		e.State, e.Reason, e.Detail, e.Attempts = aranea.StateQueued, aranea.ScheduleQueued, "", 0
		e.Since, e.Due = time.Time{}, time.Time{}
		e.Validators = aranea.Validators{} // its document must be fetched again
		if e.Named {
			e.Priority = aranea.PriorityNamed
		}
		return []aranea.Event{{At: now, Reason: aranea.ScheduleQueued, Detail: again}}
	}
	return nil
}

// nowhere looks up nothing. What leads to a page counts at its visit, see Crawler.advise.
func nowhere(weburl.ID) (aranea.Entry, bool, error) { return aranea.Entry{}, false, nil }

// hide records that the document of an excluded entry is kept hidden for a while.
func hide(opt *Options, e *aranea.Entry, now time.Time) aranea.Event {
	e.Since, e.Due = now, now.Add(opt.KeepHidden)
	return aranea.Event{At: now, Reason: aranea.IndexHidden, Detail: "leaves the index on " + e.Due.UTC().Format(time.DateOnly)}
}

// A decision is how far the entries of an origin whose rules have changed are decided.
type decision struct {
	did    aranea.RobotsChange
	behind weburl.ID
	rules  acquire.Copy // the rules used
}

// decisions are the origins that are partly decided. They belong to the holder of the turn.
type decisions map[weburl.Origin]*decision

// decidedAtOnce returns how many URLs may be decided by that many rules while others wait; 0 if
// the rules set no bound.
func decidedAtOnce(rules int) int {
	if rules == 0 {
		return 0
	}
	return max(maxDecided/(rules*weburl.MaxLength), 1)
}

// redecidePart decides some of the known entries of an origin, and reports whether these were
// the last. The caller holds the turn. No page of the origin is being visited under the old
// rules: a robots file is requested only when no page of its host is. If the file has changed
// again since the last part, the origin is decided from the start.
func (c *Crawler) redecidePart(ctx context.Context, now time.Time, o weburl.Origin) (done bool, err error) {
	cp, _, err := c.frontier.Robots(o)
	if err != nil {
		return false, fmt.Errorf("read robots copy of %s: %w", o, err)
	}
	d := c.decisions[o]
	if d == nil {
		d = &decision{did: aranea.RobotsChange{Origin: o}}
		c.decisions[o] = d
	}
	if d.rules.Class != cp.Class || d.rules.Hash != cp.Hash {
		d.rules, d.behind = cp, weburl.ID{}
	}
	opt := c.opt
	opt.Scope = c.area.now()
	access := cp.Access(c.opt.Dialect, string(o), c.opt.Agents...)
	var left []aranea.IndexChange // corrections of what a killed process left in the index
	decide := func(e *aranea.Entry) []aranea.Event {
		steps := redecide(&opt, e, rule(access, e.URL, now), now)
		if m := recovery.Missing(e, len(steps) > 0, c.indexer); m.Action != aranea.IndexKeep {
			left = append(left, m)
		}
		return steps
	}
	var gone replacement.Gone
	apply := func(ctx context.Context, changes []aranea.IndexChange) error {
		gone.Changed(changes)
		return c.indexer.Apply(ctx, changes)
	}
	if d.behind, err = c.frontier.Redecide(ctx, now, &d.did, d.behind, decidedAtOnce(access.Matcher().Len()), decide, apply); err != nil {
		return false, fmt.Errorf("decide on the pages of %s anew: %w", o, err)
	}
	copies, err := gone.Requeue(ctx, now, c.graph, c.frontier)
	if err != nil {
		return false, err
	}
	if err := c.indexer.Apply(ctx, left); err != nil {
		return false, fmt.Errorf("set the documents right of %s: %w", o, err)
	}
	if d.did.Opened > 0 || copies > 0 {
		c.Wake()
	}
	if !d.behind.IsZero() {
		return false, nil
	}
	delete(c.decisions, o)
	if c.opt.Changed != nil && d.did.Closed+d.did.Opened > 0 {
		c.opt.Changed(d.did)
	}
	return true, nil
}

// redecideAll decides the remaining entries of origins whose rules have changed, and settles
// the rest of what was learned, each time that redecide gets a token, until it is closed. It
// yields the turn between two parts. A stopped crawl leaves the rest to the next one.
func (c *Crawler) redecideAll(soft, all context.Context) error {
	for range c.flow.redecide {
		asked := c.flow.deciding.Load()
		for left := true; left && soft.Err() == nil; {
			if err := c.Exclusive(func() (err error) {
				left, err = c.amendPart(all, c.opt.Now())
				return err
			}); err != nil {
				return err
			}
		}
		c.flow.decided(asked)
	}
	return nil
}

// amendPart does one part of this work, and reports whether there was one. The caller holds the
// turn.
func (c *Crawler) amendPart(ctx context.Context, now time.Time) (bool, error) {
	origins, err := c.frontier.Undecided(ctx, 1)
	switch {
	case err != nil:
		return false, err
	case len(origins) > 0:
		_, err = c.redecidePart(ctx, now, origins[0])
		return true, err
	case c.settler == nil || !c.settler.IsLeft():
		return false, nil
	}
	return true, c.settlePart(ctx, now)
}
