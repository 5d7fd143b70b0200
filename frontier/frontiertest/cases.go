package frontiertest

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

func robotsFirst(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: time.Second})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	l := h.one(start, "http://a.test/robots.txt")
	if l.Entry.Kind != aranea.KindRobots || l.Host.Robots.Version != 0 {
		t.Errorf("lease %+v", l)
	}
	if more, _ := h.lease(start, 10); len(more) != 0 {
		t.Errorf("leased %v while the robots file is under way", urlsOf(more))
	}
	o := done(l, start)
	o.Robots.Body = []byte("User-agent: *\n")
	h.commit(start, o)
	h.none(start, start.Add(time.Second))
	if l = h.one(start.Add(time.Second), "http://a.test/1"); l.Host.Robots.Version == 0 {
		t.Error("the lease does not name the robots copy")
	}
	c, ok, err := h.f.Robots("http://a.test")
	if err != nil || !ok || string(c.Body) != "User-agent: *\n" {
		t.Errorf("stored copy %q, %v, %v", c.Body, ok, err)
	}
}

// anotherTry: an outcome may queue a page that it ends as visited for another visit.
func anotherTry(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: time.Second})}
	h.seed(start, "http://a.test/1")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	now := start.Add(time.Second)
	o := done(h.one(now, "http://a.test/1"), now)
	o.Entry.Again, o.Entry.Attempts, o.Entry.Due = true, 1, now.Add(time.Minute)
	h.commit(now, o)
	e := h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded)
	if n, _ := h.f.Counts(); !e.Again || n[aranea.CountFetched] != 1 || n[aranea.CountDue] != 1 {
		t.Errorf("%+v, %v", e, n)
	}
	h.none(now, o.Entry.Due)
	now = o.Entry.Due
	l := h.one(now, "http://a.test/1")
	if l.Entry.Attempts != 1 || l.Entry.State != aranea.StateQueued || l.Entry.Again {
		t.Errorf("leased as %+v", l.Entry)
	}
	o = done(l, now)
	o.Entry.Attempts, o.Entry.Due = 0, time.Time{}
	h.commit(now, o)
	if e := h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded); e.Waits() {
		t.Errorf("it waits for %s", e.Due)
	}
	h.none(now, time.Time{})
}

// leftAlone: an origin that refuses everything is leased at the instant that the outcome says,
// with another page first, also after a kill. Any other answer ends that.
func leftAlone(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: time.Second})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://b.test/1")
	for range 2 {
		ls, _ := h.lease(start, 1)
		h.commit(start, done(ls[0], start))
	}
	now := start.Add(time.Second)
	ls, _ := h.lease(now, 2)
	l, b := ls[0], ls[1]
	if l.Entry.URL.Host() != "a.test" {
		l, b = b, l
	}
	h.commit(now, done(b, now))
	until := now.Add(time.Hour)
	o := done(l, now)
	o.Entry.State, o.Entry.Reason, o.Entry.Visits, o.Refused = aranea.StateQueued, aranea.ScheduleRetry, 0, true
	o.Host.Refusals, o.Host.RefusedSince, o.Host.RefusedUntil = 8, now, until
	h.commit(now, o)
	h.none(now.Add(time.Minute), until)
	if _, naive := s.(*Naive); !naive { // it keeps nothing across a kill
		h = hand{t, s.Open(t, Options{Delay: time.Second})}
		h.none(now.Add(time.Minute), until)
	}
	l = h.one(until, "http://a.test/2")
	if x := l.Host; x.Refusals != 8 || !x.RefusedSince.Equal(now) {
		t.Errorf("the lease says %d, %s", x.Refusals, x.RefusedSince)
	}
	o = done(l, until)
	o.Host.Refusals, o.Host.RefusedSince, o.Host.RefusedUntil = 0, time.Time{}, time.Time{}
	h.commit(until, o)
	if x := h.one(until.Add(time.Second), "http://a.test/1").Host; x.Refusals != 0 || !x.RefusedSince.IsZero() || !x.RefusedUntil.IsZero() {
		t.Errorf("afterwards the lease says %d, %s, %s", x.Refusals, x.RefusedSince, x.RefusedUntil)
	}
}

