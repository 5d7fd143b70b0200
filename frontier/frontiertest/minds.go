package frontiertest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// visitAll visits everything that is free, in any order, and returns the pages.
func (h hand) visitAll(now time.Time) (pages []string) {
	h.t.Helper()
	for {
		ls, _ := h.lease(now, 10)
		if len(ls) == 0 {
			slices.Sort(pages)
			return pages
		}
		for _, l := range ls {
			h.commit(now, done(l, now))
			if l.Entry.Kind == aranea.KindPage {
				pages = append(pages, l.Entry.URL.String())
			}
		}
	}
}

// redecide runs all parts, and returns what apply was called with.
func (h hand) redecide(origin weburl.Origin, decide func(*aranea.Entry) []aranea.Event) (did aranea.RobotsChange, applied []aranea.IndexAction) {
	h.t.Helper()
	did.Origin = origin
	for behind, more := (weburl.ID{}), true; more; more = !behind.IsZero() {
		var err error
		behind, err = h.f.Redecide(h.t.Context(), start, &did, behind, 0, decide, func(_ context.Context, docs []aranea.IndexChange) error {
			for _, c := range docs {
				applied = append(applied, c.Action)
			}
			return nil
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return did, applied
}

// shut closes what is open.
func shut(e *aranea.Entry) []aranea.Event {
	if e.State == aranea.StateExcluded {
		return nil
	}
	e.State, e.Reason, e.Due, e.Again = aranea.StateExcluded, aranea.RobotsDenied, time.Time{}, false
	return []aranea.Event{{At: start, Reason: aranea.RobotsDenied}}
}

// reopen opens what shut has closed.
func reopen(e *aranea.Entry) []aranea.Event {
	switch {
	case e.State != aranea.StateExcluded:
		return nil
	case e.Indexed:
		e.State, e.Reason = aranea.StateDone, aranea.IndexAdded
	default:
		e.State, e.Reason = aranea.StateQueued, aranea.ScheduleQueued
	}
	return []aranea.Event{{At: start, Reason: e.Reason}}
}

// changed returns the outcome of a robots file with different rules.
func changed(l aranea.Lease) aranea.Outcome {
	o := done(l, start)
	o.Robots = &acquire.Copy{Class: acquire.ClassRules, CheckedAt: start, Expires: start.Add(24 * time.Hour)}
	o.Redecide = true
	return o
}

// redecided: a change of rules is remembered until it is applied, documents and counts follow,
// and leased entries stay.
func redecided(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	h.commit(start, changed(h.one(start, "http://a.test/robots.txt")))
	h = hand{t, s.Open(t, Options{})}
	h.commit(start, done(h.one(start, "http://a.test/1"), start))
	left, err := h.f.Undecided(t.Context(), 9)
	if err != nil || len(left) != 1 || left[0] != "http://a.test" {
		t.Fatalf("undecided: %v, %v", left, err)
	}
	l := h.one(start, "http://a.test/2")
	did, applied := h.redecide("http://a.test", shut)
	if did.Closed != 2 || did.Hidden != 1 || did.Opened != 0 || did.Findable != 0 || !slices.Equal(applied, []aranea.IndexAction{aranea.IndexHide}) {
		t.Errorf("closed: %+v, %v", did, applied)
	}
	h.entry(l.Entry.URL.String(), aranea.StateQueued, aranea.ScheduleQueued)
	if left, err := h.f.Undecided(t.Context(), 9); err != nil || len(left) != 0 {
		t.Errorf("still undecided: %v, %v", left, err)
	}
	h = hand{t, s.Open(t, Options{})}
	h.count(aranea.CountIndexed, 0)
	h.count(aranea.CountHidden, 1)
	h.count(aranea.CountQueued, 1)
	did, applied = h.redecide("http://a.test", reopen)
	if did.Opened != 2 || did.Shown != 1 || did.Closed != 0 || did.Findable != 1 || !slices.Equal(applied, []aranea.IndexAction{aranea.IndexShow}) {
		t.Errorf("opened: %+v, %v", did, applied)
	}
	h.count(aranea.CountIndexed, 1)
	h.count(aranea.CountQueued, 2)
}

// noLeaseBeforeRedecided: if the robots file of an origin has changed, its pages are redecided
// before any of them is leased.
func noLeaseBeforeRedecided(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1")
	h.commit(start, changed(h.one(start, "http://a.test/robots.txt")))
	h.none(start, time.Time{})
	h.redecide("http://a.test", func(*aranea.Entry) []aranea.Event { return nil })
	h.one(start, "http://a.test/1")
}

// documentsFirst: an entry changes after its document, and not at all if that cannot be changed.
func documentsFirst(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1")
	h.visitAll(start)
	full := errors.New("no room")
	fails := func(context.Context, []aranea.IndexChange) error {
		h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded)
		return full
	}
	did := aranea.RobotsChange{Origin: "http://a.test"}
	if _, err := h.f.Redecide(t.Context(), start, &did, weburl.ID{}, 0, shut, fails); !errors.Is(err, full) {
		t.Errorf("redecide: %v", err)
	}
	if _, err := h.f.Reexamine(t.Context(), start, "http://a.test", weburl.ID{}, func(*aranea.Entry) (aranea.Event, string, bool) {
		return aranea.Event{At: start, Reason: aranea.ScopeTrap}, "", true
	}, fails); !errors.Is(err, full) {
		t.Errorf("reexamine: %v", err)
	}
	h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded)
	h.count(aranea.CountIndexed, 1)
}

// removed: what the operator removes stays out, whether it was known, under way, found later, or
// redecided, also after a kill.
func removed(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/in/1", "http://a.test/in/2", "http://a.test/out")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	h.commit(start, done(h.one(start, "http://a.test/in/1"), start))
	l := h.one(start, "http://a.test/in/2")
	of, err := target.Parse("http://a.test/in/*")
	if err != nil {
		t.Fatal(err)
	}
	var docs []aranea.IndexChange
	n, err := h.f.Remove(t.Context(), start, of, func(_ context.Context, c []aranea.IndexChange) error {
		docs = append(docs, c...)
		return nil
	})
	if err != nil || n != 1 || len(docs) != 1 || docs[0].Action != aranea.IndexDelete {
		t.Errorf("%d removed, %v, documents %+v", n, err, docs)
	}
	h.commit(start, done(l, start))
	h = hand{t, s.Open(t, Options{})}
	h.add(start, found(t, "http://a.test/in/3", 1))
	h.redecide("http://a.test", reopen)
	for _, u := range []string{"http://a.test/in/1", "http://a.test/in/2", "http://a.test/in/3"} {
		h.entry(u, aranea.StateExcluded, aranea.OperatorRemoved)
		if by, out := h.f.Removed(parse(t, u)); !out || by != of.String() {
			t.Errorf("%s: removed %v by %q", u, out, by)
		}
	}
	if _, out := h.f.Removed(parse(t, "http://a.test/out")); out {
		t.Error("what is not named is removed")
	}
	h.one(start, "http://a.test/out")
}

// queuedAgain: visited pages are visited again on request, once, and as if they had never been
// visited if their documents were lost.
func queuedAgain(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	h.visitAll(start)
	h.add(start, found(t, "http://a.test/3", 0))
	var ids []weburl.ID
	for _, u := range []string{"http://a.test/1", "http://a.test/1", "http://a.test/3", "http://a.test/unknown"} {
		ids = append(ids, parse(t, u).ID())
	}
	for range 2 { // a repeated request changes nothing
		if _, err := h.f.Requeue(t.Context(), start, ids, "its site says so", false); err != nil {
			t.Fatal(err)
		}
		if e := h.entry("http://a.test/1", aranea.StateDone, aranea.IndexAdded); !e.Again || !e.Indexed {
			t.Errorf("to be visited again: %+v", e)
		}
	}
	h = hand{t, s.Open(t, Options{})}
	if got := h.visitAll(start); !slices.Equal(got, []string{"http://a.test/1", "http://a.test/3"}) {
		t.Errorf("visited were %v", got)
	}
	if n, err := h.f.Requeue(t.Context(), start, ids[:1], "it was lost", true); n != 1 || err != nil {
		t.Errorf("%d queued anew, %v", n, err)
	}
	if e := h.entry("http://a.test/1", aranea.StateQueued, aranea.ScheduleQueued); e.Again || e.Indexed || e.Visits != 2 {
		t.Errorf("queued anew: %+v", e)
	}
	h.count(aranea.CountIndexed, 2)
	h.one(start, "http://a.test/1")
}

// namedFirst: what is named comes before all others of its host, previously visited pages first,
// also if it was found before, and until it was requested once.
func namedFirst(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/old")
	h.visitAll(start)
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	named := found(t, "http://a.test/new", 9)
	named.Priority = aranea.PriorityNamed
	h.add(start, named)
	ids := []weburl.ID{parse(t, "http://a.test/3").ID(), parse(t, "http://a.test/old").ID()}
	for _, want := range []int{1, 0} { // what waits is not queued again, and is named once
		if n, err := h.f.Requeue(t.Context(), start, ids, "its site says so", false); n != want || err != nil {
			t.Errorf("%d queued, want %d; %v", n, want, err)
		}
	}
	h = hand{t, s.Open(t, Options{})}
	h.commit(start, done(h.one(start, "http://a.test/old"), start))
	failed := h.one(start, "http://a.test/3")
	o := done(failed, start)
	o.Entry, o.Entry.Attempts = failed.Entry, 1
	h.commit(start, o)
	for _, path := range []string{"new", "1", "2", "3"} {
		h.commit(start, done(h.one(start, "http://a.test/"+path), start))
	}
}

// namedWhileDenied: a URL that was named while its robots file denied it, and was never visited,
// is not queued, and known as named when the file opens it.
func namedWhileDenied(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	h.commit(start, changed(h.one(start, "http://a.test/robots.txt")))
	h.redecide("http://a.test", shut)
	ids := []weburl.ID{parse(t, "http://a.test/2").ID()}
	for range 2 {
		if n, err := h.f.Requeue(t.Context(), start, ids, "named", false); n != 0 || err != nil {
			t.Errorf("%d were queued, %v", n, err)
		}
	}
	h = hand{t, s.Open(t, Options{})}
	h.redecide("http://a.test", func(e *aranea.Entry) []aranea.Event {
		if e.Named != (e.URL.Path() == "/2") {
			t.Errorf("%s is named: %t", e.URL, e.Named)
		}
		if e.Named {
			e.Priority = aranea.PriorityNamed
		}
		return reopen(e)
	})
	for _, path := range []string{"2", "1", "3"} {
		h.commit(start, done(h.one(start, "http://a.test/"+path), start))
	}
}

// reexamined: pages of one origin are queued or left out by what was learned of it, in the order
// of their IDs; of lists those that were left out as traps.
func reexamined(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://b.test/1")
	h.visitAll(start)
	var ids []weburl.ID
	for e, err := range h.f.Entries(t.Context(), "http://a.test", weburl.ID{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.URL.ID())
	}
	for e, err := range h.f.Entries(t.Context(), "http://a.test", ids[1]) {
		if err != nil || len(ids) != 3 || e.URL.ID() != ids[2] {
			t.Errorf("of %d entries the one behind the second is %s, %v", len(ids), e.URL, err)
		}
	}
	var docs []aranea.IndexChange
	for behind, more := (weburl.ID{}), true; more; more = !behind.IsZero() {
		var err error
		behind, err = h.f.Reexamine(t.Context(), start, "http://a.test", behind, func(e *aranea.Entry) (step aranea.Event, instead string, changes bool) {
			switch e.URL.Path() {
			case "/1":
				return aranea.Event{At: start, Reason: aranea.ScopeTrap, Detail: "a calendar"}, "http://a.test/", true
			case "/2":
				return aranea.Event{At: start, Reason: aranea.ScheduleQueued}, "", true
			}
			return step, "", false
		}, func(_ context.Context, c []aranea.IndexChange) error {
			docs = append(docs, c...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(docs) != 1 || docs[0].Action != aranea.IndexDelete || docs[0].URL.Path() != "/1" {
		t.Errorf("documents %+v", docs)
	}
	h = hand{t, s.Open(t, Options{})}
	if e := h.entry("http://a.test/1", aranea.StateExcluded, aranea.ScopeTrap); e.Detail != "a calendar" || e.Target != "http://a.test/" || e.Indexed {
		t.Errorf("left out: %+v", e)
	}
	h.entry("http://b.test/1", aranea.StateDone, aranea.IndexAdded)
	h.one(start, "http://a.test/2")
	feed, list := found(t, "http://c.test/feed", 0), found(t, "http://c.test/list", 0)
	feed.Kind, feed.Reason = aranea.KindSitemap, aranea.ScopeTrap
	list.Kind, list.Reason = aranea.KindSitemap, aranea.ScopeHost
	h.add(start, feed, list)
	if _, err := h.f.Reexamine(t.Context(), start, "http://c.test", weburl.ID{}, func(*aranea.Entry) (aranea.Event, string, bool) {
		return aranea.Event{At: start, Reason: aranea.ScheduleQueued}, "", true
	}, func(context.Context, []aranea.IndexChange) error { return nil }); err != nil {
		t.Fatal(err)
	}
	h.entry("http://c.test/feed", aranea.StateQueued, aranea.ScheduleQueued)
	h.entry("http://c.test/list", aranea.StateExcluded, aranea.ScopeHost)
}

// overview: the number of hosts, the time that the queue needs, and the hosts in trouble.
func overview(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{Delay: 2 * time.Second})}
	h.seed(start, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://b.test/1", "http://c.test/1", "http://c.test/2")
	out := found(t, "http://d.test/", 0)
	out.Reason = aranea.ScopeHost
	h.add(start, out)
	if asked, known := h.f.HostTotals(); asked != 0 || known != 4 {
		t.Errorf("%d hosts asked, %d known", asked, known)
	}
	ls, _ := h.lease(start, 10)
	for _, l := range ls {
		o := done(l, start)
		switch l.Entry.URL.Host() {
		case "b.test":
			o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: start.Add(time.Hour)}
		case "c.test":
			o = unsent(l)
			o.Barred, o.Events = true, []aranea.Event{{At: start, Reason: aranea.NetGuard}}
		}
		h.commit(start, o)
	}
	if got := h.f.TimeLeft(start); got < 6*time.Second || got > 8*time.Second { // three pages, and the delay after the robots file if it is known
		t.Errorf("the queue needs %s", got)
	}
	for max, want := range []int{0, 1, 2, 2} {
		all, err := h.f.Troubles(t.Context(), max)
		if err != nil || all.Hosts != 2 || all.Queued != 3 || all.Barred != 2 || len(all.List) != want {
			t.Fatalf("troubles %+v, %v", all, err)
		}
		if want == 2 && (all.List[0].Origin != "http://c.test" || all.List[0].Reason != aranea.NetGuard || all.List[1].Reason != aranea.RobotsUnreachable) {
			t.Errorf("troubles %+v", all.List)
		}
	}
	h = hand{t, s.Open(t, Options{Delay: 2 * time.Second})}
	if asked, known := h.f.HostTotals(); asked != 2 || known != 4 {
		t.Errorf("%d hosts asked, %d known", asked, known)
	}
	if all, err := h.f.Troubles(t.Context(), 9); err != nil || all.Barred != 0 || all.Hosts != 1 {
		t.Errorf("the next process asks hosts anew that the network rules refused: %+v, %v", all, err)
	}
}

// twoClients: a client that opened the state earlier writes nothing that the current one sees,
// whatever its calls return.
func twoClients(t *testing.T, s State) {
	old := hand{t, s.Open(t, Options{})}
	old.seed(start, "http://a.test/1")
	l := old.one(start, "http://a.test/robots.txt")
	h := hand{t, s.Open(t, Options{})}
	again := h.one(start, "http://a.test/robots.txt")
	fencedOut := func() {
		t.Helper()
		h.count(aranea.CountRequests, 0)
		if _, known, err := h.f.EntryByID(parse(t, "http://late.test/").ID()); known || err != nil {
			t.Errorf("what he found is known: %v, %v", known, err)
		}
	}
	_, _ = old.f.Commit(t.Context(), start, []aranea.Outcome{done(l, start, found(t, "http://late.test/", 1))})
	fencedOut()
	h.commit(start, done(again, start))
	h.one(start, "http://a.test/1")
}

// brokenDisk: what cannot be written is not acknowledged, no call succeeds after that, and the
// next process continues from the earlier state.
func brokenDisk(t *testing.T, s State) {
	h := hand{t, s.Open(t, Options{})}
	h.seed(start, "http://a.test/1", "http://a.test/2")
	h.commit(start, done(h.one(start, "http://a.test/robots.txt"), start))
	l := h.one(start, "http://a.test/1")
	s.Break(t)
	nothing := func(context.Context, []aranea.IndexChange) error { return nil }
	_, commit := h.f.Commit(t.Context(), start, []aranea.Outcome{done(l, start, found(t, "http://b.test/", 1))})
	_, add := h.f.Add(t.Context(), start, []aranea.Discovery{found(t, "http://c.test/", 1)})
	_, _, lease := h.f.Lease(t.Context(), start, 10)
	did := aranea.RobotsChange{Origin: "http://a.test"}
	_, redecide := h.f.Redecide(t.Context(), start, &did, weburl.ID{}, 0, shut, nothing)
	for what, err := range map[string]error{"commit": commit, "add": add, "lease": lease, "redecide": redecide} {
		if err == nil {
			t.Errorf("%s was acknowledged", what)
		}
	}
	h = hand{t, s.Open(t, Options{})}
	h.count(aranea.CountRequests, 1)
	h.count(aranea.CountQueued, 2)
	for _, u := range []string{"http://b.test/", "http://c.test/"} {
		if _, known, err := h.f.EntryByID(parse(t, u).ID()); known || err != nil {
			t.Errorf("%s is known: %v, %v", u, known, err)
		}
	}
	if got := h.visitAll(start); !slices.Equal(got, []string{"http://a.test/1", "http://a.test/2"}) {
		t.Errorf("visited were %v", got)
	}
}
