package crawl

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func options(t testing.TB) Options {
	t.Helper()
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{parse(t, "http://a.test/")}, Depth: 3, Unread: extract.Formats{}.Unread()})
	if err != nil {
		t.Fatal(err)
	}
	return Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules}.withDefaults()
}

// visit returns the facts of a page visit answered with a status and a body.
func visit(t testing.TB, status int, body string, header ...string) facts {
	t.Helper()
	u := parse(t, "http://a.test/dir/page")
	h := aranea.Header{"Content-Type": {"text/html"}}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = []string{header[i+1]}
	}
	v := &visited{
		lease:   aranea.Lease{ID: 7, Entry: aranea.Entry{URL: u, State: aranea.StateQueued, Depth: 1}, Host: aranea.Host{Origin: u.Origin(), Delay: time.Second}},
		ruling:  ruling{Decision: acquire.Decision{Decision: robotstxt.Decision{Verdict: robotstxt.Allow}}},
		fetched: aranea.Fetched{URL: u, Sent: t0, TTFB: 100 * time.Millisecond, Ended: t0.Add(time.Second), Status: status, Header: h, WireBytes: uint64(len(body))},
	}
	if status >= 200 && status < 300 && body != "" {
		page, _ := extract.New(extract.Limits{}).Extract(context.Background(), extract.Document{URL: u, Header: h, Body: []byte(body), Agents: []string{"Aranea"}})
		v.page = &page
	}
	return facts{visited: v, now: t0.Add(2 * time.Second)}
}

// links returns the targets and reasons of an outcome's discoveries.
func links(o aranea.Outcome) string {
	var out []string
	for _, d := range o.Links {
		out = append(out, d.URL.String()+" "+d.Reason.String())
	}
	return strings.Join(out, ", ")
}

const body = "<title>A page</title><p>With some words to index. <a href=next>next</a> <a href='http://b.test/'>away</a>"

