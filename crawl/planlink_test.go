package crawl

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/checks"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// checking returns options with which links out of http://a.test/ are checked.
func checking(t testing.TB) Options {
	t.Helper()
	opt := options(t)
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{parse(t, "http://a.test/")}, Links: true})
	if err != nil {
		t.Fatal(err)
	}
	opt.Scope = rules
	return opt
}

// check returns the facts of a request for a URL that is only checked, the first one for tries 0.
func check(t testing.TB, status int, tries uint8, header ...string) facts {
	t.Helper()
	f := visit(t, status, "", header...)
	u := parse(t, "http://b.test/page")
	f.lease.Entry.URL, f.lease.Entry.Kind, f.lease.Entry.Attempts, f.fetched.URL = u, aranea.KindLink, tries, u
	f.lease.Host.Origin = u.Origin()
	f.again = checks.New().Note(u.Origin(), checks.AnswerTo(&f.lease, &f.fetched, "", tries == 0))
	return f
}

// TestPlanLink checks what becomes of a URL that is only checked.
func TestPlanLink(t *testing.T) {
	t.Parallel()
	const last = schedule.MaxAttempts - 1
	with := func(f facts, change func(*facts)) facts { change(&f); return f }
	for name, tt := range map[string]struct {
		facts  facts
		state  aranea.EntryState
		reason aranea.Reason
		links  string
	}{
		"there":                {check(t, 200, 0), aranea.StateDone, aranea.LinkAvailable, ""},
		"there without a body": {check(t, 204, 0), aranea.StateDone, aranea.LinkAvailable, ""},
		"HEAD is not known":    {check(t, 405, 0), aranea.StateQueued, aranea.ScheduleRetry, ""},
		"missing to HEAD":      {check(t, 404, 0), aranea.StateQueued, aranea.ScheduleRetry, ""},
		"missing":              {check(t, 404, 1), aranea.StateGone, aranea.HTTPNotFound, ""},
		"refused to HEAD":      {check(t, 403, 0), aranea.StateQueued, aranea.ScheduleRetry, ""},
		"refused":              {check(t, 403, 1), aranea.StateGone, aranea.LinkRefused, ""},
		"HEAD can be believed": {with(check(t, 403, 0), func(f *facts) { f.again = false }), aranea.StateGone, aranea.LinkRefused, ""},
		"not asked for": {with(check(t, 0, 1), func(f *facts) { f.fetched, f.refused = aranea.Fetched{}, true }),
			aranea.StateGone, aranea.LinkRefused, ""},
		"a login":              {check(t, 401, 0), aranea.StateGone, aranea.LinkRefused, ""},
		"refused to robots":    {check(t, 999, 1), aranea.StateGone, aranea.LinkRefused, ""},
		"by law":               {check(t, 451, 1), aranea.StateGone, aranea.HTTPForbidden, ""},
		"a wrong request":      {check(t, 400, 1), aranea.StateGone, aranea.HTTPClient, ""},
		"too many requests":    {check(t, 429, 0), aranea.StateQueued, aranea.ScheduleRetry, ""},
		"still too many":       {check(t, 429, last), aranea.StateGone, aranea.HTTPThrottled, ""},
		"a fault":              {check(t, 500, 0), aranea.StateQueued, aranea.ScheduleRetry, ""},
		"still a fault":        {check(t, 500, last), aranea.StateGone, aranea.HTTPServer, ""},
		"not modified":         {check(t, 304, 1), aranea.StateGone, aranea.HTTPStatus, ""},
		"a challenge":          {with(check(t, 403, 0), func(f *facts) { f.challenge = "Cloudflare" }), aranea.StateGone, aranea.LinkRefused, ""},
		"moved":                {check(t, 301, 0, "Location", "/new"), aranea.StateDone, aranea.HTTPRedirect, "http://b.test/new SCHEDULE.QUEUED"},
		"moved into the scope": {check(t, 301, 0, "Location", "http://a.test/new"), aranea.StateDone, aranea.HTTPRedirect, "http://a.test/new SCHEDULE.QUEUED"},
		"moved to nowhere":     {check(t, 301, 0), aranea.StateGone, aranea.HTTPBadRedirect, ""},
		"moved too often": {with(check(t, 301, 0, "Location", "/new"), func(f *facts) { f.lease.Entry.Hops = MaxHops }),
			aranea.StateGone, aranea.HTTPBadRedirect, ""},
		"no connection": {with(check(t, 0, 0), func(f *facts) { f.fetched.Sent, f.fetched.Failure = time.Time{}, aranea.NetDial }),
			aranea.StateQueued, aranea.ScheduleRetry, ""},
		"never a connection": {with(check(t, 0, last), func(f *facts) { f.fetched.Sent, f.fetched.Failure = time.Time{}, aranea.NetDial }),
			aranea.StateGone, aranea.NetDial, ""},
		"a private address": {with(check(t, 0, 0), func(f *facts) { f.fetched.Sent, f.fetched.Failure = time.Time{}, aranea.NetGuard }),
			aranea.StateQueued, aranea.NetGuard, ""},
		"denied": {with(check(t, 0, 0), func(f *facts) {
			f.fetched = aranea.Fetched{}
			f.ruling.Decision = acquire.Decision{Decision: robotstxt.Decision{Verdict: robotstxt.Deny, Line: 3}}
		}), aranea.StateExcluded, aranea.RobotsDenied, ""},
		"with parameters without meaning": {with(check(t, 200, 0), func(f *facts) { f.ruling.clean = parse(t, "http://b.test/") }),
			aranea.StateDone, aranea.LinkAvailable, ""},
	} {
		out := plan(checking(t), tt.facts)
		if out.Entry.State != tt.state || out.Entry.Reason != tt.reason || links(out) != tt.links {
			t.Errorf("%s: %s, %s, %s", name, out.Entry.State, out.Entry.Reason, links(out))
		}
		if out.Entry.Kind != aranea.KindLink || out.Index.Action != aranea.IndexKeep || out.Edges != nil || !out.Moved.IsZero() || out.Entry.Validators != (aranea.Validators{}) {
			t.Errorf("%s: %+v", name, out)
		}
		if s := out.Entry.State; s == aranea.StateDone && out.Entry.Due.Before(out.Entry.VisitedAt.Add(7*24*time.Hour)) {
			t.Errorf("%s: it is checked again at %s", name, out.Entry.Due)
		}
	}
}

