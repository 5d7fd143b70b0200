package crawl

import (
	"fmt"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// planFailure handles an exchange without a complete answer. Temporary failures are retried a
// bounded number of times. The retry comes some time after the host's next allowed instant, so
// that other entries of the host may come between.
func planFailure(opt Options, f facts, out *aranea.Outcome, reason aranea.Reason, detail string) {
	note(out, f.now, reason, detail)
	fault(f, out, reason, detail)
	out.Entry.Status = uint16(f.fetched.Status)
	out.Entry.VisitedAt = f.fetched.Ended
	if out.Entry.Attempts+1 < opt.Politeness.MaxAttempts() {
		end(out, aranea.StateQueued, aranea.ScheduleRetry, reason.String()+" "+detail)
		retry(opt, f, out)
		return
	}
	end(out, aranea.StateGone, reason, detail)
	leaveIndex(f, out)
}

// retry sets when the entry is requested again after a try that failed.
func retry(opt Options, f facts, out *aranea.Outcome) {
	out.Entry.Attempts = f.lease.Entry.Attempts + 1
	out.Entry.Due = f.now.Add(max(out.Host.NextAllowed.Sub(f.now), 0) + opt.Politeness.Retry(int(out.Entry.Attempts)))
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
	reason, passing := refusal(f.fetched.Status)
	detail := fmt.Sprintf("status %d", f.fetched.Status)
	if f.fetched.Access != "" {
		detail += ", asked with the secret " + f.fetched.Access
	}
	if passing {
		planFailure(opt, f, out, reason, detail)
		return
	}
	answered(f, out)
	endNoted(f, out, aranea.StateGone, reason, detail)
	if out.Entry.Tally()[aranea.CountFailed] > 0 {
		fault(f, out, reason, detail)
	}
	leaveIndex(f, out)
}

// refusal classifies a status that brings no page, and reports whether it may be temporary.
func refusal(status int) (reason aranea.Reason, passing bool) {
	switch status {
	case http.StatusTooManyRequests, http.StatusRequestTimeout, http.StatusTooEarly:
		return aranea.HTTPThrottled, true
	case http.StatusNotFound, http.StatusGone:
		return aranea.HTTPNotFound, false
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden,
		http.StatusProxyAuthRequired, http.StatusUnavailableForLegalReasons:
		return aranea.HTTPForbidden, false
	}
	switch {
	case status >= 500:
		return aranea.HTTPServer, true
	case status >= 400:
		return aranea.HTTPClient, false
	}
	return aranea.HTTPStatus, false
}