// arrivedIsFree: a host may be leased after its delay once the answer has arrived, however long
// reading it takes, and what later visits showed of the host stays.
func arrivedIsFree(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: time.Second})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	now := start.Add(time.Second)
	first := h.one(now, "http://a.test/1")
	if more, _ := h.lease(now.Add(time.Minute), 10); len(more) != 0 {
		t.Errorf("leased %v before the answer came", urlsOf(more))
	}
	h.arrived(first, now, first.Host)
	h.none(now, now.Add(time.Second))
	now = now.Add(time.Second)
	second := h.one(now, "http://a.test/2")
	o := done(second, now)
	o.Host.Failures, o.Host.NextAllowed = 3, now.Add(time.Hour)
	h.commit(now, o)
	h.arrived(second, now.Add(2*time.Hour), second.Host) // its lease has ended
	h.commit(now, done(first, now.Add(-time.Second)))
	h.none(now, now.Add(time.Hour))
	if l := h.one(now.Add(time.Hour), "http://a.test/3"); l.Host.Failures != 3 {
		t.Errorf("%d failures are known of the host, want 3", l.Host.Failures)
	}
	h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded)
}

func staleRobots(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	o := done(h.one(start, "http://a.test/robots.txt"), start)
	o.Robots.Expires = start.Add(time.Minute)
	h.commit(start, o)
	h.commit(start, done(h.one(start, "http://a.test/1"), start))
	h = hand{t, s.Open(t, Options{})}
	h.one(start.Add(time.Minute), "http://a.test/robots.txt")
}

// robotsAreNoPage: the URL of a robots file is no entry, whoever names it; with a query it is
// another URL.
func robotsAreNoPage(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	named := found(t, "http://a.test/robots.txt", 0)
	named.How, named.Priority = aranea.HowSeed, aranea.PriorityNamed
	if n := h.add(start, named, found(t, "http://a.test/robots.txt?x", 1), found(t, "http://a.test/in/robots.txt", 1)); n != 2 {
		t.Errorf("%d were queued, want 2", n)
	}
	l := h.one(start, "http://a.test/robots.txt")
	if l.Entry.Kind != aranea.KindRobots {
		t.Errorf("leased as a %s", l.Entry.Kind)
	}
	h.commit(start, done(l, start))
	h.commit(start, done(h.one(start, "http://a.test/robots.txt?x"), start, found(t, "http://a.test/robots.txt", 1)))
	h.commit(start, done(h.one(start, "http://a.test/in/robots.txt"), start))
	h.none(start, time.Time{})
	if e, known, err := h.f.EntryByID(named.URL.ID()); known || err != nil {
		t.Errorf("it is an entry: %+v, %v", e, err)
	}
}

// rereadRobots expects no error.
func (h hand) rereadRobots(now time.Time, origin weburl.Origin) {
	h.t.Helper()
	if err := h.f.RereadRobots(h.t.Context(), now, []weburl.Origin{origin}); err != nil {
		h.t.Fatal(err)
	}
}

// robotsAgain: a robots file that is wanted is requested once, before any page of its origin,
// whether or not there is one, and not within a second of its last request; that of an unknown
// origin as well.
func robotsAgain(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{MaxPages: 2})}
	read := func(at time.Time) {
		t.Helper()
		o := done(h.one(at, "http://a.test/robots.txt"), at)
		o.Robots.CheckedAt = at
		h.commit(at, o)
	}
	h.seed(start, "http://a.test/1")
	read(start)
	h.commit(start, done(h.one(start, "http://a.test/1"), start))
	now := start.Add(time.Hour)
	h.rereadRobots(now, "http://a.test")
	h.rereadRobots(now, "http://a.test")
	read(now)
	h.none(now, time.Time{})
	h.seed(now, "http://a.test/2")
	h.rereadRobots(now.Add(time.Millisecond), "http://a.test")
	h.none(now.Add(time.Millisecond), now.Add(time.Second))
	now = now.Add(time.Second)
	read(now)
	h.commit(now, done(h.one(now, "http://a.test/2"), now))
	h.rereadRobots(now, "http://new.test") // the page limit is reached, and this is no page
	h.commit(now, done(h.one(now, "http://new.test/robots.txt"), now))
	h.none(now, time.Time{})
}