func TestPlanPages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		facts  func(t *testing.T) facts
		state  aranea.EntryState
		reason aranea.Reason
		action aranea.IndexAction
		links  string
	}{
		{"a page", func(t *testing.T) facts { return visit(t, 200, body) },
			aranea.StateDone, aranea.IndexAdded, aranea.IndexPut, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"noindex, links are followed", func(t *testing.T) facts { return visit(t, 200, "<meta name=robots content=noindex>"+body) },
			aranea.StateDone, aranea.DirectiveNoIndex, aranea.IndexKeep, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"nofollow, the page is indexed", func(t *testing.T) facts { return visit(t, 200, body, "X-Robots-Tag", "nofollow") },
			aranea.StateDone, aranea.IndexAdded, aranea.IndexPut, "http://a.test/dir/next SCOPE.NOFOLLOW, http://b.test/ SCOPE.HOST"},
		{"rel nofollow", func(t *testing.T) facts { return visit(t, 200, "<p>words<a rel=nofollow href=x>x</a>") },
			aranea.StateDone, aranea.IndexAdded, aranea.IndexPut, "http://a.test/dir/x SCOPE.NOFOLLOW"},
		{"seed 000: a redirect is a link", func(t *testing.T) facts { return visit(t, 301, "", "Location", "/new") },
			aranea.StateDone, aranea.HTTPRedirect, aranea.IndexKeep, "http://a.test/new SCHEDULE.QUEUED"},
		{"seed 000: a redirect out of scope is not visited", func(t *testing.T) facts { return visit(t, 302, "", "Location", "http://b.test/") },
			aranea.StateDone, aranea.HTTPRedirect, aranea.IndexKeep, "http://b.test/ SCOPE.HOST"},
		{"a redirect to nowhere", func(t *testing.T) facts { return visit(t, 302, "") },
			aranea.StateGone, aranea.HTTPBadRedirect, aranea.IndexKeep, ""},
		{"too many redirects", func(t *testing.T) facts {
			f := visit(t, 302, "", "Location", "/new")
			f.lease.Entry.Hops = MaxHops
			return f
		}, aranea.StateGone, aranea.HTTPBadRedirect, aranea.IndexKeep, ""},
		{"not found", func(t *testing.T) facts { return visit(t, 404, "") }, aranea.StateGone, aranea.HTTPNotFound, aranea.IndexKeep, ""},
		{"forbidden", func(t *testing.T) facts { return visit(t, 403, "") }, aranea.StateGone, aranea.HTTPForbidden, aranea.IndexKeep, ""},
		{"server error is tried again", func(t *testing.T) facts { return visit(t, 500, "") }, aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, ""},
		{"server error for the last time", func(t *testing.T) facts {
			f := visit(t, 500, "")
			f.lease.Entry.Attempts = schedule.MaxAttempts - 1
			return f
		}, aranea.StateGone, aranea.HTTPServer, aranea.IndexKeep, ""},
		{"a made-up name is not tried again", func(t *testing.T) facts {
			f := visit(t, 500, "")
			f.lease.Entry.How = aranea.HowProbe
			return f
		}, aranea.StateExcluded, aranea.HTTPServer, aranea.IndexKeep, ""},
		{"a made-up name is no missing page", func(t *testing.T) facts {
			f := visit(t, 404, "")
			f.lease.Entry.How = aranea.HowProbe
			return f
		}, aranea.StateExcluded, aranea.HTTPNotFound, aranea.IndexKeep, ""},
		{"an indexed page that is gone leaves the index", func(t *testing.T) facts {
			f := visit(t, 410, "")
			f.lease.Entry.Indexed = true
			return f
		}, aranea.StateGone, aranea.HTTPNotFound, aranea.IndexDelete, ""},
		{"an indexed page that is now denied is hidden", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.fetched = aranea.Fetched{}
			f.lease.Entry.Indexed = true
			f.ruling.Decision = acquire.Decision{Decision: robotstxt.Decision{Verdict: robotstxt.Deny, Line: 3}}
			return f
		}, aranea.StateExcluded, aranea.RobotsDenied, aranea.IndexHide, ""},
		{"postponed by the robots file", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.fetched = aranea.Fetched{}
			f.ruling = ruling{}
			return f
		}, aranea.StateQueued, aranea.RobotsUnreachable, aranea.IndexKeep, ""},
		{"not modified", func(t *testing.T) facts {
			f := visit(t, 304, "")
			f.lease.Entry.Indexed = true
			return f
		}, aranea.StateDone, aranea.HTTPNotModified, aranea.IndexKeep, ""},
		{"a twin", func(t *testing.T) facts {
			f := visit(t, 200, body)
			f.twin = twins.Twin{ID: parse(t, "http://a.test/first").ID(), URL: "http://a.test/first"}
			return f
		}, aranea.StateDone, aranea.DupExact, aranea.IndexKeep, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"its own twin, after a crash", func(t *testing.T) facts {
			f := visit(t, 200, body)
			f.twin.ID = f.lease.Entry.URL.ID()
			return f
		}, aranea.StateDone, aranea.IndexAdded, aranea.IndexPut, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"an empty answer", func(t *testing.T) facts { return visit(t, 200, "") }, aranea.StateDone, aranea.HTTPEmpty, aranea.IndexKeep, ""},
		{"no text", func(t *testing.T) facts { return visit(t, 200, "<div></div>") }, aranea.StateDone, aranea.IndexNoText, aranea.IndexKeep, ""},
		{"a type that is not read", func(t *testing.T) facts { return visit(t, 200, "%PDF-1.7 and more", "Content-Type", "application/pdf") },
			aranea.StateDone, aranea.BodyType, aranea.IndexKeep, ""},
		{"a cut body is indexed as far as it goes", func(t *testing.T) facts {
			f := visit(t, 200, body)
			f.fetched.Truncated = true
			return f
		}, aranea.StateDone, aranea.BodyTooLarge, aranea.IndexPut, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"a body that broke off", func(t *testing.T) facts {
			f := visit(t, 200, body)
			f.fetched.Failure, f.fetched.Detail = aranea.BodyBroken, "the body ended early"
			return f
		}, aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"a body that came too slowly is indexed as far as it came", func(t *testing.T) facts {
			f := visit(t, 200, body)
			f.fetched.Failure, f.fetched.Detail = aranea.NetTimeout, "the body came too slowly"
			return f
		}, aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, "http://a.test/dir/next SCHEDULE.QUEUED, http://b.test/ SCOPE.HOST"},
		{"no answer", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.fetched.Failure = aranea.NetTimeout
			return f
		}, aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, ""},
		{"a private address is not tried again", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.fetched = aranea.Fetched{Failure: aranea.NetGuard, Detail: "10.0.0.1"}
			return f
		}, aranea.StateQueued, aranea.NetGuard, aranea.IndexKeep, ""},
		{"what no folder answers for leaves the index", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.lease.Entry.Indexed = true
			f.fetched = aranea.Fetched{Failure: aranea.ScopeFolder, Detail: "a folder answers for a.test"}
			return f
		}, aranea.StateExcluded, aranea.ScopeFolder, aranea.IndexDelete, ""},
		{"what an archive does not have leaves the index", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.lease.Entry.Indexed = true
			f.fetched = aranea.Fetched{Failure: aranea.ScopeArchive, Detail: "the archive has no answer of it"}
			return f
		}, aranea.StateExcluded, aranea.ScopeArchive, aranea.IndexDelete, ""},
		{"what another partition visits leaves the index", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.lease.Entry.Indexed = true
			f.fetched = aranea.Fetched{Failure: aranea.ScopePartition, Detail: "partition 3 of 4 visits it"}
			return f
		}, aranea.StateExcluded, aranea.ScopePartition, aranea.IndexDelete, ""},
		{"an archive that has a server error is not asked again", func(t *testing.T) facts {
			f := visit(t, 503, "")
			f.fetched.Captured = t0
			return f
		}, aranea.StateGone, aranea.HTTPServer, aranea.IndexKeep, ""},
		{"too late to leave", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.fetched = aranea.Fetched{Failure: aranea.ScheduleLate}
			return f
		}, aranea.StateQueued, aranea.ScheduleLate, aranea.IndexKeep, ""},
		{"stopped while it was read", func(t *testing.T) facts {
			f := visit(t, 200, "")
			f.fetched.Failure, f.lease.Entry.Indexed = aranea.ScheduleStopped, true
			return f
		}, aranea.StateQueued, aranea.ScheduleStopped, aranea.IndexKeep, ""},
		{"stopped before it began", func(t *testing.T) facts {
			f := visit(t, 0, "")
			f.ruling, f.fetched, f.stopped = ruling{}, aranea.Fetched{}, true
			return f
		}, aranea.StateQueued, aranea.ScheduleStopped, aranea.IndexKeep, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := tt.facts(t)
			o := plan(options(t), f)
			if o.Lease != 7 || o.Entry.State != tt.state || o.Entry.Reason != tt.reason || o.Index.Action != tt.action || links(o) != tt.links {
				t.Errorf("lease %d, %s %s (%s), index %s, links %s\nwant %s %s, index %s, links %s", o.Lease,
					o.Entry.State, o.Entry.Reason, o.Entry.Detail, o.Index.Action, links(o), tt.state, tt.reason, tt.action, tt.links)
			}
			if o.Entry.State == aranea.StateQueued && o.Edges != nil {
				t.Errorf("what waits for another visit has the links %+v", o.Edges)
			}
			if o.Sent != f.fetched.WasSent() {
				t.Errorf("sent is %v", o.Sent)
			}
			if o.Entry.State != aranea.StateQueued && len(o.Events) == 0 {
				t.Error("an end without an event in the trail")
			}
			if o.Sent && o.Host.NextAllowed.Before(t0.Add(time.Second)) {
				t.Errorf("the host may be asked again at %s", o.Host.NextAllowed)
			}
		})
	}
}

