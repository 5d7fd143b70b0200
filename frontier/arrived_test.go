package frontier

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
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