// robotsAgainAcrossKill: after a kill, no page is requested by the copy that was to be replaced.
func robotsAgainAcrossKill(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	page := h.one(start, "http://a.test/1")
	h.rereadRobots(start, "http://a.test")
	if ls, _ := h.lease(start, 10); len(ls) != 0 {
		t.Errorf("leased %v before the outcome of a page by the old copy", urlsOf(ls))
	}
	h.commit(start, done(page, start))
	h = hand{t, s.Open(t, Options{})}
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.one(start, "http://a.test/2")
}

func unreachableRobots(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://b.test/1")
	ls, _ := h.lease(start, 10)
	for _, l := range ls {
		o := done(l, start)
		if l.Entry.URL.Host() == "a.test" {
			o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: start.Add(time.Hour)}
		}
		h.commit(start, o)
	}
	h.commit(start, done(h.one(start, "http://b.test/1"), start))
	h.none(start, start.Add(time.Hour))
	h.entry("http://a.test/1", aranea.StateQueued, aranea.RobotsUnreachable)
	h.one(start.Add(time.Hour), "http://a.test/robots.txt")
}

func breadthFirst(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.add(start, found(t, "http://a.test/2", 2), found(t, "http://a.test/1b", 1), found(t, "http://a.test/1a", 1), found(t, "http://a.test/0", 0))
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	for i, want := range []string{"/0", "/1b", "/1a", "/2"} {
		if i == 2 {
			h = hand{t, s.Open(t, Options{})}
		}
		h.commit(start, done(h.one(start, "http://a.test"+want), start))
	}
	h.none(start, time.Time{})
}

func depthFirst(t *testing.T, s State) {
	opt := Options{Order: schedule.DepthFirst}
	h := hand{t, s.Open(t, opt)}
	h.add(start, found(t, "http://a.test/0", 0), found(t, "http://a.test/1a", 1), found(t, "http://a.test/1b", 1), found(t, "http://a.test/2", 2))
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.commit(start, done(h.one(start, "http://a.test/2"), start, found(t, "http://a.test/3", 3)))
	h = hand{t, s.Open(t, opt)}
	for _, want := range []string{"/3", "/1a", "/1b", "/0"} {
		h.commit(start, done(h.one(start, "http://a.test"+want), start))
	}
	h.none(start, time.Time{})
}

// linkedFirst: with the order "best", a page that four other sites link to comes sooner, whether
// it was known or found by one of them, also after a kill; one that three link to does not,
// however often they do.
func linkedFirst(t *testing.T, s State) {
	opt := Options{Order: schedule.BestFirst}
	h := hand{t, s.Open(t, opt)}
	h.add(start, found(t, "http://a.test/near", 1), found(t, "http://a.test/plain", 2), found(t, "http://a.test/known", 2), found(t, "http://a.test/few", 2))
	sites := []string{"http://b.test/", "http://c.test/", "http://d.test/", "http://e.test/"}
	h.seed(start, sites...)
	robots, _ := h.lease(start, 10)
	var held aranea.Lease // of a.test
	for _, l := range robots {
		if l.Entry.URL.Host() == "a.test" {
			held = l
			continue
		}
		h.commit(start, done(l, start))
	}
	pages, _ := h.lease(start, 10)
	for i, l := range pages {
		links := []aranea.Discovery{found(t, "http://a.test/known", 1), found(t, "http://a.test/fresh", 3)}
		if i > 0 {
			links = append(links, found(t, "http://a.test/few", 1), found(t, "http://a.test/few", 1))
		}
		h.commit(start, done(l, start, links...))
	}
	if h.commit(start, done(held, start)); len(pages) != len(sites) {
		t.Errorf("%d pages link there, want %d", len(pages), len(sites))
	}
	h = hand{t, s.Open(t, opt)}
	for _, want := range []string{"/known", "/near", "/fresh", "/plain", "/few"} {
		h.commit(start, done(h.one(start, "http://a.test"+want), start))
	}
	h.none(start, time.Time{})
}