func TestPlanDepth(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, body)
	f.lease.Entry.Depth = 3
	if got := links(plan(options(t), f)); !strings.HasPrefix(got, "http://a.test/dir/next SCOPE.DEPTH") {
		t.Errorf("beyond the depth limit: %s", got)
	}
	r := visit(t, 301, "", "Location", "/new")
	r.lease.Entry.Depth = 3
	if got := links(plan(options(t), r)); got != "http://a.test/new SCHEDULE.QUEUED" {
		t.Errorf("a redirect keeps its source's depth: %s", got)
	}
}

func TestPlanRobots(t *testing.T) {
	t.Parallel()
	robots := func(status int, text string, header ...string) facts {
		f := visit(t, status, "", header...)
		f.lease.Entry = aranea.Entry{URL: parse(t, "http://a.test/robots.txt"), Kind: aranea.KindRobots, State: aranea.StateQueued}
		f.fetched.URL, f.fetched.Body = f.lease.Entry.URL, []byte(text)
		return f
	}
	o := plan(options(t), robots(200, "User-agent: *\nDisallow: /x\nCrawl-delay: 7\n"))
	if o.Robots == nil || o.Robots.Class != acquire.ClassRules || !o.Wished || o.Asked != 7*time.Second || o.AskedBy != "crawl-delay" {
		t.Errorf("rules: %+v, asked for %s (%s)", o.Robots, o.Asked, o.AskedBy)
	}
	if want := t0.Add(7100 * time.Millisecond); o.Host.NextAllowed.Before(want) {
		t.Errorf("the delay just learned does not hold: next %s", o.Host.NextAllowed)
	}
	slow := robots(200, "User-agent: *\nCrawl-delay: 1\n")
	slow.lease.Host.Delay, slow.fetched.TTFB = 0, 20*time.Second
	slow.fetched.Ended = slow.fetched.Sent.Add(slow.fetched.TTFB)
	slow.now = slow.fetched.Ended
	if rest := plan(options(t), slow).Host.NextAllowed.Sub(slow.now); rest != 40*time.Second {
		t.Errorf("a slow host that asks for a delay for the first time rests %s", rest)
	}
	slow.lease.Host.Delay, slow.fetched.Body = 30*time.Second, nil
	if o := plan(options(t), slow); o.Host.Delay != 30*time.Second {
		t.Errorf("a file without a delay shortens that of the lease to %s", o.Host.Delay)
	}
	two := robots(200, "User-agent: *\nDisallow: /x\n", "Cache-Control", "public")
	two.fetched.Header["Cache-Control"] = append(two.fetched.Header["Cache-Control"], "max-age=3600")
	if o := plan(options(t), two); o.Robots.Expires.Sub(two.now) != time.Hour {
		t.Errorf("the second Cache-Control line is not read: used for %s", o.Robots.Expires.Sub(two.now))
	}
	if o := plan(options(t), robots(404, "")); o.Robots == nil || o.Robots.Class != acquire.ClassUnavailable || !o.Wished || o.Asked != 0 {
		t.Errorf("no file: %+v", o.Robots)
	}
	if o := plan(options(t), robots(503, "")); o.Robots == nil || o.Robots.Class != acquire.ClassUnreachable {
		t.Errorf("an outage: %+v", o.Robots)
	}
	o = plan(options(t), robots(301, "", "Location", "http://b.test/robots.txt"))
	if o.Robots != nil || o.Entry.State != aranea.StateQueued || o.Entry.URL.String() != "http://b.test/robots.txt" || o.Entry.Hops != 1 {
		t.Errorf("a redirect: %+v", o.Entry)
	}
	f := robots(0, "")
	f.fetched = aranea.Fetched{Failure: aranea.ScheduleStopped}
	if o := plan(options(t), f); o.Robots != nil || o.Sent {
		t.Errorf("stopped before it left: %+v", o)
	}
	f = robots(0, "")
	f.fetched.Failure = aranea.ScheduleStopped
	if o := plan(options(t), f); o.Robots != nil || !o.Sent || o.Host.Failures != 0 || o.Fault.Reason != aranea.ReasonNone {
		t.Errorf("stopped behind its request: %+v", o)
	}
}

