package frontier

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// claimed makes a claim that must be granted at once.
func claimed(t *testing.T, f *Frontier, now time.Time, o weburl.Origin) Claim {
	t.Helper()
	c, err := f.Claim(t.Context(), now, o, time.Minute)
	if err != nil || c.Busy != nil || !c.SendAfter.Equal(now) {
		t.Fatalf("claim at +%s: %+v, %v", now.Sub(t0), c, err)
	}
	return c
}

func endClaim(t *testing.T, f *Frontier, o weburl.Origin, c Claim, answered time.Time) {
	t.Helper()
	if err := f.EndClaim(t.Context(), o, c.SendBefore, answered); err != nil {
		t.Fatal(err)
	}
}

// TestRestWithoutDelay: rest that an answer asks for also applies to a host without a delay, and
// survives a restart; an answer that asks for nothing delays nobody.
func TestRestWithoutDelay(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	c := claimed(t, f, t0, "http://a.test")
	endClaim(t, f, "http://a.test", c, t0.Add(time.Second))
	c = claimed(t, f, t0, "http://a.test")
	endClaim(t, f, "http://a.test", c, time.Time{})
	c = claimed(t, f, t0, "http://a.test")
	endClaim(t, f, "http://a.test", c, t0.Add(time.Hour))
	for range 2 {
		d, err := f.Claim(t.Context(), t0.Add(time.Second), "http://a.test", time.Minute)
		if err != nil || !d.SendBefore.IsZero() || !d.SendAfter.Equal(t0.Add(time.Hour)) {
			t.Errorf("a claim within the rest: %+v, %v", d, err)
		}
		f = open(t, kv, Options{})
	}
	seed(t, f, "http://a.test/1")
	none(t, f, t0.Add(time.Second), t0.Add(time.Hour))
	one(t, f, t0.Add(time.Hour), "http://a.test/robots.txt")
}

// TestRestOfLateAnswer: an answer that comes when another claim has been granted makes the host
// rest, whatever the end of the other claim says, and leaves the other claim out.
func TestRestOfLateAnswer(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second})
	a := claimed(t, f, t0, "http://a.test")
	b := claimed(t, f, t0.Add(6*time.Second), "http://a.test")
	endClaim(t, f, "http://a.test", a, t0.Add(time.Hour))
	c, err := f.Claim(t.Context(), t0.Add(7*time.Second), "http://a.test", time.Minute)
	if err != nil || c.Busy == nil {
		t.Fatalf("a claim beside another: %+v, %v", c, err)
	}
	endClaim(t, f, "http://a.test", b, t0.Add(8*time.Second))
	select {
	case <-c.Busy:
	default:
		t.Error("who waits for the other claim is not woken by its end")
	}
	seed(t, f, "http://a.test/1")
	none(t, f, t0.Add(30*time.Second), t0.Add(time.Hour+time.Second))
}

// TestEndOfAnotherClaim: it grants no further claim beside the one that is out.
func TestEndOfAnotherClaim(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second})
	a := claimed(t, f, t0, "http://a.test")
	b := claimed(t, f, t0.Add(6*time.Second), "http://a.test")
	endClaim(t, f, "http://a.test", a, t0.Add(6*time.Second))
	c, err := f.Claim(t.Context(), t0.Add(7*time.Second), "http://a.test", time.Minute)
	if err != nil || c.Busy == nil || !c.SendAfter.Equal(t0.Add(12*time.Second)) {
		t.Errorf("beside another: %+v, %v", c, err)
	}
	endClaim(t, f, "http://a.test", b, t0.Add(8*time.Second))
	claimed(t, f, t0.Add(9*time.Second), "http://a.test")
}

// TestClaimsLeaveMemory: a claim whose client was killed keeps its host in memory until the
// request can no longer be under way, and its clock is kept.
func TestClaimsLeaveMemory(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second, SendBudget: 5 * time.Second})
	for i := range 100 {
		claimed(t, f, t0.Add(time.Duration(i)*time.Second), weburl.Origin(fmt.Sprintf("http://h%d.test", i)))
	}
	if n := len(f.hosts); n != 6 {
		t.Errorf("%d hosts in memory, and 6 claims may be under way", n)
	}
	none(t, f, t0.Add(104*time.Second), time.Time{})
	if n := len(f.hosts); n != 1 {
		t.Errorf("%d hosts in memory beside the last", n)
	}
	if ls, wake := lease(t, f, t0.Add(105*time.Second), 1); len(ls) > 0 || !wake.IsZero() || len(f.hosts)+f.paces.Len()+len(f.claims) != 0 {
		t.Errorf("%d hosts, %d paces, %d claims in memory", len(f.hosts), f.paces.Len(), len(f.claims))
	}
	if c, err := f.Claim(t.Context(), t0.Add(104*time.Second), "http://h99.test", 0); err != nil || !c.SendAfter.Equal(t0.Add(105*time.Second)) {
		t.Errorf("what left memory: %+v, %v", c, err)
	}
}

