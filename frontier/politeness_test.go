package frontier

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store/memstore"
)

// one leases exactly one entry.
func one(t testing.TB, f *Frontier, now time.Time, want string) aranea.Lease {
	t.Helper()
	ls, wake := lease(t, f, now, 10)
	if len(ls) != 1 || ls[0].Entry.URL.String() != want {
		t.Fatalf("at +%s %d leases %+v (wake +%s), want %s", now.Sub(t0), len(ls), ls, wake.Sub(t0), want)
	}
	return ls[0]
}

// none checks that nothing is free before wake.
func none(t testing.TB, f *Frontier, now, wake time.Time) {
	t.Helper()
	ls, got := lease(t, f, now, 10)
	if len(ls) != 0 || !got.Equal(wake) {
		t.Fatalf("at +%s %d leases %+v, wake +%s, want none and +%s", now.Sub(t0), len(ls), ls, got.Sub(t0), wake.Sub(t0))
	}
}

// robotsWith returns the outcome of a robots visit after which the host has a delay.
func robotsWith(l aranea.Lease, now time.Time, delay time.Duration) aranea.Outcome {
	o := done(l, now)
	o.Asked, o.AskedBy, o.Wished = delay, "crawl-delay", true
	o.Reached = now
	return o
}

// TestLongestDelayOfAName: http and https have separate robots files, but share the host and its
// delay.
func TestLongestDelayOfAName(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "https://a.test/z")
	commit(t, f, t0, robotsWith(one(t, f, t0, "https://a.test/robots.txt"), t0, 10*time.Second))
	seed(t, f, "http://a.test/x", "http://a.test/y")
	now := t0.Add(10 * time.Second)
	last := now.Add(-time.Hour)
	for range 4 { // the robots file of http, two pages there, one of https, in some order
		ls, wake := lease(t, f, now, 10)
		if len(ls) == 0 {
			now = wake
			ls, _ = lease(t, f, now, 10)
		}
		if len(ls) != 1 || now.Sub(last) < 10*time.Second {
			t.Fatalf("%d leases %s after the last", len(ls), now.Sub(last))
		}
		if hold := ls[0].SendBefore.Add(10 * time.Second); f.hosts["a.test"].next().Time().Before(hold) {
			t.Errorf("%s holds the name until %s, want %s", ls[0].Entry.URL, f.hosts["a.test"].next().Time(), hold)
		}
		last = now
		commit(t, f, now, done(ls[0], now)) // http asks for one second only
	}
	if n := f.Stats().Loaded; n != 0 {
		t.Errorf("%d hosts in memory", n)
	}
	seed(t, f, "http://a.test/later")
	none(t, f, last, last.Add(10*time.Second))
}

// TestLongerDelayCountsFromNow: a request without a delay leaves no trace in the clock of its
// host; a delay that its robots file sets meanwhile counts from when that is known.
func TestLongerDelayCountsFromNow(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x")
	l := one(t, f, t0, "http://a.test/robots.txt")
	if c, err := f.Claim(t.Context(), t0.Add(2*time.Second), "http://a.test", 0); err != nil || c.SendBefore.IsZero() {
		t.Fatalf("%+v, %v", c, err)
	}
	o, now := robotsWith(l, t0, 5*time.Second), t0.Add(3*time.Second)
	commit(t, f, now, o)
	none(t, f, now, now.Add(5*time.Second))
}

func TestClockIsDurableBeforeTheLease(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: time.Second})
	seed(t, f, "http://a.test/x")
	l := one(t, f, t0, "http://a.test/robots.txt")
	if want := t0.Add(DefaultSendBudget); !l.SendBefore.Equal(want) {
		t.Errorf("the request may leave until %s, want %s", l.SendBefore, want)
	}
	again := open(t, kv, Options{Delay: time.Second}) // as after kill -9
	free := l.SendBefore.Add(time.Second)
	none(t, again, t0, free)
	none(t, again, free.Add(-time.Microsecond), free)
	one(t, again, free, "http://a.test/robots.txt")
	h, ok, err := again.Host("http://a.test")
	if err != nil || !ok || !h.NextAllowed.Equal(free.Add(DefaultSendBudget+time.Second)) {
		t.Errorf("host %+v, %v, %v", h, ok, err)
	}
}

// TestClockSetBackIsStoredOnLeaving: an outcome frees its host earlier than the lease had
// reserved. A process that opens the store after a crash waits for the reservation, and after
// Close no longer than the same process would.
func TestClockSetBackIsStoredOnLeaving(t *testing.T) {
	t.Parallel()
	for _, crash := range []bool{true, false} {
		kv := memstore.New()
		f := open(t, kv, Options{Delay: time.Second})
		seed(t, f, "http://a.test/x", "http://a.test/y")
		commit(t, f, t0, robotsWith(one(t, f, t0, "http://a.test/robots.txt"), t0, 0))
		free := t0.Add(time.Second)
		if h, _, err := f.Host("http://a.test"); err != nil || !h.NextAllowed.Equal(free) {
			t.Errorf("the host is free at %s, %v", h.NextAllowed, err)
		}
		if crash {
			free = free.Add(DefaultSendBudget)
		} else if err := f.storeAtClose(); err != nil {
			t.Fatal(err)
		}
		f = open(t, kv, Options{Delay: time.Second})
		none(t, f, t0, free)
		one(t, f, free, "http://a.test/x")
	}
}