// TestCheckedLinks checks which links of a page lead to URLs that are only checked.
func TestCheckedLinks(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, `<title>A page</title><link rel=canonical href="http://b.test/c"><p>With words. <a href="/in">in</a><a href="http://b.test/">out</a><a rel=nofollow href="http://b.test/n">n</a>
<a href="http://b.test:25/">port</a><a href="mailto:a@b.test">mail</a><img src="http://b.test/p.png" alt="a picture of it">`)
	kinds := map[string]string{}
	for _, d := range plan(checking(t), f).Links {
		kinds[d.URL.String()] = fmt.Sprintf("%s %s", d.Kind, d.Reason)
	}
	for u, want := range map[string]string{
		"http://a.test/in": "page SCHEDULE.QUEUED", "http://b.test/": "link SCHEDULE.QUEUED", "http://b.test/n": "page SCOPE.NOFOLLOW",
		"http://b.test:25/": "page SCOPE.PORT", "http://b.test/c": "page SCOPE.HOST", "http://b.test/p.png": "link SCHEDULE.QUEUED",
	} {
		if kinds[u] != want {
			t.Errorf("%s: %q, want %q", u, kinds[u], want)
		}
		delete(kinds, u)
	}
	if len(kinds) > 0 {
		t.Errorf("and %v", kinds)
	}
	f.fetched.Access = "club"
	for _, d := range plan(checking(t), f).Links {
		if d.Kind == aranea.KindLink {
			t.Errorf("a page behind a login has %s checked", d.URL)
		}
	}
}

// TestTrapsAreNotChecked: what is left out because its folder has no end is not checked instead, even
// if it would be left out for its type as well.
func TestTrapsAreNotChecked(t *testing.T) {
	t.Parallel()
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{parse(t, "http://a.test/")}, Unread: []string{"zip"}, Links: true})
	if err != nil {
		t.Fatal(err)
	}
	file := parse(t, "http://a.test/1.zip")
	f := visit(t, 200, `<title>A page</title><p>With words. <a href="/1.zip">a file</a>`)
	for want, folder := range map[string]*trap.Folder{"link SCHEDULE.QUEUED": nil, "page SCOPE.TYPE": {Path: "/", Why: "many pages like others", Held: 255}} {
		opt := checking(t)
		opt.Scope, opt.advice = rules, map[weburl.URL]learn.Advice{file: {Folder: folder}}
		found := plan(opt, f).Links
		if len(found) != 1 || fmt.Sprintf("%s %s", found[0].Kind, found[0].Reason) != want {
			t.Errorf("%+v, want %s", found, want)
		}
	}
}

