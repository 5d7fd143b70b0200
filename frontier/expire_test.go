package frontier

import (
	"context"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestLeasesExpire: a lease without an outcome blocks nothing forever, and an outcome that
// comes too late is dropped.
func TestLeasesExpire(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{Delay: time.Second, MaxPages: 1})
	seed(t, f, "http://a.test/1")
	one(t, f, t0, "http://a.test/robots.txt") // its outcome never comes
	late := t0.Add(DefaultSendBudget + 15*time.Minute)
	none(t, f, late.Add(-time.Microsecond), time.Time{})
	commit(t, f, late, done(one(t, f, late, "http://a.test/robots.txt"), late))
	now := late.Add(time.Second)
	lost := one(t, f, now, "http://a.test/1")
	now = now.Add(time.Hour)
	again := one(t, f, now, "http://a.test/1")
	if fenced, err := f.Confirm(context.Background(), now, []aranea.LeaseID{lost.ID, again.ID}); len(fenced) != 1 || fenced[0] != lost.ID || err != nil {
		t.Errorf("fenced are %v, %v", fenced, err)
	}
	commit(t, f, now, done(lost, now)) // dropped
	now = now.Add(14 * time.Minute)    // a confirmed lease does not expire while it is committed
	none(t, f, now, time.Time{})
	wantEntry(t, f, "http://a.test/1", aranea.StateQueued, aranea.ScheduleQueued)
	commit(t, f, now, done(again, now))
	wantEntry(t, f, "http://a.test/1", aranea.StateDone, aranea.IndexAdded)
	if n, _ := f.Counts(); n[aranea.CountRequests] != 2 || n[aranea.CountNew] != 1 {
		t.Errorf("counts %v", n)
	}
	commit(t, f, now, done(lost, now), done(again, now)) // repeated, and dropped again
	if n, _ := f.Counts(); n[aranea.CountRequests] != 2 {
		t.Errorf("an outcome of a lease that has ended counts: %v", n)
	}
	if _, err := f.Confirm(context.Background(), now, []aranea.LeaseID{again.ID + 100}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a lease that was never handed out: %v", err)
	}
	if s := f.Stats(); s.InFlight != 0 || s.Loaded != 0 {
		t.Errorf("left behind: %+v", s)
	}
}

// TestFence: when another process has opened the store, nothing more is written, leases are
// void, and the other's work stays as it is.
func TestFence(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	type deed func(f *Frontier, l aranea.Lease) error
	for what, do := range map[string]deed{
		"commit": func(f *Frontier, l aranea.Lease) error {
			_, err := f.Commit(ctx, t0, []aranea.Outcome{done(l, t0)})
			return err
		},
		"confirm": func(f *Frontier, l aranea.Lease) error {
			_, err := f.Confirm(ctx, t0, []aranea.LeaseID{l.ID})
			return err
		},
		"add": func(f *Frontier, _ aranea.Lease) error {
			_, err := f.Add(ctx, t0, []aranea.Discovery{{URL: parse(t, "http://b.test/")}})
			return err
		},
		"hold": func(f *Frontier, _ aranea.Lease) error { return f.Hold(ctx, t0, "a.test", true) },
		"remove": func(f *Frontier, _ aranea.Lease) error {
			_, err := f.Remove(ctx, t0, targetOf(t, "a.test"), nil)
			return err
		},
		"claim": func(f *Frontier, _ aranea.Lease) error { _, err := f.Claim(ctx, t0, "http://c.test", 0); return err },
	} {
		kv := memstore.New()
		old := open(t, kv, Options{})
		seed(t, old, "http://a.test/1", "http://a.test/2")
		l := one(t, old, t0, "http://a.test/robots.txt")
		f := open(t, kv, Options{})
		if err := do(old, l); aranea.KindOf(err) != aranea.Denied {
			t.Errorf("%s by the one who was fenced out: %v", what, err)
		}
		wantURLs(t, "visits by the new owner after "+what, visitAll(t, f, t0), "http://a.test/1", "http://a.test/2")
	}
}