// TestPlanRobotsFailures: one failed request for the file is one failure of the host, and the
// site counts as down only if other requests fail as well.
// TestPlanNoPage: a robots file that an earlier version visited as a page leaves the index
// without a request.
func TestPlanNoPage(t *testing.T) {
	t.Parallel()
	u := parse(t, "http://a.test/robots.txt")
	v := &visited{lease: aranea.Lease{ID: 7, Entry: aranea.Entry{URL: u, State: aranea.StateQueued, Visits: 2, Indexed: true}, Host: aranea.Host{Origin: u.Origin()}}}
	o := plan(options(t), facts{visited: v, now: t0})
	if o.Sent || o.Entry.State != aranea.StateExcluded || o.Entry.Reason != aranea.DiscoverRobots || o.Entry.Indexed || !o.Entry.Due.IsZero() || o.Index.Action != aranea.IndexDelete || o.Index.Version != 2 {
		t.Errorf("%+v", o)
	}
}

func TestPlanRobotsFailures(t *testing.T) {
	t.Parallel()
	f := visit(t, 0, "")
	f.lease.Entry = aranea.Entry{URL: parse(t, "http://a.test/robots.txt"), Kind: aranea.KindRobots, State: aranea.StateQueued}
	f.fetched = aranea.Fetched{URL: f.lease.Entry.URL, Sent: t0, Ended: t0.Add(time.Second), Failure: aranea.NetTimeout}
	for n := range uint16(2) {
		f.lease.Host.Failures = n
		if o := plan(options(t), f); o.Host.Failures != n+1 || o.Host.Backoff != 0 {
			t.Errorf("after %d failures: %d, back-off %d", n, o.Host.Failures, o.Host.Backoff)
		}
	}
}

