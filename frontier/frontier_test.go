package frontier

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
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

// open opens a frontier, without a delay unless the options have one.
func open(t testing.TB, kv store.KV, opt Options) *Frontier {
	t.Helper()
	opt.Delay = schedule.Exactly(opt.Delay)
	f, err := Open(context.Background(), kv, opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func seed(t testing.TB, f *Frontier, urls ...string) {
	t.Helper()
	var found []aranea.Discovery
	for _, u := range urls {
		found = append(found, aranea.Discovery{URL: parse(t, u), How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	if _, err := f.Add(context.Background(), t0, found); err != nil {
		t.Fatal(err)
	}
}

func lease(t testing.TB, f *Frontier, now time.Time, n int) ([]aranea.Lease, time.Time) {
	t.Helper()
	ls, wake, err := f.Lease(context.Background(), now, n)
	if err != nil {
		t.Fatal(err)
	}
	return ls, wake
}

func commit(t testing.TB, f *Frontier, now time.Time, o ...aranea.Outcome) {
	t.Helper()
	if _, err := f.Commit(context.Background(), now, o); err != nil {
		t.Fatal(err)
	}
}

// done returns the outcome of a successful visit at instant now.
func done(l aranea.Lease, now time.Time, links ...aranea.Discovery) aranea.Outcome {
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Requests: 1, Links: links}
	o.Reached = now
	if l.Entry.Kind == aranea.KindRobots {
		o.Robots = &acquire.Copy{Class: acquire.ClassRules, Body: []byte("User-agent: *\nDisallow: /no\n"), Expires: now.Add(24 * time.Hour)}
		return o
	}
	o.Entry.State, o.Entry.Reason, o.Entry.Visits, o.Entry.VisitedAt = aranea.StateDone, aranea.IndexAdded, o.Entry.Visits+1, now
	o.Entry.Indexed = true
	return o
}

func TestRobotsFileComesFirst(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/x", "http://a.test/y")
	ls, _ := lease(t, f, t0, 10)
	if len(ls) != 1 || ls[0].Entry.Kind != aranea.KindRobots || ls[0].Entry.URL.String() != "http://a.test/robots.txt" {
		t.Fatalf("first leases %+v", ls)
	}
	if more, _ := lease(t, f, t0, 10); len(more) != 0 {
		t.Fatalf("leased %v while the robots file is under way", more[0].Entry.URL)
	}
	commit(t, f, t0, done(ls[0], t0))
	if ls, wake := lease(t, f, t0, 10); len(ls) != 0 || !wake.Equal(t0.Add(time.Second)) {
		t.Fatalf("inside the delay: %d leases, wake %s", len(ls), wake)
	}
	ls, _ = lease(t, f, t0.Add(time.Second), 10)
	if len(ls) != 1 || ls[0].Entry.URL.String() != "http://a.test/x" {
		t.Fatalf("after the delay: %+v", ls)
	}
	c, ok, err := f.Robots("http://a.test")
	if err != nil || !ok || string(c.Body) != "User-agent: *\nDisallow: /no\n" {
		t.Errorf("stored copy %q, %v, %v", c.Body, ok, err)
	}
}

func TestBreadthFirst(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	add := func(u string, depth uint16) aranea.Discovery {
		return aranea.Discovery{URL: parse(t, u), Depth: depth, Reason: aranea.ScheduleQueued}
	}
	if _, err := f.Add(context.Background(), t0, []aranea.Discovery{add("http://a.test/2", 2), add("http://a.test/1b", 1), add("http://a.test/1a", 1), add("http://a.test/0", 0)}); err != nil {
		t.Fatal(err)
	}
	var order []string
	for range 5 {
		ls, _ := lease(t, f, t0, 1)
		commit(t, f, t0, done(ls[0], t0))
		order = append(order, ls[0].Entry.URL.Target())
	}
	if got := fmt.Sprint(order); got != "[/robots.txt /0 /1b /1a /2]" {
		t.Errorf("order %s", got)
	}
	if ls, wake := lease(t, f, t0, 1); len(ls) != 0 || !wake.IsZero() {
		t.Errorf("an empty frontier leases %d and wakes %s", len(ls), wake)
	}
}

func TestNamesShareAClock(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/", "https://a.test/", "http://a.test:8080/", "http://b.test/")
	ls, _ := lease(t, f, t0, 10)
	names := map[string]int{}
	for _, l := range ls {
		names[l.Entry.URL.Host()]++
	}
	if names["a.test"] != 1 || names["b.test"] != 1 {
		t.Errorf("leases by name %v, want one each", names)
	}
}

func TestUnsentGivesTheInstantBack(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Minute})
	seed(t, f, "http://a.test/no", "http://a.test/yes")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0))
	t1 := t0.Add(time.Minute)
	ls, _ = lease(t, f, t1, 1)
	o := aranea.Outcome{Lease: ls[0].ID, Entry: ls[0].Entry, Host: ls[0].Host}
	o.Entry.State, o.Entry.Reason = aranea.StateExcluded, aranea.RobotsDenied
	commit(t, f, t1, o)
	if ls, wake := lease(t, f, t1, 1); len(ls) != 1 || ls[0].Entry.URL.Target() != "/yes" {
		t.Errorf("after a denial the host rests until %s", wake)
	}
	if n, _ := f.Counts(); n[aranea.CountDenied] != 1 || n[aranea.CountQueued] != 1 {
		t.Errorf("counts %+v", n)
	}
}

