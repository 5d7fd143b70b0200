package frontier

import (
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

var nobody = aranea.Resolution{Failure: aranea.NetDNS, Detail: "no such host"}

// TestClaimOfDeadName: a name without an address is not looked up again for a claim for some
// time, which doubles each time, also after a restart, and nothing is claimed; a claim that
// would have to wait causes no look-up either, and an address ends all that.
func TestClaimOfDeadName(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://dead.zone.test")
	kv, ctx, now := memstore.New(), t.Context(), t0
	opt := Options{Delay: time.Second, SendBudget: 5 * time.Second, Addresses: true}
	f := open(t, kv, opt)
	claim := func(at time.Time) Claim {
		t.Helper()
		c, err := f.Claim(ctx, at, o, time.Minute)
		if err != nil || !c.SendBefore.IsZero() {
			t.Fatalf("claim at +%s: %+v, %v", at.Sub(t0), c, err)
		}
		return c
	}
	for n := range 10 {
		if c := claim(now); !c.LookUp {
			t.Fatalf("claim %d: %+v", n, c)
		}
		c, err := f.ClaimResolved(ctx, now, o, time.Minute, nobody, false)
		again := now.Add(min(schedule.AddressRetry<<min(n, 7), schedule.AddressLife))
		if err != nil || !c.SendBefore.IsZero() || c.LookUp || c.Route.Detail != nobody.Detail || !c.SendAfter.Equal(again) {
			t.Fatalf("resolved %d: %+v, %v; want it again at %s", n, c, err, again)
		}
		for _, last := range []time.Time{now.Add(time.Second), again.Add(-time.Second)} {
			if f = open(t, kv, opt); n%2 == 0 {
				claim(now)
			}
			if c := claim(last); c.LookUp || c.Route.Failure != aranea.NetDNS || c.Route.Detail == "" || !c.SendAfter.Equal(again) {
				t.Fatalf("claim %d at +%s: %+v", n, last.Sub(t0), c)
			}
		}
		now = again
	}
	if len(f.hosts)+f.paces.Len() > 0 {
		t.Errorf("%d hosts and %d paces in memory", len(f.hosts), f.paces.Len())
	}
	found := aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}
	c, err := f.ClaimResolved(ctx, now, o, time.Minute, found, false)
	if err != nil || c.Route.Address != found.Addresses[0] || !c.SendAfter.Equal(now) {
		t.Fatalf("with an address: %+v, %v", c, err)
	}
	rest := now.Add(2 * schedule.AddressLife)
	endClaim(t, f, o, c, rest)
	if c := claim(now.Add(schedule.AddressLife)); c.LookUp || c.SendAfter.Before(rest) {
		t.Errorf("when the address is old, within the rest: %+v", c)
	}
	if c := claim(rest); !c.LookUp {
		t.Errorf("when the address is old: %+v", c)
	}
}

// TestVisitOfDeadName: a visit looks a dead name up at its own pace, whatever claims have found,
// and claims use what it has found; with anyway, the request is spaced from others to its site.
func TestVisitOfDeadName(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://dead.zone.test")
	ctx := t.Context()
	f := open(t, memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second, Addresses: true})
	now := t0
	for range 3 {
		if _, err := f.ClaimResolved(ctx, now, o, time.Minute, nobody, false); err != nil {
			t.Fatal(err)
		}
		now = now.Add(10 * time.Minute)
	}
	seed(t, f, string(o)+"/1")
	l := one(t, f, now, string(o)+"/robots.txt")
	if !l.LookUp {
		t.Fatalf("lease %+v", l)
	}
	commit(t, f, now, resolve(l))
	if l = one(t, f, now, string(o)+"/robots.txt"); l.LookUp || l.Route.Failure != aranea.NetDNS {
		t.Fatalf("lease %+v", l)
	}
	commit(t, f, now, done(l, now))
	now = now.Add(schedule.AddressRetry)
	if c, err := f.Claim(ctx, now, o, time.Minute); err != nil || c.LookUp || c.Route.Failure != aranea.NetDNS {
		t.Errorf("claim when a visit would look the name up: %+v, %v", c, err)
	}
	c, err := f.ClaimResolved(ctx, now, o, time.Minute, nobody, true)
	if err != nil || c.SendBefore.IsZero() || c.Route != (aranea.Route{}) {
		t.Fatalf("anyway: %+v, %v", c, err)
	}
	d, err := f.ClaimResolved(ctx, now, "http://other.zone.test", time.Minute, nobody, true)
	if err != nil || d.SendAfter.Sub(c.SendAfter) < c.Spacing.Apart {
		t.Errorf("another of the site: %+v, %v", d, err)
	}
}