// TestPlanRobotsHops: five redirects to a robots file are followed, one visit each and across
// hosts; a sixth means that there is none. The rules apply to the host that was asked first
// (RFC 9309 section 2.3.1.2).
func TestPlanRobotsHops(t *testing.T) {
	t.Parallel()
	opt := options(t)
	start := aranea.Entry{URL: parse(t, "http://a.test/robots.txt"), Kind: aranea.KindRobots, State: aranea.StateQueued}
	// answer plans one visit to the entry of the host a.test.
	answer := func(e aranea.Entry, status int, text string, header ...string) aranea.Outcome {
		f := visit(t, status, "", header...)
		f.lease.Entry, f.fetched.URL, f.fetched.Body = e, e.URL, []byte(text)
		return plan(opt, f)
	}
	e := start
	for i := 1; i <= 5; i++ {
		at := fmt.Sprintf("http://b%d.test/r.txt", i)
		o := answer(e, 302, "", "Location", at)
		if o.Robots != nil || o.Entry.State != aranea.StateQueued || o.Entry.URL.String() != at || int(o.Entry.Hops) != i || len(o.Links) != 0 {
			t.Fatalf("hop %d: %+v, copy %+v", i, o.Entry, o.Robots)
		}
		if o.Host.Origin != "http://a.test" {
			t.Errorf("hop %d: the outcome is that of %s", i, o.Host.Origin)
		}
		e = o.Entry
	}
	if o := answer(e, 200, "User-agent: *\nDisallow: /x\n"); o.Robots == nil || o.Robots.Class != acquire.ClassRules || o.Host.Origin != "http://a.test" || o.Entry.State != aranea.StateDone {
		t.Errorf("the file behind five hops: %+v of %s", o.Robots, o.Host.Origin)
	}
	o := answer(e, 302, "", "Location", "http://c.test/r.txt")
	if o.Robots == nil || o.Robots.Class != acquire.ClassUnavailable || o.Robots.Event(opt.Dialect) != acquire.EventRedirects || o.Entry.State != aranea.StateDone {
		t.Errorf("a sixth redirect: %+v", o.Robots)
	}
	if o := answer(start, 302, ""); o.Robots == nil || o.Robots.Class != acquire.ClassUnavailable {
		t.Errorf("a redirect to nowhere: %+v", o.Robots)
	}
}

