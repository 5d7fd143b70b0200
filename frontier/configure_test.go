package frontier

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestConfigure: the pace of the next crawl applies to hosts in memory as well: the delay, and
// the permission to request hosts that were refused before.
func TestConfigure(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second})
	seed(t, f, "http://a.test/1", "http://a.test/2")
	f.Configure(Pace{Delay: time.Minute, HostDelays: hostdelay.Delays{"a.test": time.Second}, PerHost: 1})
	if got := f.TimeLeft(t0); got != 2*time.Second {
		t.Errorf("%s are left, want two pages at the delay of their host", got)
	}
	f.Configure(Pace{Delay: 5 * time.Second, PerHost: 1})
	ls, _ := lease(t, f, t0, 1)
	if h := ls[0].Host; h.Delay != 5*time.Second || h.DelayReason != "operator" {
		t.Errorf("delay %v (%s), want 5s (operator)", h.Delay, h.DelayReason)
	}
	barred := done(ls[0], t0)
	barred.Sent, barred.Barred, barred.Robots, barred.Requests = false, true, nil, 0
	barred.Entry.State, barred.Entry.Reason = aranea.StateQueued, aranea.NetGuard
	commit(t, f, t0, barred)
	if ls, _ := lease(t, f, t0.Add(time.Hour), 1); len(ls) != 0 {
		t.Fatalf("%d leases of a refused host", len(ls))
	}
	f.Configure(Pace{Delay: time.Second, HostDelays: hostdelay.Delays{".test": 20 * time.Second}, PerHost: 1})
	if h, _, err := f.Host("http://a.test"); err != nil || h.Delay != 20*time.Second || h.DelayReason != hostdelay.Own {
		t.Errorf("delay %v (%s), %v, want 20s for this host", h.Delay, h.DelayReason, err)
	}
	if ls, _ := lease(t, f, t0.Add(time.Hour), 1); len(ls) != 1 || ls[0].Entry.Kind != aranea.KindRobots {
		t.Errorf("leases after Configure: %v, want the robots file", ls)
	}
}

// TestShorterDelay checks that the delay which a site asks for counts as soon as it is longer than the
// operator's, also if it was shorter when its robots file was read.
func TestShorterDelay(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{Delay: 3 * time.Second})
	seed(t, f, "http://a.test/1")
	ls, _ := lease(t, f, t0, 1)
	o := done(ls[0], t0)
	o.Wished, o.Asked, o.AskedBy = true, 2*time.Second, "crawl-delay"
	commit(t, f, t0, o)
	inForce := func(f *Frontier, want time.Duration, why string) {
		t.Helper()
		if h, _, err := f.Host("http://a.test"); err != nil || h.Delay != want || h.DelayReason != why {
			t.Errorf("delay %v (%s), %v, want %v (%s)", h.Delay, h.DelayReason, err, want, why)
		}
	}
	inForce(f, 3*time.Second, "operator")
	f.Configure(Pace{Delay: time.Minute, HostDelays: hostdelay.Delays{"a.test": 0}, PerHost: 8})
	inForce(f, 2*time.Second, "crawl-delay")
	if ls, _ := lease(t, f, t0.Add(time.Hour), 8); len(ls) != 1 || ls[0].Spacing.Behind != 2*time.Second {
		t.Errorf("%d leases %+v, want one with a space of 2s", len(ls), ls)
	}
	inForce(open(t, kv, Options{Delay: schedule.NoDelay}), 2*time.Second, "crawl-delay")
}