// TestBarredName: addresses that the network rules bar are not a failure of the name: it is
// looked up again soon, and by the next process at once.
func TestBarredName(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://inside.test")
	kv, ctx, opt := memstore.New(), t.Context(), Options{Delay: time.Second, Addresses: true}
	f := open(t, kv, opt)
	seed(t, f, string(o)+"/1") // so that it stays in memory
	for n := range 3 {
		now := t0.Add(time.Duration(n) * schedule.AddressRetry)
		barred := aranea.Resolution{Failure: aranea.NetGuard, Detail: "a private address"}
		if c, err := f.ClaimResolved(ctx, now, o, time.Minute, barred, false); err != nil || !c.SendAfter.Equal(now.Add(schedule.AddressRetry)) {
			t.Fatalf("%+v, %v", c, err)
		}
		if c, err := f.Claim(ctx, now.Add(time.Second), o, time.Minute); err != nil || c.LookUp || c.Route.Failure != aranea.NetGuard {
			t.Errorf("claim: %+v, %v", c, err)
		}
	}
	f = open(t, kv, opt)
	if c, err := f.Claim(ctx, t0.Add(2*schedule.AddressRetry+time.Second), o, time.Minute); err != nil || !c.LookUp {
		t.Errorf("the next process: %+v, %v", c, err)
	}
}

// TestTryAnew: a host whose robots file could not be requested, because its name had no address,
// is looked up and requested at once when somebody names it, but not before its delay; this
// survives a restart.
func TestTryAnew(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://dead.test")
	kv, opt := memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second, Addresses: true}
	f := open(t, kv, opt)
	seed(t, f, string(o)+"/1")
	commit(t, f, t0, resolve(one(t, f, t0, string(o)+"/robots.txt")))
	at := t0.Add(time.Second)
	failed := done(one(t, f, at, string(o)+"/robots.txt"), at)
	failed.Robots, failed.Host.NextAllowed = &acquire.Copy{Class: acquire.ClassUnreachable, Expires: at.Add(time.Hour)}, at.Add(time.Second)
	commit(t, f, at, failed)
	now := at.Add(10 * time.Second)
	if leases, wake := lease(t, f, now, 1); len(leases) != 0 || !wake.Equal(at.Add(time.Hour)) {
		t.Fatalf("%+v, again at %s", leases, wake)
	}
	if err := f.TryAnew(t.Context(), at, []weburl.Origin{o}, nil); err != nil {
		t.Fatal(err)
	}
	if leases, wake := lease(t, f, at, 1); len(leases) != 0 || wake.After(now) {
		t.Errorf("within its delay: %+v, again at %s", leases, wake)
	}
	if l := one(t, f, now, string(o)+"/robots.txt"); !l.LookUp {
		t.Errorf("in the same process: %+v", l)
	}
	if l := one(t, open(t, kv, opt), now, string(o)+"/robots.txt"); !l.LookUp {
		t.Errorf("in the next: %+v", l)
	}
}

// TestTryPageAnew: a page that waits because the name of its host had no address, while the
// robots file of the host is known, is requested as soon as the host is free when somebody names
// it, and the name is looked up for that; the robots file is not requested again.
func TestTryPageAnew(t *testing.T) {
	t.Parallel()
	const page, other, robots = "http://gone.test/1", "http://gone.test/2", "http://gone.test/robots.txt"
	kv, opt := memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second, Addresses: true}
	f := open(t, kv, opt)
	seed(t, f, page)
	commit(t, f, t0, resolve(one(t, f, t0, robots), "192.0.2.1"))
	commit(t, f, t0, done(one(t, f, t0, robots), t0))
	at := t0.Add(schedule.AddressLife)
	commit(t, f, at, resolve(one(t, f, at, robots)))
	at = at.Add(time.Second)
	failed := done(one(t, f, at, page), at)
	due := at.Add(time.Hour)
	failed.Entry.State, failed.Entry.Reason, failed.Entry.Due, failed.Entry.Attempts = aranea.StateQueued, aranea.ScheduleRetry, due, 2
	failed.Entry.Visits, failed.Entry.Indexed = 0, false
	commit(t, f, at, failed)
	seed(t, f, other)
	commit(t, f, at, done(one(t, f, at.Add(10*time.Second), other), at)) // so that its name need not be looked up
	at = at.Add(11 * time.Second)
	none(t, f, at, due)
	ids := []weburl.ID{parse(t, page).ID(), parse(t, other).ID(), parse(t, "http://never.test/").ID()}
	for range 2 {
		if err := f.TryAnew(t.Context(), at, nil, ids); err != nil {
			t.Fatal(err)
		}
	}
	e, _, err := f.EntryByID(ids[0])
	if err != nil || e.Attempts != 0 || !e.Due.IsZero() {
		t.Errorf("%+v, %v", e, err)
	}
	trail, err := f.Trail(ids[0])
	if n := len(trail); err != nil || n == 0 || trail[n-1].Reason != aranea.ScheduleQueued || n > 1 && trail[n-2].Detail == trail[n-1].Detail {
		t.Errorf("trail %+v, %v", trail, err)
	}
	at = at.Add(10 * time.Second)
	if l := one(t, f, at, robots); !l.LookUp {
		t.Errorf("in the same process: %+v", l)
	}
	if l := one(t, open(t, kv, opt), at, robots); !l.LookUp {
		t.Errorf("in the next: %+v", l)
	}
}
