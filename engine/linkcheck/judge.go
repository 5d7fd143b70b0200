package linkcheck

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// A verdict says what is known of a URL as the target of links. The zero verdict is unchecked.
type verdict uint8

const (
	unchecked verdict = iota
	fine
	moved
	broken
)

// judge returns what is known of one URL, and the reason if it is broken. Answers that are meant
// for robots only, such as 429 or a challenge, say nothing about the link.
func judge(e *aranea.Entry) (verdict, aranea.Reason) {
	reason, state := e.Reason, e.State
	if state == aranea.StateQueued && (reason == aranea.ScheduleRetry || reason == aranea.RobotsUnreachable) {
		code, _, _ := strings.Cut(e.Detail, " ")
		r, ok := aranea.ParseReason(code)
		if reason == aranea.RobotsUnreachable { // pages may come even if the robots file does not
			ok = ok && strings.HasPrefix(code, "NET.")
		}
		if ok {
			reason, state = r, aranea.StateGone
		}
	}
	switch {
	case state == aranea.StateQueued, state == aranea.StateUnknown:
		return unchecked, reason
	case isBroken(reason):
		return broken, reason
	case reason == aranea.HTTPRedirect, reason == aranea.DirectiveRefresh, reason == aranea.ScopeMoved && e.Target != "":
		return moved, reason
	case isUnchecked(reason), e.Visits == 0 && e.Status == 0:
		return unchecked, reason
	}
	return fine, reason
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
	case aranea.HTTPThrottled, aranea.HTTPLogin, aranea.HTTPChallenge, aranea.NetGuard, aranea.NetProxy, aranea.OperatorRemoved:
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
	case isOutside(e.Reason):
		u.Outside++
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
	if u.URLs == 0 {
		return "All URLs that these pages link to were checked."
	}
	var why []string
	for _, part := range []struct {
		n    int
		text string
	}{{u.Outside, "out of scope"}, {u.Denied, "denied by robots.txt"}, {u.Waiting, "not visited yet"}, {u.Other, "for other reasons"}} {
		if part.n > 0 {
			why = append(why, show.Number(part.n)+" "+part.text)
		}
	}
	return fmt.Sprintf("Not checked: %s that these pages link to (%s).", show.Count(u.URLs, "URL"), strings.Join(why, ", "))
}

// targetOf returns what an entry says of itself as a target. reason is that of judge.
func targetOf(e *aranea.Entry, reason aranea.Reason) Target {
	detail := e.Detail
	if e.State == aranea.StateQueued {
		_, detail, _ = strings.Cut(detail, " ") // what comes first is the code
	}
	return Target{Status: int(e.Status), Reason: reason.String(), Detail: detail, Retry: e.State == aranea.StateQueued}
}

// isPermanent reports whether an entry redirects for good (RFC 9110 sections 15.4.2 and 15.4.9).
func isPermanent(e *aranea.Entry) bool {
	return e.Status == http.StatusMovedPermanently || e.Status == http.StatusPermanentRedirect
}

// follow judges a URL by where its redirects lead. entry looks up what is known of a URL.
func follow(e aranea.Entry, entry func(weburl.URL) (aranea.Entry, bool, error)) (verdict, Target, error) {
	v, reason := judge(&e)
	t := targetOf(&e, reason)
	if v != moved {
		return v, t, nil
	}
	first := e.Target
	t.Permanent = true
	for range MaxHops {
		t.Permanent = t.Permanent && isPermanent(&e)
		t.LeadsTo = e.Target
		u, err := weburl.Parse(e.Target)
		if err != nil {
			return moved, t, nil //nolint:nilerr // only part of it was stored
		}
		next, known, err := entry(u)
		if err != nil || !known {
			return moved, t, err
		}
		switch v, reason := judge(&next); v {
		case moved:
			e = next
		case broken:
			end := targetOf(&next, reason)
			end.LeadsTo, end.Permanent = t.LeadsTo, t.Permanent
			return broken, end, nil
		default:
			return moved, t, nil
		}
	}
	t.LeadsTo = first
	t.Reason, t.Detail = aranea.HTTPBadRedirect.String(), "a loop, or too many redirects in a row"
	return broken, t, nil
}
