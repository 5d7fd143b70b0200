// Package remoterobots reads robots files of sites of one partition for the nodes of others, to whose sites
// they count as well because a redirect refers to them (RFC 9309 section 2.3.1.2). The node of the site
// tells what its crawl knows of the file, or asks for it in turn with its other requests (Desk): it alone
// keeps the delays of the host. The node that needs the file (Asker) decides by the answer as by one of its
// own.
//
// Floor: 5 (owner), inside engine. Stability: engine; the JSON of the values is spoken between nodes, which
// may be of different versions of the program. It stores nothing. Memory: what a Desk remembers, at most
// maxBytes and maxKnown answers, and the bodies of what is being read, at most maxReads.
package remoterobots

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Op is the operation of errors about referrals.
const Op = "read robots file"

// Limits of what is told of the header, in bytes: of a Location, and of any other field.
const (
	maxLocation = 4 * weburl.MaxLength
	maxField    = 1000
)

// An Ask is for what the site of a URL answers.
type Ask struct {
	From int        `json:"from"` // the number of the node that asks
	URL  weburl.URL `json:"url"`
}

// Check returns an error of kind Invalid if it is not for the node of a partition.
func (a *Ask) Check(own partition.Partition) error {
	switch {
	case a.URL.IsZero():
		return &aranea.Error{Op: Op, Kind: aranea.Invalid, Err: errors.New("there is no URL")}
	case !own.Holds(a.URL.Origin()):
		return &aranea.Error{Op: Op, Kind: aranea.Invalid, Obj: a.URL.String(), Err: fmt.Errorf("%s; use the same version of the program on all machines", own.Elsewhere(a.URL.Origin()))}
	}
	return nil
}

// An Answer is what the site answers, as far as it matters for a robots file. Redirects are not followed.
type Answer struct {
	Status     int           `json:"status,omitempty"`   // 0 if there was no answer
	Location   []byte        `json:"location,omitempty"` // as it came, in whatever charset
	Type       string        `json:"type,omitempty"`     // the Content-Type
	RetryAfter string        `json:"retry_after,omitempty"`
	Fresh      time.Duration `json:"fresh_ns,omitempty"` // for how long it counts, from now
	Body       []byte        `json:"body,omitempty"`     // at most robotstxt.MaxBody bytes
	Truncated  bool          `json:"truncated,omitempty"`
	Failure    aranea.Reason `json:"failure,omitempty"` // why there is no answer, or none that is complete
	Detail     string        `json:"detail,omitempty"`  // its message
}

// check returns an error if an answer is none that a node would give.
func (a *Answer) check() error {
	switch {
	case a.Status != 0 && (a.Status < 100 || a.Status > 999):
		return fmt.Errorf("status %d", a.Status)
	case a.Status == 0 && a.Failure == aranea.ReasonNone, a.Failure == aranea.ScopePartition, a.Failure == aranea.ScheduleStopped:
		return fmt.Errorf("no status, and failure %s", a.Failure)
	case a.Fresh < 0, len(a.Body) > robotstxt.MaxBody, len(a.Location) > maxLocation, len(a.Type) > maxField, len(a.RetryAfter) > maxField, len(a.Detail) > aranea.MaxDetail:
		return errors.New("it is too long")
	}
	return nil
}

// fetched returns the answer of a URL as an exchange that ended at an instant.
func (a *Answer) fetched(u weburl.URL, now time.Time) aranea.Fetched {
	h := aranea.Header{}
	for name, value := range map[string]string{"Location": string(a.Location), "Content-Type": a.Type, "Retry-After": a.RetryAfter} {
		if value != "" {
			h[name] = []string{value}
		}
	}
	if a.Fresh > 0 {
		h["Cache-Control"] = []string{"max-age=" + seconds(a.Fresh)}
	}
	return aranea.Fetched{URL: u, Ended: now, Status: a.Status, Header: h, Body: a.Body, Truncated: a.Truncated, Failure: a.Failure, Detail: a.Detail}
}

// seconds returns a time in whole seconds, one at least.
func seconds(d time.Duration) string { return strconv.Itoa(max(int(d/time.Second), 1)) }

// answerOf returns the Answer for an exchange.
func answerOf(f *aranea.Fetched) Answer {
	a := Answer{
		Status: f.Status, Type: field(f, "Content-Type"), RetryAfter: field(f, "Retry-After"),
		Truncated: f.Truncated || len(f.Body) > robotstxt.MaxBody, Failure: f.Failure, Detail: show.Clip(strings.ToValidUTF8(f.Detail, ""), aranea.MaxDetail),
	}
	switch at := f.Header.Get("Location"); {
	case f.Status >= 300 && f.Status < 400 && len(at) <= maxLocation:
		a.Location = []byte(at)
	case f.Status >= 200 && f.Status < 300:
		a.Body = f.Body[:min(len(f.Body), robotstxt.MaxBody)]
	}
	return a
}

// field returns a header field, "" for one that is too long, or no text.
func field(f *aranea.Fetched, name string) string {
	v := f.Header.Get(name)
	if len(v) > maxField || !utf8.ValidString(v) {
		return ""
	}
	return v
}

// answerOfCopy returns the Answer that a crawl has, as long as it needs no other one; ok is false if it has none.
func answerOfCopy(c *acquire.Copy, now time.Time) (a Answer, ok bool) {
	a.Fresh = c.Expires.Sub(now)
	refused := c.Status >= 400 && c.Status < 500 && c.Status != http.StatusTooManyRequests
	switch {
	case a.Fresh <= 0:
		return Answer{}, false
	case !c.DownSince.IsZero():
		a.RetryAfter, a.Fresh, a.Detail = seconds(a.Fresh), 0, show.Clip(cmp.Or(c.Detail, c.Class.String()), aranea.MaxDetail)
		if c.Status >= 500 || c.Status == http.StatusTooManyRequests {
			a.Status = int(c.Status)
		} else {
			a.Failure = aranea.RobotsUnreachable
		}
	case c.Class == acquire.ClassRules:
		a.Status, a.Body, a.Truncated = http.StatusOK, c.Body[:min(len(c.Body), robotstxt.MaxBody)], c.Truncated
	case refused && (c.Class == acquire.ClassUnavailable || c.Class == acquire.ClassForbidden):
		a.Status = int(c.Status)
	case c.Class == acquire.ClassUnavailable:
		a.Status = http.StatusNotFound
	case c.Class == acquire.ClassForbidden:
		a.Status = http.StatusForbidden
	default:
		return Answer{}, false
	}
	return a, true
}