// lookUpsFirst: nothing is requested from a host before its name was looked up, and later
// requests go to the address that was found, also after a kill.
func lookUpsFirst(t *testing.T, s State) {
	opt := Options{Addresses: true}
	h := hand{t, s.Open(t, opt)}
	h.seed(start, "http://a.test/1")
	ls, _ := h.lease(start, 10)
	if len(ls) != 1 || !ls[0].LookUp || ls[0].Route.Address.IsValid() {
		t.Fatalf("leases %+v", ls)
	}
	if more, _ := h.lease(start, 10); len(more) != 0 {
		t.Errorf("leased %v while the name is looked up", urlsOf(more))
	}
	a := netip.MustParseAddr("192.0.2.1")
	o := unsent(ls[0])
	o.Resolution = &aranea.Resolution{Addresses: []netip.Addr{a}}
	h.commit(start, o)
	h = hand{t, s.Open(t, opt)}
	for _, want := range []string{"http://a.test/robots.txt", "http://a.test/1"} {
		l := h.one(start, want)
		if l.LookUp || l.Route.Address != a {
			t.Errorf("%s: look-up %v, to %s", want, l.LookUp, l.Route.Address)
		}
		h.commit(start, done(l, start))
	}
}

// hostBudget: no page is requested from a host whose budget is spent, but from its neighbours.
func hostBudget(t *testing.T, s State) {
	opt := Options{MaxHostPages: 1}
	h := hand{t, s.Open(t, opt)}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://b.test/1")
	for _, want := range []int{2, 2} { // robots files, and a page of each
		ls, _ := h.lease(start, 10)
		if len(ls) != want {
			t.Fatalf("leases %v, want %d", urlsOf(ls), want)
		}
		for _, l := range ls {
			h.commit(start, done(l, start))
		}
	}
	h = hand{t, s.Open(t, opt)}
	h.none(start, time.Time{})
	h.count(aranea.CountQueued, 1)
	h = hand{t, s.Open(t, Options{MaxHostPages: 2})}
	h.one(start, "http://a.test/2")
}

// delayAcrossKill: a process that is killed between a lease and its outcome counts as having
// sent the request at the last possible instant; http and https share one name.
func delayAcrossKill(t *testing.T, s State) {
	opt := Options{Delay: time.Second, SendBudget: 3 * time.Second}
	h := hand{t, s.Open(t, opt)}
	h.seed(start, "http://a.test/1", "https://a.test/2")
	if ls, _ := h.lease(start, 10); len(ls) != 1 || !ls[0].SendBefore.Equal(start.Add(3*time.Second)) {
		t.Fatalf("leases %+v", ls)
	}
	h = hand{t, s.Open(t, opt)}
	h.none(start, start.Add(4*time.Second))
	if ls, _ := h.lease(start.Add(4*time.Second), 10); len(ls) != 1 || ls[0].Entry.Kind != aranea.KindRobots {
		t.Fatalf("leases %v", urlsOf(ls))
	}
}

func unsentIsGivenBack(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: time.Minute})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	now := start.Add(time.Minute)
	o := unsent(h.one(now, "http://a.test/1"))
	o.Entry.State, o.Entry.Reason = aranea.StateExcluded, aranea.RobotsDenied
	h.commit(now, o)
	h.commit(now, unsent(h.one(now, "http://a.test/2"))) // too late: it returns to its position
	h.one(now, "http://a.test/2")
	h.count(aranea.CountDenied, 1)
	h.count(aranea.CountQueued, 1)
}

func retryWaits(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	o := done(h.one(start, "http://a.test/1"), start)
	o.Entry.State, o.Entry.Reason, o.Entry.Attempts, o.Entry.Indexed = aranea.StateQueued, aranea.ScheduleRetry, 1, false
	o.Entry.Due = start.Add(time.Minute)
	h.commit(start, o)
	h = hand{t, s.Open(t, Options{})}
	h.none(start, start.Add(time.Minute))
	if l := h.one(start.Add(time.Minute), "http://a.test/1"); l.Entry.Attempts != 1 {
		t.Errorf("%d tries are known", l.Entry.Attempts)
	}
}