// TestRobotsRedirectKeepsTheOtherHostsPace: the robots file of a redirects to b, which asks for
// ten seconds.
func TestRobotsRedirectKeepsTheOtherHostsPace(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://b.test/x")
	commit(t, f, t0, robotsWith(one(t, f, t0, "http://b.test/robots.txt"), t0, 10*time.Second))
	now := t0.Add(10 * time.Second)
	page := one(t, f, now, "http://b.test/x")
	commit(t, f, now, done(page, now)) // b has no work left and leaves memory
	if n := f.Stats().Loaded; n != 0 {
		t.Fatalf("%d hosts in memory", n)
	}
	seed(t, f, "http://a.test/y")
	first := one(t, f, now, "http://a.test/robots.txt")
	o := done(first, now)
	o.Robots, o.Entry.URL, o.Entry.Hops = nil, parse(t, "http://b.test/shared/robots.txt"), 1
	commit(t, f, now, o)
	none(t, f, now, now.Add(10*time.Second))
	now = now.Add(10 * time.Second)
	hop := one(t, f, now, "http://b.test/shared/robots.txt")
	if hop.Host.Origin != "http://a.test" || hop.Entry.Hops != 1 {
		t.Errorf("the lease %+v is not for a.test", hop)
	}
	// Not sent: the next lease is for the same URL.
	o = aranea.Outcome{Lease: hop.ID, Entry: hop.Entry, Host: hop.Host}
	commit(t, f, now, o)
	hop = one(t, f, now, "http://b.test/shared/robots.txt")
	commit(t, f, now, done(hop, now))
	seed(t, f, "http://b.test/z")
	one(t, f, now, "http://a.test/y") // a was not requested just now
	none(t, f, now, now.Add(10*time.Second))
}

// TestUnreachableRobotsPutTheHostOff: its entries stay in the queue.
func TestUnreachableRobotsPutTheHostOff(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: time.Second})
	seed(t, f, "http://a.test/x", "http://a.test/y")
	l := one(t, f, t0, "http://a.test/robots.txt")
	retry := t0.Add(time.Minute)
	o := done(l, t0)
	o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: retry, Detail: "no answer"}
	commit(t, f, t0, o)
	none(t, f, t0.Add(30*time.Second), retry)
	f = open(t, kv, Options{Delay: time.Second})
	none(t, f, t0.Add(30*time.Second), retry)
	e, ok, err := f.Entry(parse(t, "http://a.test/x"))
	if err != nil || !ok || e.Reason != aranea.RobotsUnreachable || !e.Due.Equal(retry) {
		t.Errorf("entry %+v, %v, %v", e, ok, err)
	}
	commit(t, f, retry, done(one(t, f, retry, "http://a.test/robots.txt"), retry))
	if e, _, _ := f.Entry(parse(t, "http://a.test/x")); e.Reason != aranea.ScheduleQueued {
		t.Errorf("with robots rules the entry is %s", e.Reason)
	}
	one(t, f, retry.Add(time.Second), "http://a.test/x")
}

// TestDeadHostRests: nothing was sent, but plan asks for rest.
func TestDeadHostRests(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x", "http://a.test/y")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	l := one(t, f, t0, "http://a.test/x")
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
	o.Host.Failures, o.Host.NextAllowed = 3, t0.Add(30*time.Second)
	commit(t, f, t0, o)
	none(t, f, t0, t0.Add(30*time.Second))
	if h, _, _ := f.Host("http://a.test"); h.Failures != 3 {
		t.Errorf("host %+v", h)
	}
}

// TestEarlierOutcomeDoesNotShortenARest: two requests to a fast host are under way; one answer
// asks for rest.
func TestEarlierOutcomeDoesNotShortenARest(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{PerHost: 2})
	seed(t, f, "http://a.test/x", "http://a.test/y", "http://a.test/z")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	ls, _ := lease(t, f, t0, 10)
	if len(ls) != 2 {
		t.Fatalf("%d leases, want 2", len(ls))
	}
	o := done(ls[0], t0)
	o.Host.NextAllowed = t0.Add(time.Minute)
	commit(t, f, t0, o)
	commit(t, f, t0, done(ls[1], t0))
	none(t, f, t0, t0.Add(time.Minute))
}

// TestClockSetBack: the machine's clock jumps an hour back while an entry waits.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	retry := func(now, due time.Time) {
		t.Helper()
		l := one(t, f, now, "http://a.test/x")
		o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true}
		o.Entry.Due = due
		commit(t, f, now, o)
		none(t, f, now, due)
	}
	retry(t0, t0.Add(time.Hour))
	retry(t0.Add(time.Hour), t0.Add(2*time.Hour))
	back := t0.Add(90 * time.Minute)
	l := one(t, f, t0.Add(2*time.Hour), "http://a.test/x")
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true}
	o.Entry.Due = back.Add(time.Minute)
	commit(t, f, back, o)
	none(t, f, back, back.Add(time.Minute))
	one(t, f, back.Add(time.Minute), "http://a.test/x")
}
