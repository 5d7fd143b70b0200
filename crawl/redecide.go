package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// otherRules reports whether a new robots copy may decide otherwise than the one
// before. While the file is unavailable for a passing reason what was known
// before counts, so nothing is decided anew.
func otherRules(before, now *acquire.Copy) bool {
	if before.CheckedAt.IsZero() || now.Class == acquire.ClassUnreachable || !now.DownSince.IsZero() {
		return false
	}
	class := before.Class
	if !before.DownSince.IsZero() {
		class = before.Good
	}
	return class != now.Class || before.Hash != now.Hash
}

// redecide returns the step of the trail that takes a known page to where the
// rules in force want it, false if it stands there. Only what a robots file had
// excluded is opened by one. It is pure.
func redecide(e *aranea.Entry, r ruling, now time.Time) (aranea.Event, bool) {
	switch denied := e.State == aranea.StateExcluded; {
	case !denied && r.Verdict == robotstxt.Deny:
		return aranea.Event{At: now, Reason: aranea.RobotsDenied, Detail: clip(ruleDetail(r.Decision.Decision))}, true
	case denied && e.Reason == aranea.RobotsDenied && r.Verdict == robotstxt.Allow:
		return aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: clip("open again: " + allowDetail(r.Decision.Decision))}, true
	}
	return aranea.Event{}, false
}

// redecideAll decides all known pages of an origin anew. It has the turn. No page
// is under way by the old rules: a robots file is asked for when none of its host
// is.
func (c *Crawler) redecideAll(ctx context.Context, now time.Time, o weburl.Origin) error {
	cp, _, err := c.frontier.Robots(o)
	if err != nil {
		return fmt.Errorf("read robots copy of %s: %w", o, err)
	}
	access := cp.Access(c.opt.Dialect, string(o), c.opt.Agents...)
	decide := func(e *aranea.Entry) (aranea.Event, bool) { return redecide(e, rule(access, e.URL, now), now) }
	did, err := c.frontier.Redecide(ctx, now, o, decide, c.indexer.Apply)
	if err != nil {
		return fmt.Errorf("decide on the pages of %s anew: %w", o, err)
	}
	if did.Opened > 0 {
		c.Wake()
	}
	if c.opt.Changed != nil && did.Closed+did.Opened > 0 {
		c.opt.Changed(did)
	}
	return nil
}

// redecideLeft does what an earlier process did not come to.
func (c *Crawler) redecideLeft(ctx context.Context) error {
	const part = 256
	for {
		left, err := c.frontier.Undecided(ctx, part)
		if ctx.Err() != nil || err == nil && len(left) == 0 {
			return nil //nolint:nilerr // a stopped crawl leaves it to the next one
		}
		if err != nil {
			return err
		}
		for _, o := range left {
			if ctx.Err() != nil {
				return nil //nolint:nilerr // a stopped crawl leaves it to the next one
			}
			err := c.Exclusive(func() error { return c.redecideAll(context.WithoutCancel(ctx), c.opt.Now(), o) })
			if err != nil {
				return err
			}
		}
	}
}
