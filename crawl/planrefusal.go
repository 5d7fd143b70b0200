package crawl

import (
	"fmt"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
)

// planFailure handles an exchange without a complete answer. Temporary failures are retried a
// bounded number of times, but for a probe. The retry comes some time after the host's next allowed
// instant, so that other entries of the host may come between.
func planFailure(opt Options, f facts, out *aranea.Outcome, reason aranea.Reason, detail string) {
	note(out, f.now, reason, detail)
	fault(f, out, reason, detail)
	out.Entry.Status = uint16(f.fetched.Status)
	out.Entry.VisitedAt, out.Entry.Captured = f.fetched.Ended, f.fetched.Captured
	if f.mayChange() && out.Entry.Attempts+1 < schedule.MaxAttempts && out.Entry.How != aranea.HowProbe {
		end(out, aranea.StateQueued, aranea.ScheduleRetry, reason.String()+" "+detail)
		retry(opt, f, out)
		return
	}
	end(out, aranea.StateGone, reason, detail)
	leaveIndex(f, out)
}

// mayChange reports whether another try may have another answer: an archive always gives the same.
func (f *facts) mayChange() bool { return f.fetched.Captured.IsZero() }

// retry sets when the entry is requested again after a try that failed.
func retry(opt Options, f facts, out *aranea.Outcome) {
	out.Entry.Attempts = f.lease.Entry.Attempts + 1
	out.Entry.Due = f.now.Add(max(out.Host.NextAllowed.Sub(f.now), 0) + schedule.Retry(int(out.Entry.Attempts)))
}

// leaveIndex deletes the document of a page that is gone, if it is due to leave the index.
func leaveIndex(f facts, out *aranea.Outcome) {
	if out.Entry.Since.IsZero() {
		out.Entry.Since = f.now
	}
	if !schedule.Leaves(&out.Entry).After(f.now) {
		dropFromIndex(f, out)
	}
}

// planRefusal handles a 4xx or 5xx answer, or a status without meaning here.
func planRefusal(opt Options, f facts, out *aranea.Outcome) {
	reason, passing := response.Refusal(f.fetched.Status)
	detail := fmt.Sprintf("status %d", f.fetched.Status)
	if f.fetched.Status == http.StatusForbidden && opt.Scope.OnDisk(out.Entry.URL) {
		reason, detail = aranea.DiskDenied, "permission denied"
	}
	if f.fetched.Access != "" {
		detail += ", asked with the secret " + f.fetched.Access
	}
	if passing {
		planFailure(opt, f, out, reason, detail)
		return
	}
	if planRefused(opt, f, out, reason, detail) {
		return
	}
	answered(f, out)
	endNoted(f, out, aranea.StateGone, reason, detail)
	if out.Entry.Tally()[aranea.CountFailed] > 0 {
		fault(f, out, reason, detail)
	}
	leaveIndex(f, out)
}

// planRefused handles the refusal of a page that the site gave before, and reports whether it did.
// The owner may have taken the page back, or a firewall may turn the robot away. So the page is
// tried again, and if the host then refuses everything, all of its pages stay as they are and
// wait. Otherwise the last refusal counts. 451 is a demand of the law and counts at once.
func planRefused(opt Options, f facts, out *aranea.Outcome, reason aranea.Reason, detail string) bool {
	e := &f.lease.Entry
	refuses := reason == aranea.HTTPForbidden && f.fetched.Status != http.StatusUnavailableForLegalReasons || reason == aranea.HTTPClient
	given := e.Kind == aranea.KindPage && (e.Indexed || e.Visits > 0 && e.Since.IsZero())
	if !refuses || !given && !refusal.Holds(&f.lease.Host, f.now) {
		return false
	}
	out.Refused = true
	out.Host = refusal.Count(out.Host, e.URL.Target() == "/", f.now)
	switch {
	case refusal.Holds(&out.Host, f.now):
		planTurnedAway(f, out, reason, detail)
	case !out.Host.RefusedSince.IsZero(), e.Attempts+1 >= schedule.MaxAttempts:
		return false
	default:
		planFailure(opt, f, out, reason, detail)
	}
	return true
}

// planTurnedAway handles a page of a host that refuses everything: it waits as its other pages do.
func planTurnedAway(f facts, out *aranea.Outcome, reason aranea.Reason, detail string) {
	note(out, f.now, reason, detail)
	fault(f, out, reason, detail)
	out.Entry.Status, out.Entry.VisitedAt, out.Entry.Captured = uint16(f.fetched.Status), f.fetched.Ended, f.fetched.Captured
	end(out, aranea.StateQueued, aranea.ScheduleRetry, reason.String()+" "+detail)
	out.Entry.Due = time.Time{}
	leave := refusal.Ends(&out.Host).UTC().Format(time.RFC3339)
	note(out, f.now, aranea.ScheduleBackoff, "its host refuses all that it gave before; its pages in the index stay until "+leave+", and are asked for less and less often")
}
