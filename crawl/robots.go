package crawl

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
)

// planRobots turns the exchange for a robots file into the host's new copy, or
// into the next hop of its redirect.
func planRobots(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	if !out.Sent && unsentForNow(f.fetched.Failure) {
		return out // the entry stays as it was: the frontier leases it anew
	}
	target := redirectTarget(&f.fetched)
	next, step := robotstxt.Acquire(opt.Dialect, f.robots, robotstxt.Fetch{
		Status: f.fetched.Status, Body: f.fetched.Body, Truncated: f.fetched.Truncated,
		Broken:       f.fetched.Status != 0 && f.fetched.Failure != aranea.ReasonNone,
		ContentType:  f.fetched.Header.Get("Content-Type"),
		CacheControl: strings.Join(f.fetched.Header.Values("Cache-Control"), ", "), Expires: f.fetched.Header.Get("Expires"),
		RetryAfter: f.fetched.Header.Get("Retry-After"), Location: !target.IsZero(),
		Hops: int(f.lease.Entry.Hops), SiteDown: pagesFail(f.lease.Host, &f.robots), Detail: robotsDetail(&f.fetched),
	}, f.now)
	if step == robotstxt.StepFollow {
		out.Host = planHost(opt, f, out.Host)
		out.Entry.URL, out.Entry.Hops = target, out.Entry.Hops+1
		out.Events = append(out.Events, event(f.now, aranea.HTTPRedirect, "robots file, to "+target.String()))
		return out
	}
	out.Robots = &next
	out.Entry.State = aranea.StateDone
	reason, detail := robotsReason(&next), robotsDetail(&f.fetched)
	out.Events = append(out.Events, event(f.now, reason, detail))
	var pause time.Duration
	if m := next.RulesFor(opt.Dialect, string(f.lease.Host.Origin), opt.Agents...); m != nil {
		pause = pauseFrom(m, f.now)
	}
	// The delay just learned holds from this request on.
	out.Host.Delay, out.Host.DelayReason = opt.Politeness.HostDelay(pause)
	out.Host = planHost(opt, f, out.Host)
	return out
}

// pagesFail reports whether more exchanges with the host failed in a row than
// those for its robots file: then its pages cannot be had either.
func pagesFail(h aranea.Host, c *robotstxt.Copy) bool { return h.Failures > c.Failures }

func robotsReason(c *robotstxt.Copy) aranea.Reason {
	switch c.Class {
	case robotstxt.ClassRules:
		return aranea.RobotsParsed
	case robotstxt.ClassUnreachable:
		return aranea.RobotsUnreachable
	}
	return aranea.RobotsUnavailable
}

func robotsDetail(f *aranea.Fetched) string {
	if f.Status == 0 {
		return clip(f.Failure.String() + " " + f.Detail)
	}
	return fmt.Sprintf("status %d, %d bytes", f.Status, len(f.Body))
}

// unsentForNow reports whether a request did not leave for a reason of ours.
func unsentForNow(r aranea.Reason) bool {
	return r == aranea.ScheduleStopped || r == aranea.ScheduleLate || r == aranea.ReasonNone
}

// planHost returns the host after the exchange: when it may be asked next.
func planHost(opt Options, f facts, h aranea.Host) aranea.Host {
	return opt.Politeness.After(h, &f.fetched, f.now)
}

// retryAt returns when a postponed entry is looked at again.
func retryAt(opt Options, f facts) time.Time {
	if f.ruling.RetryAt.After(f.now) {
		return f.ruling.RetryAt
	}
	return f.now.Add(opt.Politeness.Retry(1))
}
