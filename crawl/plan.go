package crawl

import (
	"fmt"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

// plan turns the facts of one visit into the one Outcome that changes state. It is pure: no
// clock, no randomness, no storage. Each branch has its own file, plan*.go, and changes only
// the outcome.
func plan(opt Options, f facts) aranea.Outcome {
	out := aranea.Outcome{
		Lease: f.lease.ID, Entry: f.lease.Entry, Host: f.lease.Host,
		Sent: f.fetched.WasSent(), Bytes: f.fetched.WireBytes,
	}
	if out.Sent {
		out.Requests, out.Reached = 1, schedule.Reached(&f.fetched, f.now)
	}
	if f.fetched.Access != "" {
		opt.Scope = opt.Scope.Unchecked() // where an answer behind a login leads to is not told to others
	}
	switch {
	case f.stopped:
		planReturned(f, &out, aranea.ScheduleStopped)
	case f.lease.LookUp:
		planLookUp(f, &out)
	case f.interrupted():
		planInterrupted(opt, f, &out)
	case response.Unprocessed(&f.fetched, &f.lease.Entry):
		out.Host, out.Entry = hostAfter(f, out.Host), response.Again(out.Entry, &f.fetched)
		note(&out, f.now, f.fetched.Failure, f.fetched.Detail)
	case f.lease.Entry.Kind == aranea.KindRobots:
		planRobots(opt, f, &out)
	case f.lease.Entry.URL.IsRobots():
		planNoPage(f, &out)
	case f.lease.Entry.Kind == aranea.KindLink:
		planLink(opt, f, &out)
	case planRuling(opt, f, &out):
		// The robots file has the last word.
	case planAdvice(opt, f, &out):
		// What was learned of the host speaks against a visit, or against the document.
	case !out.Sent:
		planUnsent(opt, f, &out)
	default:
		planExchange(opt, f, &out)
	}
	planEdges(opt, f, &out)
	planNext(opt, f, &out)
	return out
}

// planExchange handles a request that left.
func planExchange(opt Options, f facts, out *aranea.Outcome) {
	out.Host = hostAfter(f, out.Host)
	note(out, f.now, aranea.RobotsAllowed, evidence.Allowed(f.ruling.Decision.Decision))
	switch status := f.fetched.Status; {
	case status == 0:
		planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	case f.challenge != "":
		planFailure(opt, f, out, aranea.HTTPChallenge, fmt.Sprintf("of %s, status %d", f.challenge, status))
	case f.login != "":
		planFailure(opt, f, out, aranea.HTTPLogin, f.login)
	case status >= 200 && status < 300 && (out.Entry.Kind == aranea.KindSitemap || f.listed != nil):
		planSitemap(opt, f, out)
	case status >= 200 && status < 300:
		planAnswer(opt, f, out)
	case status == http.StatusNotModified:
		planUnchanged(opt, f, out)
	case status >= 300 && status < 400:
		planRedirect(opt, f, out)
	default:
		planRefusal(opt, f, out)
	}
}

// hostAfter returns the host after the exchange, with the instant at which it may be asked
// next.
func hostAfter(f facts, h aranea.Host) aranea.Host {
	x := f.fetched
	if x.Unprocessed = response.Unprocessed(&x, &f.lease.Entry); f.challenge != "" { // a host that sends one wants fewer requests, whatever the status
		x.Status = http.StatusTooManyRequests
	}
	if h = schedule.After(h, &x, f.lease.Entry.Attempts > 0, f.now); f.lease.Entry.Kind != aranea.KindRobots && f.lease.Entry.Kind != aranea.KindLink {
		h = refusal.After(h, &x) // pages alone tell whether it refuses pages
	}
	return h
}

// end sets the state of the entry after the visit, and its reason.
func end(out *aranea.Outcome, state aranea.EntryState, reason aranea.Reason, detail string) {
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = state, reason, clip(detail)
}

// note adds a step to the trail of the visit.
func note(out *aranea.Outcome, now time.Time, reason aranea.Reason, detail string) {
	out.Events = append(out.Events, aranea.Event{At: now, Reason: reason, Detail: clip(detail)})
}

// endNoted ends the visit with a reason that is also the last step of its trail.
func endNoted(f facts, out *aranea.Outcome, state aranea.EntryState, reason aranea.Reason, detail string) {
	end(out, state, reason, detail)
	note(out, f.now, reason, detail)
}

// dropFromIndex deletes the document if an earlier visit indexed it.
func dropFromIndex(f facts, out *aranea.Outcome) {
	if !out.Entry.Indexed {
		return
	}
	out.Entry.Indexed = false
	out.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: out.Entry.URL, Version: out.Entry.Visits}
	note(out, f.now, aranea.IndexRemoved, "")
}

// answered records in the entry that an answer came.
func answered(f facts, out *aranea.Outcome) {
	out.Entry.Attempts = 0
	out.Entry.Visits++
	out.Entry.VisitedAt, out.Entry.Captured = f.fetched.Ended, f.fetched.Captured
	out.Entry.Status = uint16(f.fetched.Status)
	out.Entry.Due, out.Entry.Named = time.Time{}, false
	if f.fetched.Status == http.StatusNotModified {
		return
	}
	out.Entry.Validators = aranea.Validators{}
	if f.fetched.Status >= 200 && f.fetched.Status < 300 && f.fetched.Failure == aranea.ReasonNone && (f.listed == nil || !f.fetched.Truncated) { // otherwise the validators cover more than was received
		out.Entry.Validators = recovery.Validators(f.fetched.Header, f.fetched.Ended)
	}
	out.Entry.Twin, out.Entry.Target = weburl.ID{}, ""
}

// clip cuts s to MaxDetail bytes, at a character boundary.
func clip(s string) string {
	return show.Clip(s, aranea.MaxDetail)
}