func TestRetryWaits(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0))
	ls, _ = lease(t, f, t0, 1)
	o := aranea.Outcome{Lease: ls[0].ID, Entry: ls[0].Entry, Host: ls[0].Host, Sent: true}
	o.Entry.Reason, o.Entry.Attempts, o.Entry.Due = aranea.ScheduleRetry, 1, t0.Add(time.Hour)
	commit(t, f, t0, o)
	if ls, wake := lease(t, f, t0, 1); len(ls) != 0 || !wake.Equal(t0.Add(time.Hour)) {
		t.Fatalf("%d leases, wake %s", len(ls), wake)
	}
	ls, _ = lease(t, f, t0.Add(time.Hour), 1)
	if len(ls) != 1 || ls[0].Entry.Attempts != 1 {
		t.Fatalf("after an hour: %+v", ls)
	}
}

func TestRobotsRedirectIsFollowedPolitely(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/x", "http://b.test/y")
	var toA aranea.Lease
	ls, _ := lease(t, f, t0, 10)
	for _, l := range ls {
		if l.Entry.URL.Host() == "a.test" {
			toA = l
		} else {
			commit(t, f, t0, done(l, t0))
		}
	}
	o := aranea.Outcome{Lease: toA.ID, Entry: toA.Entry, Host: toA.Host, Sent: true}
	o.Entry.URL, o.Entry.Hops = parse(t, "http://b.test/robots.txt"), 1
	o.Host.NextAllowed = t0.Add(time.Second)
	commit(t, f, t0, o)
	if ls, wake := lease(t, f, t0, 10); len(ls) != 0 || !wake.Equal(t0.Add(time.Second)) {
		t.Fatalf("b.test is asked inside its delay: %d leases, wake %s", len(ls), wake)
	}
	ls, _ = lease(t, f, t0.Add(time.Second), 10)
	found := false
	for _, l := range ls {
		if l.Entry.Kind == aranea.KindRobots {
			found = l.Host.Origin == "http://a.test" && l.Entry.Hops == 1 && l.Entry.URL.Host() == "b.test"
		}
	}
	if len(ls) != 1 {
		t.Errorf("%d leases of one host name at once", len(ls))
	}
	if !found {
		commit(t, f, t0.Add(time.Second), done(ls[0], t0.Add(time.Second)))
		ls, _ = lease(t, f, t0.Add(2*time.Second), 10)
		if len(ls) != 1 || ls[0].Host.Origin != "http://a.test" || ls[0].Entry.URL.Host() != "b.test" {
			t.Errorf("the robots file is not asked for at its new place: %+v", ls)
		}
	}
}

func TestScopeExcludedIsQueuedWhenFoundInside(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Memory: 1 << 10})
	ctx := context.Background()
	u := parse(t, "http://a.test/x")
	out := aranea.Discovery{URL: u, Depth: 9, Reason: aranea.ScopeDepth, Detail: "depth 9"}
	in := aranea.Discovery{URL: u, Depth: 2, Reason: aranea.ScheduleQueued}
	if n, err := f.Add(ctx, t0, []aranea.Discovery{out, out}); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if e, ok, err := f.Entry(u); err != nil || !ok || e.Reason != aranea.ScopeDepth || e.Detail != "depth 9" {
		t.Errorf("entry %+v, %v, %v", e, ok, err)
	}
	if n, err := f.Add(ctx, t0, []aranea.Discovery{in, in, out}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if e, _, _ := f.Entry(u); e.State != aranea.StateQueued || e.Depth != 2 {
		t.Errorf("entry %+v", e)
	}
	if n, err := f.Add(ctx, t0, []aranea.Discovery{out, in}); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if n, hosts := f.Counts(); n[aranea.CountQueued] != 1 || n[aranea.CountExcluded] != 0 || hosts != 0 {
		t.Errorf("counts %+v, %d hosts", n, hosts)
	}
}

func TestStaleLeaseIsRefused(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/x")
	ls, _ := lease(t, f, t0, 1)
	again := open(t, kv, Options{})
	_, err := again.Commit(context.Background(), t0, []aranea.Outcome{done(ls[0], t0)})
	if aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a lease of an earlier process: %v", err)
	}
	if ls, _ := lease(t, again, t0, 1); len(ls) != 1 {
		t.Error("the entry is not leased anew")
	}
}

func TestMaxPages(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{PerHost: 4, MaxPages: 3})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4", "http://a.test/5")
	fetched := 0
	for range 10 {
		ls, _ := lease(t, f, t0, 10)
		for _, l := range ls {
			commit(t, f, t0, done(l, t0))
			if l.Entry.Kind == aranea.KindPage {
				fetched++
			}
		}
	}
	if fetched != 3 {
		t.Errorf("%d pages, limit 3", fetched)
	}
}

func TestTwinsAndTrails(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{PerHost: 4})
	seed(t, f, "http://a.test/1", "http://a.test/2")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0))
	ls, _ = lease(t, f, t0, 4)
	fp := aranea.Fingerprint{7}
	for _, l := range ls {
		o := done(l, t0)
		o.Entry.Fingerprint = fp
		o.Events = []aranea.Event{{At: t0, Reason: aranea.HTTPOK, Detail: "status 200"}, {At: t0, Reason: aranea.IndexAdded}}
		commit(t, f, t0, o)
	}
	id, url, found, err := f.Twin(fp)
	if err != nil || !found || id != ls[0].Entry.URL.ID() || url != ls[0].Entry.URL.String() {
		t.Errorf("twin %s %s %v %v", id, url, found, err)
	}
	events, err := f.Trail(id)
	if err != nil || len(events) != 2 || events[0].Detail != "status 200" {
		t.Errorf("trail %+v, %v", events, err)
	}
}