// triedIsBehind: pages that failed are requested again after those of their host that were never
// requested, even if these were found later and are deeper, in the order of their tries.
func triedIsBehind(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	later := start.Add(time.Second)
	fail := func(u string, due time.Time) {
		o := done(h.one(start, u), start)
		o.Entry.State, o.Entry.Reason, o.Entry.Attempts, o.Entry.Indexed = aranea.StateQueued, aranea.ScheduleRetry, 1, false
		o.Entry.Due = due
		h.commit(start, o)
	}
	fail("http://a.test/1", later)
	fail("http://a.test/2", start) // due at once
	h.commit(start, done(h.one(start, "http://a.test/3"), start, found(t, "http://a.test/4", 1)))
	h = hand{t, s.Open(t, Options{})}
	for i, u := range []string{"http://a.test/4", "http://a.test/1", "http://a.test/2"} {
		var links []aranea.Discovery
		if i == 0 {
			links = append(links, found(t, "http://a.test/far", 100))
		}
		h.commit(later, done(h.one(later, u), later, links...))
	}
	h.one(later, "http://a.test/far") // nobody starves
}

func knownIsKnown(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	a, b := found(t, "http://a.test/1", 1), found(t, "http://a.test/2", 1)
	if n := h.add(start, a, a, b); n != 2 {
		t.Errorf("%d of two new URLs were queued", n)
	}
	h = hand{t, s.Open(t, Options{})}
	if n := h.add(start, b, a); n != 0 {
		t.Errorf("%d known URLs were queued", n)
	}
	l := h.one(start, "http://a.test/robots.txt")
	h.commit(start, done(l, start, a, found(t, "http://b.test/1", 1)))
	h.count(aranea.CountQueued, 3)
}

func excludedIsRevived(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	out := found(t, "http://a.test/1", 9)
	out.Reason, out.Detail = aranea.ScopeDepth, "too deep"
	h.add(start, out)
	h.entry("http://a.test/1", aranea.StateExcluded, aranea.ScopeDepth)
	h.none(start, time.Time{})
	if n := h.add(start, out, found(t, "http://a.test/1", 2)); n != 1 {
		t.Errorf("%d queued", n)
	}
	if e := h.entry("http://a.test/1", aranea.StateQueued, aranea.ScheduleQueued); e.Depth != 2 {
		t.Errorf("depth %d", e.Depth)
	}
	h.count(aranea.CountExcluded, 0)
}

func pageLimit(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{MaxPages: 2})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.commit(start, done(h.one(start, "http://a.test/1"), start))
	gone := done(h.one(start, "http://a.test/2"), start)
	gone.Entry.State, gone.Entry.Reason, gone.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
	h.commit(start, gone) // it does not count
	h.commit(start, done(h.one(start, "http://a.test/3"), start))
	h.none(start, time.Time{})
	h = hand{t, s.Open(t, Options{MaxPages: 2})}
	h.none(start, time.Time{})
	h = hand{t, s.Open(t, Options{MaxPages: 3})}
	h.one(start, "http://a.test/4")
}

func twins(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	fp := aranea.Fingerprint{7}
	for _, u := range []string{"http://a.test/1", "http://a.test/2"} {
		o := done(h.one(start, u), start)
		o.Entry.Fingerprint = fp
		h.commit(start, o)
	}
	h = hand{t, s.Open(t, Options{})}
	id, url, ok, err := h.f.Twin(fp)
	if err != nil || !ok || url != "http://a.test/1" || id != parse(t, url).ID() {
		t.Errorf("the text is held by %q, %v, %v", url, ok, err)
	}
	if _, _, ok, err := h.f.Twin(aranea.Fingerprint{8}); ok || err != nil {
		t.Errorf("an unknown text is held: %v, %v", ok, err)
	}
}