// TestLateLinks: links to what repeats other pages, or may have no end, come after others, and only links.
func TestLateLinks(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, `<title>A page</title><p>With words. <a href="/a?v=1">an old version</a> <a href="/a">a page</a>`)
	opt := options(t)
	opt.advice = map[weburl.URL]learn.Advice{parse(t, "http://a.test/a?v=1"): {Late: "its family says nothing new"}}
	found := plan(opt, f).Links
	if len(found) != 2 || found[0].Priority != latePriority || found[0].Detail != "after others of its host: its family says nothing new" || found[0].Reason != aranea.ScheduleQueued || found[1].Priority != 0 {
		t.Errorf("%+v", found)
	}
}

// TestStartPageLeadsAway: where a seed redirects to is not checked, but told.
func TestStartPageLeadsAway(t *testing.T) {
	t.Parallel()
	f := visit(t, 301, "", "Location", "http://b.test/")
	for depth, want := range map[uint16]string{0: "http://b.test/ SCOPE.HOST", 1: "http://b.test/ SCHEDULE.QUEUED"} {
		f.lease.Entry.Depth = depth
		if got := links(plan(checking(t), f)); got != want {
			t.Errorf("depth %d: %s", depth, got)
		}
	}
}

// TestLoginLeadsAway: where an answer behind a login redirects to is not told to others.
func TestLoginLeadsAway(t *testing.T) {
	t.Parallel()
	page, link := visit(t, 302, "", "Location", "http://b.test/token"), check(t, 302, 0, "Location", "/token")
	page.lease.Entry.Depth, link.lease.Entry.Depth = 1, 1
	for name, f := range map[string]facts{"a page": page, "a link": link} {
		if got := links(plan(checking(t), f)); got != "http://b.test/token SCHEDULE.QUEUED" {
			t.Errorf("%s without a login leads to %s", name, got)
		}
		f.fetched.Access = "club"
		if got := links(plan(checking(t), f)); got != "http://b.test/token SCOPE.HOST" {
			t.Errorf("%s behind a login leads to %s", name, got)
		}
	}
}

// TestChecksEndNoRefusals: a link that is there does not say that its host gives its pages again.
func TestChecksEndNoRefusals(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 404} {
		f := check(t, status, 1)
		f.lease.Host.Refusals, f.lease.Host.RefusedSince, f.lease.Host.RefusedUntil = refusal.InRow, t0, t0.Add(time.Hour)
		if h := plan(checking(t), f).Host; h.Refusals != refusal.InRow || h.RefusedSince.IsZero() || h.RefusedUntil.IsZero() {
			t.Errorf("status %d: %d refusals, since %s, until %s", status, h.Refusals, h.RefusedSince, h.RefusedUntil)
		}
	}
}

// TestPlanLinkInScope: a URL that came into scope while it was checked, or while its check waited,
// becomes a page that waits, whatever the check brought.
func TestPlanLinkInScope(t *testing.T) {
	t.Parallel()
	inside := func(f facts) facts {
		f.lease.Entry.URL = parse(t, "http://a.test/page")
		f.fetched.URL, f.lease.Host.Origin = f.lease.Entry.URL, f.lease.Entry.URL.Origin()
		return f
	}
	denied := inside(check(t, 0, 0))
	denied.fetched = aranea.Fetched{}
	denied.ruling.Decision = acquire.Decision{Decision: robotstxt.Decision{Verdict: robotstxt.Deny, Line: 3}}
	unlinked := inside(check(t, 0, 0))
	unlinked.fetched, unlinked.unlinked = aranea.Fetched{}, true
	for name, f := range map[string]facts{
		"there": inside(check(t, 200, 0)), "missing to HEAD": inside(check(t, 404, 0)), "missing": inside(check(t, 404, 1)),
		"moved": inside(check(t, 301, 0, "Location", "http://b.test/new")), "a fault": inside(check(t, 500, 0)), "denied": denied, "unlinked": unlinked,
	} {
		f.lease.Entry.Visits, f.lease.Entry.Status, f.lease.Entry.Depth = 3, 200, 1
		out := plan(checking(t), f)
		if e := out.Entry; e.Kind != aranea.KindPage || e.State != aranea.StateQueued || e.Reason != aranea.ScheduleQueued ||
			e.Visits != 0 || e.Attempts != 0 || !e.Due.IsZero() || e.Target != "" || len(out.Links) > 0 {
			t.Errorf("%s: %+v, links %s", name, e, links(out))
		}
		if n := len(out.Events); n == 0 || out.Events[n-1].Reason != aranea.ScheduleQueued || out.Events[n-1].Detail != "it lies inside the scope of the crawl" {
			t.Errorf("%s: %v", name, out.Events)
		}
	}
}