// TestClaimGoesToItsAddress: a claim goes to the address at which it was spaced from others, as
// long as that was looked up recently.
func TestClaimGoesToItsAddress(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Addresses: true, Delay: time.Second})
	seed(t, f, "http://a.test/1")
	commit(t, f, t0, resolve(one(t, f, t0, "http://a.test/robots.txt"), "192.0.2.1", "192.0.2.2"))
	later := t0.Add(schedule.AddressLife)
	for _, tt := range []struct {
		at   time.Time
		want string
	}{{t0.Add(time.Minute), "192.0.2.1"}, {later, "invalid IP"}} {
		c := claimed(t, f, tt.at, "http://a.test")
		endClaim(t, f, "http://a.test", c, tt.at)
		if c.Route.Address.String() != tt.want {
			t.Errorf("at +%s the claim goes to %s, want %s", tt.at.Sub(t0), c.Route.Address, tt.want)
		}
	}
}

// TestClockBesideAddressesThatAreNotStored: a host that leaves memory with the addresses found
// for a claim that was not granted keeps its clock, which another claim has moved and stored.
func TestClockBesideAddressesThatAreNotStored(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://a.test")
	f := open(t, memstore.New(), Options{Delay: time.Minute, SendBudget: 5 * time.Second, Addresses: true})
	ask := func(now time.Time, found aranea.Resolution) Claim {
		t.Helper()
		c, err := f.ClaimResolved(t.Context(), now, o, 0, found, true)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := ask(t0, aranea.Resolution{Failure: aranea.NetDNS})
	found := aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}
	if c := ask(t0.Add(time.Second), found); first.SendBefore.IsZero() || !c.SendBefore.IsZero() {
		t.Fatalf("%+v, and then %+v", first, c)
	}
	endClaim(t, f, o, first, first.SendBefore)
	if c := ask(first.SendBefore, found); len(f.hosts) > 0 || !c.SendBefore.IsZero() || !c.SendAfter.Equal(first.SendBefore.Add(time.Minute)) {
		t.Errorf("when the answer has come: %+v with %d hosts in memory", c, len(f.hosts))
	}
}

// TestClaimAtNewAddress: a claim to a name that was not looked up waits for a look-up, and is
// spaced from others at its address before it is granted, also after a restart.
func TestClaimAtNewAddress(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), t.Context()
	opt := Options{Delay: time.Second, SendBudget: 5 * time.Second, Addresses: true}
	f := open(t, kv, opt)
	found := aranea.Resolution{Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}
	last := t0
	for n, o := range []weburl.Origin{"http://a.test", "http://b.test", "http://c.other.test"} {
		if c, err := f.Claim(ctx, t0, o, time.Minute); err != nil || !c.LookUp || !c.SendBefore.IsZero() {
			t.Fatalf("%s: %+v, %v", o, c, err)
		}
		c, err := f.ClaimResolved(ctx, t0, o, time.Minute, found, false)
		if err != nil || c.Route.Address != found.Addresses[0] || c.SendBefore.IsZero() || c.Spacing.Apart != schedule.Apart(time.Second, time.Second, true) {
			t.Fatalf("%s: %+v, %v", o, c, err)
		}
		if gap := c.SendAfter.Sub(last); n > 0 && gap < time.Second {
			t.Errorf("%s: %s after another of its address", o, gap)
		}
		last = c.SendAfter
		f = open(t, kv, opt) // killed while the request is under way
	}
	if c, err := f.Claim(ctx, t0.Add(time.Hour), "http://a.test", time.Minute); err != nil || !c.LookUp {
		t.Errorf("an hour later: %+v, %v", c, err)
	}
	none := aranea.Resolution{Failure: aranea.NetDNS}
	if c, err := f.ClaimResolved(ctx, t0.Add(time.Hour), "http://d.test", time.Minute, none, true); err != nil || c.LookUp || c.Route.Address.IsValid() || c.SendBefore.IsZero() {
		t.Errorf("without an address: %+v, %v", c, err)
	}
}
