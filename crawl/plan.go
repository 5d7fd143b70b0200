package crawl

import (
	"fmt"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// facts is everything that plan may look at.
type facts struct {
	*visited
	now time.Time
	// The indexed page that has the same text, if there is one.
	twin    weburl.ID
	twinURL string
	hasTwin bool
	// What is known of the URL that the page calls its canonical one; StateUnknown
	// if nothing is or there is none.
	canonical aranea.Entry
	// The host's robots copy so far, for a robots visit.
	robots robotstxt.Copy
}

// MaxHops is the number of redirects in a row that are followed to a page. The
// next one ends the chain with HTTP.BAD-REDIRECT; a loop ends earlier, because
// its URLs are known.
const MaxHops = 10

// plan turns the facts of one visit into the one Outcome that changes state.
// It is pure: no clock, no chance, no storage.
func plan(opt Options, f facts) aranea.Outcome {
	out := aranea.Outcome{
		Lease: f.lease.ID, Entry: f.lease.Entry, Host: f.lease.Host,
		Sent: f.fetched.WasSent(), Bytes: f.fetched.WireBytes,
	}
	if out.Sent {
		out.Requests = 1
	}
	if f.lease.Entry.Kind == aranea.KindRobots {
		if isBarred(&f.fetched) && out.Entry.Hops == 0 {
			return planBarred(f, out)
		}
		return planRobots(opt, f, out)
	}
	if f.ruling.ruled {
		out.Host.Delay, out.Host.DelayReason = opt.Politeness.HostDelay(f.ruling.pause)
	}
	switch {
	case f.ruling.Verdict == robotstxt.Deny:
		return planDenied(f, out)
	case f.ruling.Verdict != robotstxt.Allow:
		return planPostponed(opt, f, out)
	case !f.ruling.clean.IsZero():
		return planCleaned(opt, f, out)
	case !f.ruling.wait.IsZero():
		return planHours(f, out)
	}
	switch {
	case isBarred(&f.fetched):
		return planBarred(f, out)
	case !out.Sent:
		return planUnsent(opt, f, out)
	}
	out.Host = planHost(opt, f, out.Host)
	switch status := f.fetched.Status; {
	case status == 0:
		return planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	case status >= 200 && status < 300:
		return planAnswer(opt, f, out)
	case status == http.StatusNotModified:
		return planUnchanged(opt, f, out)
	case status >= 300 && status < 400:
		return planRedirect(opt, f, out)
	default:
		return planRefusal(opt, f, out)
	}
}

// planDenied: the robots file closes the URL. Nothing was sent.
func planDenied(f facts, out aranea.Outcome) aranea.Outcome {
	detail := ruleDetail(f.ruling.Decision)
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateExcluded, aranea.RobotsDenied, detail
	out.Events = append(out.Events, event(f.now, aranea.RobotsDenied, detail))
	return dropFromIndex(f.now, out)
}

// planPostponed: the robots file cannot be had now, so nothing of the host may
// be asked until it can.
func planPostponed(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateQueued, aranea.RobotsUnreachable, f.ruling.Reason.String()
	out.Entry.Due = retryAt(opt, f)
	return out
}

// planCleaned: the site says that the URL is another one with parameters that
// change nothing (Clean-param). That one is queued in its place, as after a
// redirect but without asking.
func planCleaned(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	target := f.ruling.clean
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateExcluded, aranea.RobotsCleanParam, clip(target.String())
	out.Events = append(out.Events, event(f.now, aranea.RobotsCleanParam, target.String()))
	d := discover(opt, target, aranea.HowCleanParam, out.Entry.Depth, &out.Entry)
	d.Hops = out.Entry.Hops // else redirects to URLs with such parameters would never end
	out.Links = append(out.Links, d)
	return dropFromIndex(f.now, out)
}

// planHours: the site welcomes robots at other hours only (Visit-time). The
// whole host waits for them.
func planHours(f facts, out aranea.Outcome) aranea.Outcome {
	detail := "until " + f.ruling.wait.UTC().Format(time.RFC3339)
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateQueued, aranea.RobotsHours, detail
	out.Entry.Due = f.ruling.wait
	if f.ruling.wait.After(out.Host.NextAllowed) {
		out.Host.NextAllowed = f.ruling.wait
	}
	return out
}

// planUnsent: no request left. The entry goes back to its place in the queue
// unless the network said that it never will.
func planUnsent(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	if unsentForNow(f.fetched.Failure) {
		out.Entry.State, out.Entry.Reason = aranea.StateQueued, aranea.ScheduleQueued
		return out
	}
	out.Host = planHost(opt, f, out.Host)
	return planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
}

// planFailure: no whole answer came. Passing failures are tried again a bounded
// number of times.
func planFailure(opt Options, f facts, out aranea.Outcome, reason aranea.Reason, detail string) aranea.Outcome {
	out.Events = append(out.Events, event(f.now, reason, detail))
	out.Entry.Status = uint16(f.fetched.Status)
	out.Entry.VisitedAt = f.fetched.Ended
	if out.Entry.Attempts+1 < opt.Politeness.MaxAttempts() {
		out.Entry.Attempts++
		out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateQueued, aranea.ScheduleRetry, clip(reason.String()+" "+detail)
		out.Entry.Due = f.now.Add(opt.Politeness.Retry(int(out.Entry.Attempts)))
		return out
	}
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateGone, reason, clip(detail)
	return dropFromIndex(f.now, out)
}

// planRefusal: a 4xx or 5xx answer, or a status that means nothing here.
func planRefusal(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	status := f.fetched.Status
	detail := fmt.Sprintf("status %d", status)
	switch {
	case status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status == http.StatusTooEarly:
		return planFailure(opt, f, out, aranea.HTTPThrottled, detail)
	case status >= 500:
		return planFailure(opt, f, out, aranea.HTTPServer, detail)
	}
	reason := refusal(status)
	answered(f, &out)
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateGone, reason, detail
	out.Events = append(out.Events, event(f.now, reason, detail))
	return dropFromIndex(f.now, out)
}

// refusal classes a 4xx status that will not change soon.
func refusal(status int) aranea.Reason {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return aranea.HTTPNotFound
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden,
		http.StatusProxyAuthRequired, http.StatusUnavailableForLegalReasons:
		return aranea.HTTPAuth
	}
	if status >= 400 && status < 500 {
		return aranea.HTTPClient
	}
	return aranea.HTTPStatus
}

