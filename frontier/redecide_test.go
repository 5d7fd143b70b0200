package frontier

import (
	"context"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestRedecide: a change of rules is remembered until it is carried out;
// documents go before their entries, and leased entries stay.
func TestRedecide(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	o := done(one(t, f, t0, "http://a.test/robots.txt"), t0)
	o.Robots, o.Redecide = &acquire.Copy{Class: acquire.ClassRules, CheckedAt: t0, Expires: t0.AddDate(0, 0, 1)}, true
	commit(t, f, t0, o)
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/1"), t0))
	f = open(t, kv, Options{})
	left, err := f.Undecided(ctx, 9)
	if err != nil || len(left) != 1 || left[0] != "http://a.test" {
		t.Fatalf("undecided: %v, %v", left, err)
	}
	l := one(t, f, t0, "http://a.test/2")
	shut := func(e *aranea.Entry) (aranea.Event, bool) {
		return aranea.Event{At: t0, Reason: aranea.RobotsDenied, Detail: "line 1"}, e.State != aranea.StateExcluded
	}
	dropped := 0
	drop := func(_ context.Context, docs []aranea.IndexChange) error {
		if e, _, err := f.Entry(docs[0].URL); err != nil || !e.Indexed {
			t.Errorf("the entry went before its document: %+v, %v", e, err)
		}
		dropped += len(docs)
		return nil
	}
	did, err := f.Redecide(ctx, t0, "http://a.test", shut, drop)
	if err != nil || did.Closed != 2 || did.Hidden != 1 || did.Opened != 0 || did.Left != 0 || dropped != 1 || len(did.Examples) != 2 {
		t.Errorf("closed: %+v, %d documents, %v", did, dropped, err)
	}
	if e, _, err := f.Entry(l.Entry.URL); err != nil || e.State != aranea.StateQueued {
		t.Errorf("the leased entry became %s, %v", e.State, err)
	}
	if left, err := f.Undecided(ctx, 9); err != nil || len(left) != 0 {
		t.Errorf("still undecided: %v, %v", left, err)
	}
	f = open(t, kv, Options{})
	n, _ := f.Counts()
	if n[aranea.CountIndexed] != 0 || n[aranea.CountQueued] != 1 {
		t.Errorf("counts: %v", n)
	}
	reopen := func(e *aranea.Entry) (aranea.Event, bool) {
		return aranea.Event{At: t0, Reason: aranea.ScheduleQueued}, e.State == aranea.StateExcluded
	}
	if did, err = f.Redecide(ctx, t0, "http://a.test", reopen, drop); err != nil || did.Opened != 2 || did.Closed != 0 || dropped != 1 {
		t.Errorf("opened: %+v, %v", did, err)
	}
	events, err := f.Trail(did.Origin.RobotsURL().ID())
	if err != nil || len(events) < 2 || events[len(events)-1].Reason != aranea.RobotsChanged || events[len(events)-1].Detail != did.String() {
		t.Errorf("the trail of the robots file: %v, %v", events, err)
	}
	if n, _ = f.Counts(); n[aranea.CountQueued] != 3 {
		t.Errorf("counts: %v", n)
	}
}