// TestPlanRobotsElsewhere: the robots file of a host that redirects to a site of another partition is
// not asked for there. The host is closed for as long as that is so, a good copy from before counts as
// in an outage, and the host, which has answered, is not in trouble.
func TestPlanRobotsElsewhere(t *testing.T) {
	t.Parallel()
	opt := options(t)
	of := partition.Partition{Number: partition.Of("http://a.test", 64), Of: 64}
	opt.Scope, _ = scope.New(scope.Options{Mode: scope.Any, Partition: of})
	const at = "http://b.test/robots.txt"
	if of.Holds("http://b.test") {
		t.Fatal("both are of one partition, which shows nothing")
	}
	plan := func(change func(*facts)) aranea.Outcome {
		f := visit(t, 301, "", "Location", at)
		f.lease.Entry = aranea.Entry{URL: parse(t, "http://a.test/robots.txt"), Kind: aranea.KindRobots, State: aranea.StateQueued}
		f.fetched.URL = f.lease.Entry.URL
		change(&f)
		return plan(opt, f)
	}
	closed := func(o aranea.Outcome) bool {
		return o.Robots != nil && o.Robots.Class == acquire.ClassUnreachable && o.Entry.State == aranea.StateDone && o.Fault.Reason == aranea.ScopePartition
	}
	o := plan(func(*facts) {})
	if want := "SCOPE.PARTITION the file redirects to " + at + "; partition "; !closed(o) || !strings.HasPrefix(o.Robots.Detail, want) || o.Host.Failures > 0 {
		t.Errorf("copy %+v, fault %+v, host %+v, want %q", o.Robots, o.Fault, o.Host, want)
	}
	if e := o.Edges; e == nil || e.Source.String() != "http://a.test/robots.txt" || len(e.Edges) != 1 || e.Edges[0] != (aranea.Edge{Target: parse(t, "http://b.test/"), How: aranea.HowRedirect}) {
		t.Errorf("the start page of the new site is not handed over: %+v", e)
	}
	for status, changes := range map[int]bool{200: true, 404: true, 503: false} { // which says nothing of where the site is
		o := plan(func(f *facts) { f.fetched.Status, f.fetched.Header = status, nil })
		if e := o.Edges; (e != nil) != changes || e != nil && (e.Source.String() != "http://a.test/robots.txt" || len(e.Edges) > 0) {
			t.Errorf("after status %d: %+v", status, e)
		}
	}
	rules := aranea.Fetched{URL: parse(t, at), Status: 200, Body: []byte("User-agent: *\nDisallow: /x\nSitemap: /map.xml\n")}
	o = plan(func(f *facts) { f.beyond = []aranea.Fetched{rules} })
	if c := o.Robots; c == nil || c.Class != acquire.ClassRules || string(c.Body) != string(rules.Body) || o.Fault.Reason != aranea.ReasonNone || len(o.Links) != 1 || o.Links[0].URL.String() != "http://a.test/map.xml" || o.Edges == nil || len(o.Edges.Edges) > 0 {
		t.Errorf("the file of the other node: %+v, links %+v, edges %+v", o.Robots, o.Links, o.Edges)
	}
	if e := o.Events; len(e) != 2 || e[0].Reason != aranea.HTTPRedirect || !strings.HasPrefix(e[0].Detail, "robots file, to "+at+"; partition ") || e[1].Reason != aranea.RobotsParsed {
		t.Errorf("told %+v", e)
	}
	if o = plan(func(f *facts) { f.beyond = []aranea.Fetched{{Failure: aranea.ScheduleStopped}} }); o.Robots != nil || o.Entry.URL.String() != "http://a.test/robots.txt" || o.Entry.State != aranea.StateQueued || o.Edges != nil || !o.Host.NextAllowed.After(t0) {
		t.Errorf("stopped meanwhile: %+v of %+v", o, o.Entry)
	}
	o = plan(func(*facts) {})
	if o = plan(func(f *facts) { f.robots = *o.Robots; f.now = f.now.Add(400 * 24 * time.Hour) }); !closed(o) {
		t.Errorf("after a year: %+v", o.Robots)
	}
	good := acquire.Copy{Class: acquire.ClassRules, Body: []byte("User-agent: *\nDisallow: /x\n"), Hash: [32]byte{1}, FetchedAt: t0, CheckedAt: t0}
	if o = plan(func(f *facts) { f.robots = good; f.now = t0.Add(24 * time.Hour) }); o.Robots.Class != acquire.ClassRules {
		t.Errorf("with a good copy: %+v", o.Robots)
	}
	if o = plan(func(f *facts) {
		f.robots = good
		f.now = t0.Add(24 * time.Hour)
		f.robots.DownSince = t0.Add(-400 * 24 * time.Hour)
	}); !closed(o) {
		t.Errorf("with an old copy: %+v", o.Robots)
	}
	o = plan(func(f *facts) { // the process was started anew, as another version, in the middle of a chain
		f.lease.Entry.URL, f.lease.Entry.Hops = parse(t, at), 1
		f.fetched = aranea.Fetched{URL: f.lease.Entry.URL, Failure: aranea.ScopePartition, Detail: "partition 3 of 4 visits it"}
	})
	if !closed(o) || o.Edges != nil {
		t.Errorf("refused on the way: %+v", o.Robots)
	}
	if o = plan(func(f *facts) { f.fetched.Header = aranea.Header{"Location": {"https://www.a.test/robots.txt"}} }); o.Robots != nil || o.Entry.URL.String() != "https://www.a.test/robots.txt" {
		t.Errorf("within the site: %+v", o.Entry)
	}
}