// planRedirect: a redirect is a link to a new address (seed 000). The target is
// queued like any other link and is never followed inside the exchange.
func planRedirect(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	answered(f, &out)
	target := redirectTarget(&f.fetched)
	if target.IsZero() || out.Entry.Hops >= MaxHops {
		detail := fmt.Sprintf("status %d, location %q", f.fetched.Status, f.fetched.Header.Get("Location"))
		out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateGone, aranea.HTTPBadRedirect, clip(detail)
		out.Events = append(out.Events, event(f.now, aranea.HTTPBadRedirect, detail))
		return dropFromIndex(f.now, out)
	}
	out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, aranea.HTTPRedirect, fmt.Sprintf("status %d", f.fetched.Status)
	out.Entry.Target = target.String()
	out.Events = append(out.Events, event(f.now, aranea.HTTPRedirect, "to "+out.Entry.Target))
	d := discover(opt, target, aranea.HowRedirect, out.Entry.Depth, &out.Entry)
	d.Hops = out.Entry.Hops + 1
	out.Links = append(out.Links, d)
	return dropFromIndex(f.now, out)
}

// planAnswer: a 2xx answer. Its page, if there is one, says what follows.
func planAnswer(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	answered(f, &out)
	out.Events = append(out.Events, event(f.now, aranea.HTTPOK, fetchDetail(&f.fetched)))
	if f.page != nil && !f.page.Refresh.IsZero() {
		return planRefresh(opt, f, out)
	}
	reason, detail := bodyVerdict(f)
	if reason != aranea.ReasonNone {
		out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, reason, detail
		out.Events = append(out.Events, event(f.now, reason, detail))
		if f.page == nil || len(f.page.Elements) == 0 {
			if f.page != nil {
				out.Links, out.Events = planLinks(opt, f, &out.Entry, out.Events)
			}
			return dropFromIndex(f.now, out)
		}
	}
	out.Links, out.Events = planLinks(opt, f, &out.Entry, out.Events)
	return planIndex(opt, f, out)
}

// bodyVerdict says what is wrong with the body, ReasonNone if nothing is.
func bodyVerdict(f facts) (aranea.Reason, string) {
	switch {
	case f.fetched.Failure != aranea.ReasonNone && f.page == nil:
		return f.fetched.Failure, f.fetched.Detail
	case f.fetched.Failure == aranea.BodyBroken:
		return aranea.BodyBroken, f.fetched.Detail
	case f.fetched.Failure != aranea.ReasonNone:
		// The first part came, and then the pace or the connection broke.
		return aranea.BodyBroken, clip(fmt.Sprintf("cut after %d bytes, %s: %s", f.fetched.WireBytes, f.fetched.Failure, f.fetched.Detail))
	case f.page == nil:
		return aranea.HTTPEmpty, ""
	case f.fetched.Truncated:
		return aranea.BodyTooLarge, fmt.Sprintf("cut at %d bytes", f.fetched.WireBytes)
	}
	for _, w := range f.page.Warnings {
		if w == aranea.BodyType {
			return aranea.BodyType, mediaType(f.fetched.Header)
		}
	}
	if len(f.page.Elements) == 0 {
		return aranea.IndexNoText, ""
	}
	return aranea.ReasonNone, ""
}

