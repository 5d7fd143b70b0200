package linkcheck

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// A verdict says what is known of a URL as the target of links. The zero verdict is unchecked.
type verdict uint8

const (
	unchecked verdict = iota
	fine
	moved
	broken
)

// judge returns what is known of one URL, and how it describes itself as a target. Answers that are
// meant for robots only, such as 429 or a challenge, say nothing about the link.
func judge(e *aranea.Entry) (verdict, Target) {
	reason, detail, retry := lastFailure(e)
	t := Target{Status: e.PageStatus(), Reason: reason.String(), Detail: detail, Retry: retry, Outside: e.Kind == aranea.KindLink}
	switch {
	case e.State == aranea.StateQueued && !retry, e.State == aranea.StateUnknown:
		return unchecked, t
	case isBroken(reason):
		return broken, t
	case reason == aranea.MirrorMoved:
		return judgeMirrored(e, t)
	case reason == aranea.HTTPRedirect, reason == aranea.DirectiveRefresh, reason == aranea.ScopeMoved && e.Target != "":
		return moved, t
	case isUnchecked(reason), e.Visits == 0 && e.Status == 0:
		return unchecked, t
	}
	return fine, t
}

// judgeMirrored judges a URL in whose place the same path on the main mirror is visited. How it
// answers itself counts: people follow the link as it stands.
func judgeMirrored(e *aranea.Entry, t Target) (verdict, Target) {
	switch status := int(e.Status); {
	case status >= 300 && status <= 399 && status != http.StatusNotModified && e.Target != "":
		if e.Visits == 0 {
			t.Status = 0 // it is that of its host, see known
		}
		return moved, t
	case status == http.StatusNotFound, status == http.StatusGone:
		t.Reason = aranea.HTTPNotFound.String()
		return broken, t
	case status >= 200 && status <= 399:
		return fine, t
	}
	return unchecked, t
}

// lastFailure returns why the last request for a URL failed, which will be tried again: the Detail
// of its entry begins with the code. Of any other URL it returns the reason and the detail of the
// entry, and false.
func lastFailure(e *aranea.Entry) (reason aranea.Reason, detail string, retry bool) {
	if e.State != aranea.StateQueued || e.Reason != aranea.ScheduleRetry && e.Reason != aranea.RobotsUnreachable {
		return e.Reason, e.Detail, false
	}
	code, detail, _ := strings.Cut(e.Detail, " ")
	reason, ok := aranea.ParseReason(code)
	if e.Reason == aranea.RobotsUnreachable { // pages may come even if the robots file does not
		ok = ok && strings.HasPrefix(code, "NET.")
	}
	if !ok {
		return e.Reason, e.Detail, false
	}
	return reason, detail, true
}

// isBroken reports whether people who follow a link are likely to fail as the robot did.
func isBroken(r aranea.Reason) bool {
	switch r {
	case aranea.NetDNS, aranea.NetDial, aranea.NetTLS, aranea.NetTimeout, aranea.NetReset, aranea.NetProto,
		aranea.HTTPBadRedirect, aranea.HTTPNotFound, aranea.HTTPForbidden, aranea.HTTPClient, aranea.HTTPServer,
		aranea.HTTPStatus, aranea.HTTPSoftMissing:
		return true
	}
	return false
}

// isUnchecked reports whether a reason leaves open what people get who follow a link.
func isUnchecked(r aranea.Reason) bool {
	switch r {
	case aranea.HTTPThrottled, aranea.HTTPLogin, aranea.HTTPChallenge, aranea.NetGuard, aranea.NetProxy, aranea.OperatorRemoved,
		aranea.LinkRefused, aranea.LinkLimit:
		return true
	}
	return isOutside(r) || isDenied(r)
}

// isOutside reports whether the scope keeps a URL from being visited.
func isOutside(r aranea.Reason) bool {
	return r != aranea.ScopeNoIndex && strings.HasPrefix(r.String(), "SCOPE.")
}

func isDenied(r aranea.Reason) bool { return r == aranea.RobotsDenied || r == aranea.RobotsForbidden }

// add counts a URL that is not checked.
func (u *Unchecked) add(e *aranea.Entry) {
	u.URLs++
	switch {
	case e.Reason == aranea.ScopePartition:
		u.Elsewhere++
	case isOutside(e.Reason):
		u.Outside++
	case e.Reason == aranea.LinkLimit:
		u.Limit++
	case e.Reason == aranea.LinkRefused, e.Kind == aranea.KindLink && e.State == aranea.StateGone && e.Reason == aranea.HTTPThrottled:
		u.Refused++
	case isDenied(e.Reason):
		u.Denied++
	case e.State == aranea.StateQueued && e.Reason != aranea.ScheduleRetry:
		u.Waiting++
	default:
		u.Other++
	}
}

// String describes the counts in a sentence for people.
func (u *Unchecked) String() string {
	switch {
	case u.URLs == 0 && u.More:
		return "How many URLs that these pages link to were not checked was not counted: there are too many to ask about."
	case u.URLs == 0:
		return "All URLs that these pages link to were checked."
	}
	var why []string
	for _, part := range []struct {
		n    int
		text string
	}{{u.Outside, "out of scope or of a type that is not read"}, {u.Limit, "over the limit of links to check"}, {u.Refused, "refused to robots"}, {u.Denied, "denied by robots.txt"}, {u.Waiting, "not visited yet"}, {u.Elsewhere, "that other nodes visit"}, {u.Other, "for other reasons"}} {
		if part.n > 0 {
			why = append(why, show.Number(part.n)+" "+part.text)
		}
	}
	text := fmt.Sprintf("%s that these pages link to (%s)", show.Count(u.URLs, "URL"), strings.Join(why, ", "))
	if u.More {
		return "Not checked: at least " + text + "; the others were not counted."
	}
	return "Not checked: " + text + "."
}

// isPermanent reports whether an entry redirects for good (RFC 9110 sections 15.4.2 and 15.4.9).
func isPermanent(e *aranea.Entry) bool {
	return e.Status == http.StatusMovedPermanently || e.Status == http.StatusPermanentRedirect
}
