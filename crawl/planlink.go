package crawl

import (
	"fmt"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/answer"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/weburl"
)

// planLink handles a URL that is only checked for the links to it. Its first request has the method
// HEAD, and further ones GET, because some servers answer HEAD with an error whatever the URL is.
// Nothing of it is indexed, and no links are taken from it.
func planLink(opt Options, f facts, out *aranea.Outcome) {
	f.ruling.clean = weburl.URL{} // the links lead here, and not to the shorter URL
	switch {
	case planRuling(opt, f, out):
	case !out.Sent:
		planUnsent(opt, f, out)
	default:
		planChecked(opt, f, out)
	}
}

// planChecked handles a request that left.
func planChecked(opt Options, f facts, out *aranea.Outcome) {
	out.Host = hostAfter(f, out.Host)
	note(out, f.now, aranea.RobotsAllowed, evidence.Allowed(f.ruling.Decision.Decision))
	status := f.fetched.Status
	reason, passing := answer.RefusalOfLink(status)
	detail := fmt.Sprintf("status %d", status)
	switch {
	case status == 0:
		planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	case f.challenge != "":
		endLink(f, out, aranea.StateGone, aranea.LinkRefused, "a challenge of "+f.challenge+", "+detail)
	case status >= 200 && status < 300:
		endLink(f, out, aranea.StateDone, aranea.LinkAvailable, detail)
	case status >= 300 && status < 400 && status != http.StatusNotModified:
		planLinkMoved(opt, f, out)
	case passing:
		planFailure(opt, f, out, reason, detail)
	case f.lease.Entry.Attempts == 0 && status != http.StatusUnauthorized:
		end(out, aranea.StateQueued, aranea.ScheduleRetry, reason.String()+" "+detail+" to HEAD")
		note(out, f.now, aranea.ScheduleRetry, detail+" to HEAD; GET is tried as well")
		out.Entry.Attempts, out.Entry.Due = 1, f.now.Add(max(out.Host.NextAllowed.Sub(f.now), 0))
	default:
		endLink(f, out, aranea.StateGone, reason, detail)
	}
}

// endLink ends the check of a link. Validators are not kept: the next check does not depend on them.
func endLink(f facts, out *aranea.Outcome, state aranea.EntryState, reason aranea.Reason, detail string) {
	answered(f, out)
	out.Entry.Validators = aranea.Validators{}
	endNoted(f, out, state, reason, detail)
}

// planLinkMoved handles a redirect of a link that is checked: its target is checked likewise, or
// visited if it is in scope.
func planLinkMoved(opt Options, f facts, out *aranea.Outcome) {
	target, unusable := answer.Target(&f.fetched)
	if target.IsZero() || out.Entry.Hops >= MaxHops {
		if !unusable.OK {
			note(out, f.now, unusable.Reason, unusable.Rule)
		}
		endLink(f, out, aranea.StateGone, aranea.HTTPBadRedirect, fmt.Sprintf("status %d, location %q", f.fetched.Status, f.fetched.Header.Get("Location")))
		return
	}
	endLink(f, out, aranea.StateDone, aranea.HTTPRedirect, fmt.Sprintf("status %d, to %s", f.fetched.Status, target))
	out.Entry.Target = target.String()
	d := discoverInstead(opt, target, aranea.HowRedirect, &out.Entry)
	d.Hops = out.Entry.Hops + 1
	out.Links = append(out.Links, d)
}