// planIndex decides whether the page's document goes into the index.
func planIndex(opt Options, f facts, out aranea.Outcome) aranea.Outcome {
	reason, source := forbids(f.page.Directives, f.now)
	if reason == aranea.ReasonNone && f.ruling.noIndex != "" {
		reason, source = aranea.DirectiveNoIndex, f.ruling.noIndex
	}
	if reason != aranea.ReasonNone {
		return planExcluded(f, out, reason, source)
	}
	if planCanonical(opt, f, &out) {
		return dropFromIndex(f.now, out)
	}
	out.Entry.Fingerprint = f.page.Fingerprint
	if f.hasTwin && f.twin != out.Entry.URL.ID() {
		out.Entry.State, out.Entry.Reason, out.Entry.Detail = aranea.StateDone, aranea.DupExact, clip(f.twinURL)
		out.Entry.Twin = f.twin
		out.Events = append(out.Events, event(f.now, aranea.DupExact, f.twinURL))
		return dropFromIndex(f.now, out)
	}
	out.Entry.State, out.Entry.Indexed = aranea.StateDone, true
	added := fmt.Sprintf("%d elements, %d links", len(f.page.Elements), len(f.page.Links))
	if out.Entry.Reason == aranea.BodyTooLarge || out.Entry.Reason == aranea.BodyBroken {
		added = "the first part only, " + added
	} else {
		out.Entry.Reason, out.Entry.Detail = aranea.IndexAdded, added
	}
	out.Index = aranea.IndexChange{
		Action: aranea.IndexPut, URL: out.Entry.URL, Version: out.Entry.Visits,
		FetchedAt: f.fetched.Ended, Depth: out.Entry.Depth, Page: f.page,
	}
	out.Events = append(out.Events, showing(f.page.Directives, f.now, &out.Index)...)
	out.Events = append(out.Events, closedParts(f.page, f.now)...)
	out.Events = append(out.Events, event(f.now, aranea.IndexAdded, added))
	return out
}

// dropFromIndex takes the document out if an earlier visit put it in.
func dropFromIndex(now time.Time, out aranea.Outcome) aranea.Outcome {
	if !out.Entry.Indexed {
		return out
	}
	out.Entry.Indexed = false
	out.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: out.Entry.URL, Version: out.Entry.Visits}
	out.Events = append(out.Events, event(now, aranea.IndexRemoved, ""))
	return out
}

// answered notes in the entry that an answer came.
func answered(f facts, out *aranea.Outcome) {
	out.Entry.Attempts = 0
	out.Entry.Visits++
	out.Entry.VisitedAt = f.fetched.Ended
	out.Entry.Status = uint16(f.fetched.Status)
	out.Entry.Due = time.Time{}
	if f.fetched.Status != http.StatusNotModified {
		out.Entry.Validators = validators(f.fetched.Header)
		out.Entry.Twin, out.Entry.Target = weburl.ID{}, ""
	}
}

func validators(h aranea.Header) aranea.Validators {
	v := aranea.Validators{ETag: h.Get("Etag"), LastModified: h.Get("Last-Modified")}
	if len(v.ETag) > aranea.MaxValidator {
		v.ETag = ""
	}
	if len(v.LastModified) > aranea.MaxValidator {
		v.LastModified = ""
	}
	return v
}

func event(now time.Time, r aranea.Reason, detail string) aranea.Event {
	return aranea.Event{At: now, Reason: r, Detail: clip(detail)}
}

// clip cuts s at MaxDetail bytes, on a character border.
func clip(s string) string {
	return show.Clip(s, aranea.MaxDetail)
}

func fetchDetail(f *aranea.Fetched) string {
	s := fmt.Sprintf("status %d, %d bytes", f.Status, f.WireBytes)
	if t := mediaType(f.Header); t != "" {
		s += ", " + t
	}
	if f.TTFB > 0 {
		s += fmt.Sprintf(", first byte after %d ms", f.TTFB.Milliseconds())
	}
	return s
}

// ruleDetail names the deciding rule and the reading that found it: "robots.txt
// line 12: Disallow: /private (group *, dialect rfc9309)".
func ruleDetail(d robotstxt.Decision) string {
	if d.Line == 0 {
		return fmt.Sprintf("%s (dialect %s)", d.Reason, d.Dialect)
	}
	where := fmt.Sprintf(" (group %s, dialect %s)", d.Agent, d.Dialect)
	rule := fmt.Sprintf("robots.txt line %d: %s", d.Line, d.Rule)
	if over := len(rule) + len(where) - aranea.MaxDetail; over > 0 {
		rule = show.Clip(rule, len(rule)-over)
	}
	return rule + where
}
