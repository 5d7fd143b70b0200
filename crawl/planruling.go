package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
)

// planRuling handles a page that the robots file does not allow to be requested now, and
// reports whether it did. Nothing was sent for such a page.
func planRuling(opt Options, f facts, out *aranea.Outcome) bool {
	if f.ruling.ruled {
		wish(out, f.ruling.delay)
	}
	switch {
	case f.ruling.Verdict == robotstxt.Deny:
		endNoted(f, out, aranea.StateExcluded, aranea.RobotsDenied, evidence.Rule(f.ruling.Decision.Decision))
		planHidden(opt, f, out)
	case f.ruling.Verdict != robotstxt.Allow:
		// The robots file is unavailable, so nothing of the host may be requested until it is
		// there.
		end(out, aranea.StateQueued, aranea.RobotsUnreachable, f.ruling.Reason.String())
		out.Entry.Due = retryAt(f)
	case !f.ruling.clean.IsZero():
		planCleaned(opt, f, out)
	case !f.ruling.wait.IsZero():
		planHours(f, out)
	default:
		return false
	}
	return true
}

// wish tells which delay the robots file asks for. Which one is in force is the frontier's to say;
// until then that of the lease holds, or a longer one that is asked for now.
func wish(out *aranea.Outcome, asked time.Duration) {
	granted := schedule.Asked(asked)
	out.Wished, out.Asked, out.AskedBy = true, granted.Length, granted.Source
	delay := hostdelay.Delay{Length: out.Host.Delay, Source: out.Host.DelayReason}.AtLeast(granted)
	out.Host.Delay, out.Host.DelayReason = delay.Length, delay.Source
}

// planHidden hides the document of a page that its robots file closes, if an earlier visit
// indexed it and the operator has not removed it.
func planHidden(opt Options, f facts, out *aranea.Outcome) {
	if f.removedBy != "" {
		dropFromIndex(f, out)
		return
	}
	if !out.Entry.Indexed {
		return
	}
	out.Events = append(out.Events, hide(&opt, &out.Entry, f.now))
	out.Index = aranea.IndexChange{Action: aranea.IndexHide, URL: out.Entry.URL, Version: out.Entry.Visits}
}

// planCleaned handles a URL with parameters that change nothing according to the site
// (Clean-param). The URL without them is queued in its place, as after a redirect but without a
// request.
func planCleaned(opt Options, f facts, out *aranea.Outcome) {
	target := f.ruling.clean
	endNoted(f, out, aranea.StateExcluded, aranea.RobotsCleanParam, target.String())
	d := discoverInstead(opt, target, aranea.HowCleanParam, &out.Entry)
	d.Hops = out.Entry.Hops // otherwise redirects to URLs with such parameters would never end
	out.Links = append(out.Links, d)
	dropFromIndex(f, out)
}

// planHours handles a site that admits robots only at other hours (Visit-time). The whole host
// waits for them.
func planHours(f facts, out *aranea.Outcome) {
	end(out, aranea.StateQueued, aranea.RobotsHours, "until "+f.ruling.wait.UTC().Format(time.RFC3339))
	out.Entry.Due = f.ruling.wait
	if f.ruling.wait.After(out.Host.NextAllowed) {
		out.Host.NextAllowed = f.ruling.wait
	}
}

// retryAt returns when a postponed entry is tried again.
func retryAt(f facts) time.Time {
	if f.ruling.RetryAt.After(f.now) {
		return f.ruling.RetryAt
	}
	return f.now.Add(schedule.Retry(1))
}
