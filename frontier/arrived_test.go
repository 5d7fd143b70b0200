package frontier

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestArrivedFreesTheHost: once the request of a visit that continues has arrived, its host can
// be claimed and leased after its delay, and the outcome does not change that.
func TestArrivedFreesTheHost(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/1", "http://a.test/2")
	commit(t, f, t0, robotsWith(one(t, f, t0, "http://a.test/robots.txt"), t0, 0))
	now := t0.Add(time.Second)
	l := one(t, f, now, "http://a.test/1")
	if c, err := f.Claim(t.Context(), now, "http://a.test", time.Minute); err != nil || c.Busy == nil {
		t.Fatalf("before: claim %+v, %v", c, err)
	}
	if err := f.Arrived(t.Context(), l.ID, now, l.Host); err != nil {
		t.Fatal(err)
	}
	c, err := f.Claim(t.Context(), now, "http://a.test", time.Minute)
	if err != nil || !c.SendAfter.Equal(now.Add(time.Second)) {
		t.Fatalf("claim %+v, %v; want it a second later", c, err)
	}
	if err := f.EndClaim(t.Context(), "http://a.test", c.SendBefore, c.SendAfter); err != nil {
		t.Fatal(err)
	}
	none(t, f, now.Add(time.Second), now.Add(2*time.Second))
	second := one(t, f, now.Add(2*time.Second), "http://a.test/2")
	commit(t, f, now.Add(2*time.Second), done(l, now))
	if err := f.Arrived(t.Context(), l.ID, now.Add(time.Hour), l.Host); err != nil { // its lease has ended
		t.Fatal(err)
	}
	commit(t, f, now.Add(2*time.Second), done(second, now.Add(2*time.Second)))
	if h, _, err := f.Host("http://a.test"); err != nil || !h.NextAllowed.Equal(now.Add(3*time.Second)) {
		t.Errorf("the host is free at %s, %v", h.NextAllowed, err)
	}
}

// TestRefusalLengthensTheDelay: while a host rests for longer because it refused requests, its delay is longer, also for
// the next process. A visit that was under way at the refusal does not undo it, and a later good one does.
func TestRefusalLengthensTheDelay(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: schedule.NoDelay, PerHost: 8})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	commit(t, f, t0, robotsWith(one(t, f, t0, "http://a.test/robots.txt"), t0, 0))
	leases, _, err := f.Lease(t.Context(), t0, 3)
	if err != nil || len(leases) != 3 {
		t.Fatal(leases, err)
	}
	refused, good := leases[0], leases[1]
	after := schedule.After(refused.Host, &aranea.Fetched{Status: 429, Sent: t0, Ended: t0}, false, t0)
	if err := f.Arrived(t.Context(), refused.ID, t0, after); err != nil {
		t.Fatal(err)
	}
	delay := func() time.Duration {
		h, _, err := f.Host("http://a.test")
		if err != nil {
			t.Fatal(err)
		}
		return h.Delay
	}
	commit(t, f, t0.Add(time.Second), done(refused, t0), done(good, t0.Add(time.Second)))
	if delay() != 250*time.Millisecond {
		t.Errorf("after a page that was under way the delay is %s", delay())
	}
	if f = open(t, kv, Options{Delay: schedule.NoDelay, PerHost: 8}); delay() != 250*time.Millisecond {
		t.Errorf("the next process has a delay of %s", delay())
	}
	later := t0.Add(time.Hour)
	l := one(t, f, later, "http://a.test/3")
	o := done(l, later)
	o.Host = schedule.After(l.Host, &aranea.Fetched{Status: 200, Sent: later, Ended: later}, false, later)
	if commit(t, f, later, o); delay() != 0 {
		t.Errorf("an hour later the delay is %s", delay())
	}
}

// TestRecheckOfAnUnknownOrigin: the robots file of an origin that nothing links to is visited
// like any other.
func TestRecheckOfAnUnknownOrigin(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	if err := f.Recheck(t.Context(), []weburl.Origin{"http://cdn.test"}); err != nil {
		t.Fatal(err)
	}
	l := one(t, f, t0, "http://cdn.test/robots.txt")
	if l.Entry.Kind != aranea.KindRobots {
		t.Errorf("lease %+v", l)
	}
	commit(t, f, t0, robotsWith(l, t0, 0))
	if _, found, err := f.Robots("http://cdn.test"); err != nil || !found {
		t.Errorf("no copy is kept: %v", err)
	}
	none(t, f, t0.Add(time.Minute), time.Time{})
}