// TestPlanIsPure: the same facts give the same outcome, and the facts are unchanged.
func TestPlanIsPure(t *testing.T) {
	t.Parallel()
	opt := options(t)
	f := visit(t, 200, body)
	before := f.lease
	a, b := plan(opt, f), plan(opt, f)
	if links(a) != links(b) || a.Entry != b.Entry || a.Host != b.Host || f.lease != before {
		t.Error("plan depends on more than its facts, or changes them")
	}
}

// TestPlanCutBody: the trail of a page that was indexed in part says so.
func TestPlanCutBody(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, body)
	f.fetched.Failure, f.fetched.Detail = aranea.NetTimeout, "the body came too slowly"
	o := plan(options(t), f)
	if !strings.Contains(o.Entry.Detail, "NET.TIMEOUT: the body came too slowly") {
		t.Errorf("entry: %s", o.Entry.Detail)
	}
	last := o.Events[len(o.Events)-2] // before the one that names the next try
	if last.Reason != aranea.IndexAdded || !strings.HasPrefix(last.Detail, "the first part only, ") {
		t.Errorf("last event: %s %s", last.Reason, last.Detail)
	}
	whole := plan(options(t), visit(t, 200, body))
	if last := whole.Events[len(whole.Events)-1]; last.Reason != aranea.IndexAdded || strings.Contains(last.Detail, "part") {
		t.Errorf("a whole page: %s %s", last.Reason, last.Detail)
	}
}

// TestPlanBarred: what the network rules refuse causes no delay, is not waited for, and stays
// queued.
func TestPlanBarred(t *testing.T) {
	t.Parallel()
	for _, kind := range []aranea.EntryKind{aranea.KindPage, aranea.KindRobots} {
		f := visit(t, 0, "")
		f.lease.Entry.Kind = kind
		f.fetched = aranea.Fetched{Failure: aranea.NetGuard, Detail: "10.0.0.1 is private", Ended: t0.Add(time.Second)}
		o := plan(options(t), f)
		if !o.Barred || o.Sent || o.Robots != nil || o.Entry.State != aranea.StateQueued || !o.Entry.Due.IsZero() || o.Entry.Attempts != 0 {
			t.Errorf("%s: barred %v, %+v", kind, o.Barred, o.Entry)
		}
		if o.Host != f.lease.Host {
			t.Errorf("%s: the host became %+v", kind, o.Host)
		}
		if len(o.Events) != 1 || o.Events[0].Reason != aranea.NetGuard || o.Events[0].Detail != "10.0.0.1 is private" {
			t.Errorf("%s: trail %+v", kind, o.Events)
		}
	}
	f := visit(t, 0, "")
	f.lease.Entry.Kind, f.lease.Entry.Hops = aranea.KindRobots, 1
	f.fetched = aranea.Fetched{Failure: aranea.NetGuard, Detail: "10.0.0.1 is private"}
	if o := plan(options(t), f); o.Barred || o.Robots == nil || o.Robots.Class != acquire.ClassUnreachable {
		t.Errorf("a robots file that redirects inside: barred %v, %+v", o.Barred, o.Robots)
	}
}

