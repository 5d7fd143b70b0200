package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// Foresee returns what a crawl with these options would decide about an unknown URL, as steps
// of a trail: the verdict of the scope, and that of the host's robots copy, nil if there is
// none. The last step decides. It is pure.
func Foresee(opt Options, u weburl.URL, c *acquire.Copy, now time.Time) []aranea.Event {
	opt = opt.withDefaults()
	step := func(r aranea.Reason, detail string) []aranea.Event {
		return []aranea.Event{{At: now, Reason: r, Detail: clip(detail)}}
	}
	v := opt.Scope.Decide(u, 0, aranea.HowAnchor)
	if !v.OK {
		return step(v.Reason, v.Rule)
	}
	if c == nil {
		return step(aranea.ScheduleQueued, v.Rule)
	}
	r := rule(c.Access(opt.Dialect, string(u.Origin()), opt.Agents...), u, now)
	switch {
	case r.Verdict == robotstxt.Deny:
		return step(aranea.RobotsDenied, evidence.Rule(r.Decision.Decision))
	case r.Verdict != robotstxt.Allow:
		return step(aranea.RobotsUnreachable, r.Reason.String())
	case !r.clean.IsZero():
		return step(aranea.RobotsCleanParam, r.clean.String())
	}
	steps := step(aranea.RobotsAllowed, evidence.Allowed(r.Decision.Decision))
	if r.noIndex != "" {
		return append(steps, step(aranea.DirectiveNoIndex, r.noIndex)...)
	}
	if reason, by := opt.keepsOut(u); reason != aranea.ReasonNone {
		return append(steps, step(reason, by)...)
	}
	return append(steps, step(aranea.ScheduleQueued, v.Rule)...)
}
