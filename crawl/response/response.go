// Package response says what the answer to a request means by itself: whether it is a refusal or a
// challenge, where it redirects, and whether a missing one is no failure.
//
// Floor: 4 (acts), inside crawl. Stability: engine. It is pure. What follows from an answer is planned
// in package crawl.
package response

import (
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Refusal classifies a status that brings no page, and reports whether it may be temporary.
func Refusal(status int) (reason aranea.Reason, passing bool) {
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

// statusDenied is what some sites answer to any robot, though no standard has it.
const statusDenied = 999

// RefusalOfLink is Refusal for a URL that is only checked for the links to it: sites that answer
// people may refuse robots. 451 is told to people as well.
func RefusalOfLink(status int) (reason aranea.Reason, passing bool) {
	reason, passing = Refusal(status)
	if status == statusDenied || reason == aranea.HTTPForbidden && status != http.StatusUnavailableForLegalReasons {
		return aranea.LinkRefused, false
	}
	return reason, passing
}

// Target returns the target of a redirect, or the zero URL and, if the target cannot be visited, the
// verdict of the scope on it.
func Target(f *aranea.Fetched) (weburl.URL, scope.Verdict) {
	none := scope.Verdict{OK: true}
	switch f.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return weburl.URL{}, none
	}
	loc := strings.TrimSpace(f.Header.Get("Location"))
	if loc == "" {
		return weburl.URL{}, none
	}
	u, err := f.URL.Resolve(loc)
	return u, scope.Unusable(err)
}