// displaced checks that a page gives way to one with its text: at once, or by its own outcome if
// it is leased; not if it has another text meanwhile, or if the operator has removed the other one.
// The page that displaced it has the text from
// then on, also for the next process.
func displaced(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	for i, tt := range []struct {
		name                   string
		leased, removed, gives bool
		text                   byte // of the page that is displaced; 7 of the other one
	}{{"at rest", false, false, true, 7}, {"another text", false, false, false, 8}, {"for a removed page", false, true, false, 7}, {"leased", true, false, false, 7}} {
		fp := aranea.Fingerprint{7, byte(i)}
		loser, winner := fmt.Sprintf("http://a%d.test/", i), fmt.Sprintf("http://b%d.test/", i)
		first := func(u string) aranea.Lease {
			h.seed(start, u)
			h.commit(start, done(h.one(start, u+"robots.txt"), start))
			return h.one(start, u)
		}
		had := done(first(loser), start)
		had.Entry.Fingerprint = aranea.Fingerprint{tt.text, byte(i)}
		h.commit(start, had)
		before, _ := h.f.Counts()
		o := done(first(winner), start)
		if o.Entry.Fingerprint = fp; tt.leased {
			if _, err := h.f.Requeue(t.Context(), start, []weburl.ID{had.Entry.URL.ID()}, "again", false); err != nil {
				t.Fatal(err)
			}
			h.one(start, loser)
		}
		if tt.removed {
			of, err := target.Parse(winner)
			if err == nil {
				_, err = h.f.Remove(t.Context(), start, of, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		o.Displaced = &aranea.Outcome{Entry: had.Entry, Events: []aranea.Event{{At: start, Reason: aranea.DupExact}}}
		o.Displaced.Entry.Detail = winner
		h.commit(start, o)
		h = hand{t, s.Open(t, Options{})}
		after, reason := before[aranea.CountIndexed]+1, aranea.IndexAdded
		holder := winner
		switch {
		case tt.gives:
			after, reason = after-1, aranea.DupExact
		case tt.removed:
			after, holder = after-1, loser
		}
		h.count(aranea.CountIndexed, after)
		if e := h.entry(loser, aranea.StateDone, reason); e.Indexed == tt.gives || tt.gives && (e.Twin != o.Entry.URL.ID() || e.Detail != winner || e.Fingerprint != fp) {
			t.Errorf("%s: %+v", tt.name, e)
		}
		if _, url, ok, err := h.f.Twin(fp); err != nil || !ok || url != holder {
			t.Errorf("%s: the text is held by %q, %v, %v", tt.name, url, ok, err)
		}
		if tt.leased {
			h.one(start, loser) // its lease has ended with the process
		}
	}
}

func outcomesThatDoNotFit(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1")
	l := h.one(start, "http://a.test/robots.txt")
	other := done(l, start)
	other.Lease += 1000
	kind := done(l, start)
	kind.Entry.Kind = aranea.KindPage
	for name, batch := range map[string][]aranea.Outcome{
		"an unknown lease": {other}, "another kind": {kind}, "twice": {done(l, start), done(l, start)},
		"one of two": {done(l, start), other},
	} {
		if _, err := h.f.Commit(t.Context(), start, batch); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.count(aranea.CountRequests, 0) // nothing of them was stored
	h.commit(start, done(l, start))
	h.one(start, "http://a.test/1")
}

// fenced: the outcome of a lease that has ended is dropped, and Confirm says so before.
func fenced(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1")
	l := h.one(start, "http://a.test/robots.txt")
	confirm := func(want int, ids ...aranea.LeaseID) {
		t.Helper()
		if got, err := h.f.Confirm(t.Context(), start, ids); err != nil || len(got) != want {
			t.Errorf("%v are fenced, %v; want %d", got, err, want)
		}
	}
	confirm(0, l.ID)
	h.commit(start, done(l, start))
	page := h.one(start, "http://a.test/1")
	confirm(1, l.ID, page.ID)
	if dropped, err := h.f.Commit(t.Context(), start, []aranea.Outcome{done(l, start), done(page, start)}); err != nil || len(dropped) != 1 || dropped[0] != l.ID {
		t.Errorf("dropped was what came of %v, %v", dropped, err)
	}
	h.count(aranea.CountRequests, 2)
	if _, err := h.f.Confirm(t.Context(), start, []aranea.LeaseID{page.ID + 1000}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a lease that was never handed out: %v", err)
	}
}
