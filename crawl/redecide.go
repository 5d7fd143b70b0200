package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/heirs"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// maxDecided bounds what it costs to ask a robots file about many URLs while all other hosts
// wait, in rules times bytes of a URL: a hostile file takes up to 23 ms for one
// (docs/robots/speed.md).
const maxDecided = 1 << 26

// redecide takes a known URL to where the rules in force want it and returns the
// steps of its trail, none if it stands there. Only what a robots file had closed
// is opened by one. A page that is found is hidden, and found again when the file
// opens it, without a visit; one that its site named waits for its visit then. It is
// pure.
func redecide(opt *Options, e *aranea.Entry, r ruling, now time.Time) []aranea.Event {
	denied := e.State == aranea.StateExcluded
	switch {
	case !denied && r.Verdict == robotstxt.Deny:
		detail := clip(ruleDetail(r.Decision.Decision))
		e.State, e.Reason, e.Detail, e.Due, e.Again = aranea.StateExcluded, aranea.RobotsDenied, detail, time.Time{}, false
		steps := []aranea.Event{{At: now, Reason: aranea.RobotsDenied, Detail: detail}}
		if e.Indexed {
			steps = append(steps, hide(opt, e, now))
		}
		return steps
	case denied && e.Reason == aranea.RobotsDenied && r.Verdict == robotstxt.Allow:
		again := clip("open again: " + allowDetail(r.Decision.Decision))
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
		e.Validators = aranea.Validators{} // its document has to come again
		return []aranea.Event{{At: now, Reason: aranea.ScheduleQueued, Detail: again}}
	}
	return nil
}

// hide notes of an entry that is excluded now that its document is kept for a
// while.
func hide(opt *Options, e *aranea.Entry, now time.Time) aranea.Event {
	e.Since, e.Due = now, now.Add(opt.KeepHidden)
	return aranea.Event{At: now, Reason: aranea.IndexHidden, Detail: "leaves the index on " + e.Due.UTC().Format(time.DateOnly)}
}

// A decision is how far an origin whose rules have changed was decided on.
type decision struct {
	did    aranea.RobotsChange
	behind weburl.ID
	rules  acquire.Copy // by which
}

// decisions are the origins that were decided on in part. The holder of the turn
// has them.
type decisions map[weburl.Origin]*decision

// decidedAtOnce returns how many URLs may be decided on, by so many rules, while others
// wait; 0 if that is not bounded by the rules.
func decidedAtOnce(rules int) int {
	if rules == 0 {
		return 0
	}
	return max(maxDecided/(rules*weburl.MaxLength), 1)
}

// redecidePart decides on a part of what is known of an origin, and reports
// whether that was the last. It has the turn. No page of the origin is under way
// by the old rules: a robots file is asked for when none of its host is. If the
// file has changed again since the part before, the origin is begun anew.
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
	access := cp.Access(c.opt.Dialect, string(o), c.opt.Agents...)
	var left []aranea.IndexChange // what a killed process has left otherwise
	decide := func(e *aranea.Entry) []aranea.Event {
		steps := redecide(&c.opt, e, rule(access, e.URL, now), now)
		if m := recovery.Missing(e, len(steps) > 0, c.indexer); m.Action != aranea.IndexKeep {
			left = append(left, m)
		}
		return steps
	}
	var gone heirs.Gone
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

// redecideAll decides on what is left of origins whose rules have changed, and
// settles what is left of what was learned, each time that redecide gets a token,
// until it is closed. Others get their turn between two parts. A stopped crawl leaves
// the rest to the next one.
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

// amendPart does one part of it, and reports whether there was one. It has the turn.
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
