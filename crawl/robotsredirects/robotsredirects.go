// Package robotsredirects makes a robots copy of what was answered for the file of a host: it follows redirects, also
// to sites of other partitions, whose nodes read the files there.
//
// Floor: 4 (acts), inside crawl. Stability: engine. Next is pure; Read asks a Reader, and makes no request
// itself.
package robotsredirects

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A Reader has robots files of sites of other partitions read by their nodes. It is safe for concurrent use.
type Reader interface {
	// Robots returns what the site of a URL answers. If its node tells nothing, the failure is
	// ScopePartition, with the reason; if ctx ends, it is ScheduleStopped.
	Robots(ctx context.Context, u weburl.URL) aranea.Fetched
}

// Read has the files read to which the answer for a robots file leads on sites of other partitions, one
// after the other. done is the number of redirects that led to the answer. r may be nil, which reads nothing.
func Read(ctx context.Context, r Reader, s scope.Rules, f *aranea.Fetched, done int) []aranea.Fetched {
	var read []aranea.Fetched
	for ; r != nil && done < acquire.MaxHops; done++ {
		to, _ := response.Target(f)
		if to.IsZero() || s.Elsewhere(to.Origin()) == "" {
			break
		}
		read = append(read, r.Robots(ctx, to))
		f = &read[len(read)-1]
	}
	return read
}

// Answers are what was answered for the robots file of a host.
type Answers struct {
	Host   *aranea.Host
	Before *acquire.Copy // the copy so far
	First  *aranea.Fetched
	Done   int              // redirects that led to First
	Beyond []aranea.Fetched // see Read
}

// A Result is what follows from answers.
type Result struct {
	// Copy is the next copy, unless Step is to follow a redirect to To.
	acquire.Copy
	Step    acquire.Step
	To      weburl.URL
	Last    aranea.Fetched // the last answer, or why there is none
	Done    int            // redirects that led to it
	Beyond  []string       // what the trail tells of redirects to sites of other partitions that were followed
	Unread  weburl.URL     // where the file of a site of another partition is that was not read
	Stopped bool           // the crawl was stopped before the node of another partition had answered
}

// mostUnread is how long it takes at most until a file is asked for again because the node of another partition told
// nothing: no site has an outage. It is less than such a node remembers what it has read meanwhile, so hosts whose
// files redirect to each other, which wait for each other while they are asked at the same time, learn it then; and
// more than the patience of a crawl, which ends meanwhile.
const mostUnread = 8 * time.Minute

// Next lets the robots library derive the next copy of the robots file of a host. What the node of another
// partition does not tell is taken for out of reach, for however long.
func Next(d dialect.Dialect, s scope.Rules, a Answers, now time.Time) Result {
	x := Result{Last: *a.First, Done: a.Done}
	for {
		x.To, _ = response.Target(&x.Last)
		x.Copy, x.Step = next(d, &a, &x, now)
		if x.Step != acquire.StepFollow {
			return x
		}
		by := s.Elsewhere(x.To.Origin())
		if by == "" {
			return x
		}
		follow(&a, &x, by)
		if x.Stopped {
			return x
		}
	}
}

// follow takes the answer of a site that another partition visits in the place of the redirect to it.
func follow(a *Answers, x *Result, by string) {
	told := fmt.Sprintf("the file redirects to %s; %s", x.To, by)
	got := aranea.Fetched{Failure: aranea.ScopePartition}
	if len(a.Beyond) > 0 {
		got, a.Beyond = a.Beyond[0], a.Beyond[1:]
	}
	switch got.Failure {
	case aranea.ScheduleStopped:
		x.Stopped = true
		return
	case aranea.ScopePartition:
		if got.Detail != "" {
			told += ", and " + got.Detail
		}
		x.Unread, got.URL, got.Detail = x.To, x.To, told
	default:
		x.Beyond = append(x.Beyond, fmt.Sprintf("robots file, to %s; %s", x.To, by))
		x.Done++
	}
	x.Last = got
}

// next derives the copy from the last answer.
func next(d dialect.Dialect, a *Answers, x *Result, now time.Time) (acquire.Copy, acquire.Step) {
	got := acquire.FetchOfBytes(x.Last.Status, x.Last.Header, x.Last.Body)
	got.Truncated = got.Truncated || x.Last.Truncated
	got.Broken = x.Last.Status != 0 && x.Last.Failure != aranea.ReasonNone
	got.Location, got.Hops = !x.To.IsZero(), x.Done
	got.SiteDown, got.Detail = pagesFail(a.Host, a.Before) || x.Last.Failure == aranea.ScopePartition, evidence.Robots(&x.Last)
	c, step := acquire.Next(d, *a.Before, got, now)
	if soon := now.Add(mostUnread); x.Last.Failure == aranea.ScopePartition && c.Expires.After(soon) {
		c.Expires = soon
	}
	return c, step
}

// pagesFail reports whether more exchanges in a row failed with the host than for its robots
// file: then its pages are unavailable too.
func pagesFail(h *aranea.Host, c *acquire.Copy) bool { return h.Failures > c.Failures }

// Fault returns why an exchange brought no valid robots file.
func Fault(f *aranea.Fetched) (aranea.Reason, string) {
	if f.Failure != aranea.ReasonNone {
		return f.Failure, f.Detail
	}
	reason, _ := response.Refusal(f.Status)
	return reason, fmt.Sprintf("status %d", f.Status)
}