// TestPlanLate: a host whose request came too late rests for a moment, whatever it was for, so
// that there is no busy loop.
func TestPlanLate(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*aranea.Lease){
		"page":        func(*aranea.Lease) {},
		"robots file": func(l *aranea.Lease) { l.Entry.Kind = aranea.KindRobots },
		"look-up":     func(l *aranea.Lease) { l.LookUp = true },
	} {
		f := visit(t, 0, "")
		change(&f.lease)
		f.fetched = aranea.Fetched{Failure: aranea.ScheduleLate}
		if o := plan(options(t), f); o.Sent || !o.Host.NextAllowed.Equal(f.now.Add(time.Second)) {
			t.Errorf("%s: sent %v, next at %s", name, o.Sent, o.Host.NextAllowed)
		}
	}
}

// TestPlanNoRoom: a large page for which there was no memory waits for a while. This counts
// against neither the page, however often it happens, nor its host, whose delay applies.
func TestPlanNoRoom(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, "")
	f.page, f.lease.Host.Failures = nil, 2
	f.lease.Entry.Attempts = 4 // of five
	f.fetched.Failure, f.fetched.Detail, f.fetched.Body = aranea.ScheduleRoom, "taken", nil
	o := plan(options(t), f)
	e, h := &o.Entry, &o.Host
	if e.State != aranea.StateQueued || e.Reason != aranea.ScheduleRoom || e.Attempts != 4 || e.Visits != f.lease.Entry.Visits || !e.Due.Equal(f.now.Add(30*time.Second)) {
		t.Errorf("entry %+v", e)
	}
	if h.Failures != 0 || h.Backoff != 0 || o.Fault != (aranea.Event{}) || !o.Sent || h.NextAllowed.Before(f.fetched.Sent.Add(h.Delay)) {
		t.Errorf("host %+v, fault %+v, sent %t", h, o.Fault, o.Sent)
	}
	if n := len(o.Events); n == 0 || o.Events[n-1].Reason != aranea.ScheduleRoom || o.Index != (aranea.IndexChange{}) {
		t.Errorf("events %+v, index %+v", o.Events, o.Index)
	}
}

// TestPlanUnprocessed: a request that the server did not process is made again, so many times, and is no
// failure of its host; its delay is owed.
func TestPlanUnprocessed(t *testing.T) {
	t.Parallel()
	for _, kind := range []aranea.EntryKind{aranea.KindPage, aranea.KindSitemap, aranea.KindLink, aranea.KindRobots} {
		f := visit(t, 0, "")
		f.fetched.Failure, f.fetched.Detail, f.fetched.Unprocessed = aranea.NetReset, "refused", true
		f.lease.Host.Failures, f.lease.Entry.Indexed = 2, true
		if f.lease.Entry.Kind = kind; kind == aranea.KindLink {
			f.lease.Entry.URL = parse(t, "http://b.test/")
		}
		tries := 0
		for plan(options(t), f).Fault == (aranea.Event{}) {
			o := plan(options(t), f)
			e := &o.Entry
			if e.State != aranea.StateQueued || e.Reason != aranea.ScheduleRetry || !e.Due.IsZero() || !e.Indexed || int(e.Attempts) != tries+1 || e.Visits != 0 {
				t.Fatalf("%s: %+v", kind, e)
			}
			if h := &o.Host; h.Failures != 2 || h.Backoff != 0 || !o.Sent || o.Requests != 1 || h.NextAllowed.Before(f.fetched.Sent.Add(h.Delay)) {
				t.Fatalf("%s: host %+v", kind, h)
			}
			f.lease.Entry.Attempts = e.Attempts
			if tries++; tries > response.MaxUnprocessed {
				break
			}
		}
		if want := response.MaxUnprocessed; kind == aranea.KindRobots && tries != 0 || kind != aranea.KindRobots && tries != want {
			t.Errorf("%s: %d tries are no failure", kind, tries)
		}
		if o := plan(options(t), f); kind != aranea.KindRobots && o.Entry.State != aranea.StateGone || o.Host.Failures != 3 {
			t.Errorf("%s: then %+v", kind, o.Entry)
		}
	}
}
