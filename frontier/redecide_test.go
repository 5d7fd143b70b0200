package frontier

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
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
	f = open(t, kv, Options{})
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/1"), t0))
	f = open(t, kv, Options{})
	left, err := f.Undecided(ctx, 9)
	if err != nil || len(left) != 1 || left[0] != "http://a.test" {
		t.Fatalf("undecided: %v, %v", left, err)
	}
	l := one(t, f, t0, "http://a.test/2")
	shut := func(e *aranea.Entry) []aranea.Event {
		if e.State == aranea.StateExcluded {
			return nil
		}
		e.State, e.Reason, e.Due = aranea.StateExcluded, aranea.RobotsDenied, time.Time{}
		if e.Indexed {
			e.Due = t0.AddDate(0, 0, 30)
		}
		return []aranea.Event{{At: t0, Reason: aranea.RobotsDenied, Detail: "line 1"}}
	}
	var applied []aranea.IndexAction
	apply := func(_ context.Context, docs []aranea.IndexChange) error {
		if e, _, err := f.Entry(docs[0].URL); err != nil || !e.Indexed {
			t.Errorf("the entry changed before its document: %+v, %v", e, err)
		}
		for _, c := range docs {
			applied = append(applied, c.Action)
		}
		return nil
	}
	redecide := func(decide func(*aranea.Entry) []aranea.Event) aranea.RobotsChange {
		t.Helper()
		did := aranea.RobotsChange{Origin: "http://a.test"}
		if next, err := f.Redecide(ctx, t0, &did, weburl.ID{}, decide, apply); err != nil || !next.IsZero() {
			t.Fatalf("decided up to %s, %v", next, err)
		}
		return did
	}
	did := redecide(shut)
	if did.Closed != 2 || did.Hidden != 1 || did.Opened != 0 || did.Left != 0 || len(did.Examples) != 2 || !slices.Equal(applied, []aranea.IndexAction{aranea.IndexHide}) {
		t.Errorf("closed: %+v, %v", did, applied)
	}
	if e, _, err := f.Entry(l.Entry.URL); err != nil || e.State != aranea.StateQueued {
		t.Errorf("the leased entry became %s, %v", e.State, err)
	}
	if left, err := f.Undecided(ctx, 9); err != nil || len(left) != 0 {
		t.Errorf("still undecided: %v, %v", left, err)
	}
	f = open(t, kv, Options{})
	n, _ := f.Counts()
	if n[aranea.CountIndexed] != 0 || n[aranea.CountHidden] != 1 || n[aranea.CountQueued] != 1 {
		t.Errorf("counts: %v", n)
	}
	did = redecide(func(e *aranea.Entry) []aranea.Event {
		switch {
		case e.State != aranea.StateExcluded:
			return nil
		case e.Indexed:
			e.State, e.Reason, e.Due = aranea.StateDone, aranea.IndexAdded, time.Time{}
		default:
			e.State, e.Reason = aranea.StateQueued, aranea.ScheduleQueued
		}
		return []aranea.Event{{At: t0, Reason: e.Reason}}
	})
	if did.Opened != 2 || did.Shown != 1 || did.Closed != 0 || did.Left != 1 || !slices.Equal(applied[1:], []aranea.IndexAction{aranea.IndexShow}) {
		t.Errorf("opened: %+v, %v", did, applied)
	}
	events, err := f.Trail(did.Origin.RobotsURL().ID())
	if err != nil || len(events) < 2 || events[len(events)-1].Reason != aranea.RobotsChanged || events[len(events)-1].Detail != did.String() {
		t.Errorf("the trail of the robots file: %v, %v", events, err)
	}
	if n, _ = f.Counts(); n[aranea.CountQueued] != 2 || n[aranea.CountIndexed] != 1 || n[aranea.CountHidden] != 0 {
		t.Errorf("counts: %v", n)
	}
}

// TestNoLeaseBeforeRedecide: pages of an origin whose robots file has changed are
// decided on before any of them is leased, so that what is told of the change
// counts them all.
func TestNoLeaseBeforeRedecide(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1")
	o := done(one(t, f, t0, "http://a.test/robots.txt"), t0)
	o.Robots, o.Redecide = &acquire.Copy{Class: acquire.ClassRules, CheckedAt: t0, Expires: t0.AddDate(0, 0, 1)}, true
	commit(t, f, t0, o)
	if leases, wake, err := f.Lease(t.Context(), t0, 9); len(leases) > 0 || !wake.IsZero() || err != nil {
		t.Fatalf("leases %v, wake %s, %v; want none before the decision", leases, wake, err)
	}
	stay := func(*aranea.Entry) []aranea.Event { return nil }
	did := aranea.RobotsChange{Origin: "http://a.test"}
	if next, err := f.Redecide(t.Context(), t0, &did, weburl.ID{}, stay, nil); err != nil || !next.IsZero() {
		t.Fatalf("decided up to %s, %v", next, err)
	}
	one(t, f, t0, "http://a.test/1")
}

// TestRedecideInParts: a large origin is decided on in parts, each of which lets
// others pass, and the whole is told at the end.
func TestRedecideInParts(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	const pages = 2*selectChunk + 10
	for i := range pages {
		seed(t, f, fmt.Sprintf("http://a.test/%d", i))
	}
	did, parts := aranea.RobotsChange{Origin: "http://a.test"}, 0
	for behind, more := (weburl.ID{}), true; more; more = !behind.IsZero() {
		var err error
		behind, err = f.Redecide(ctx, t0, &did, behind, func(e *aranea.Entry) []aranea.Event {
			if e.State == aranea.StateExcluded {
				return nil
			}
			e.State, e.Reason = aranea.StateExcluded, aranea.RobotsDenied
			return []aranea.Event{{At: t0, Reason: aranea.RobotsDenied}}
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if parts++; parts <= 2 && did.Closed != parts*selectChunk {
			t.Errorf("part %d: %d closed", parts, did.Closed)
		}
	}
	events, err := f.Trail(did.Origin.RobotsURL().ID())
	if did.Closed != pages || parts != 3 || len(did.Examples) == 0 || err != nil || len(events) != 1 {
		t.Errorf("%d closed in %d parts, the trail: %v, %v", did.Closed, parts, events, err)
	}
}

// TestHiddenLeaves: a hidden document leaves the index when its time is over, also
// if no visits are wanted; and a key that no entry has any more is in nobody's way.
func TestHiddenLeaves(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{PerHost: 4}), context.Background()
	seed(t, f, "http://a.test/1", "http://a.test/2")
	visitAll(t, f, t0)
	due := t0.AddDate(0, 0, 30)
	did := aranea.RobotsChange{Origin: "http://a.test"}
	if _, err := f.Redecide(ctx, t0, &did, weburl.ID{}, func(e *aranea.Entry) []aranea.Event {
		e.State, e.Reason, e.Since, e.Due = aranea.StateExcluded, aranea.RobotsDenied, t0, due
		return []aranea.Event{{At: t0, Reason: aranea.RobotsDenied}}
	}, func(context.Context, []aranea.IndexChange) error { return nil }); err != nil {
		t.Fatal(err)
	}
	b := f.kv.NewBatch()
	b.Put(record.VisitKey(1, weburl.ID{1}), nil)
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	var left []aranea.IndexChange
	apply := func(_ context.Context, docs []aranea.IndexChange) error {
		left = append(left, docs...)
		return nil
	}
	for _, now := range []time.Time{due.Add(-time.Second), due, due} {
		if n, err := f.Refresh(ctx, now, schedule.RefreshNone, 10, apply); n != 0 || err != nil {
			t.Errorf("%d visits, %v", n, err)
		}
		if now.Before(due) && len(left) > 0 {
			t.Errorf("%v left too early", left)
		}
	}
	n, _ := f.Counts()
	if len(left) != 2 || left[0].Action != aranea.IndexDelete || n[aranea.CountHidden] != 0 || n[aranea.CountDenied] != 2 {
		t.Errorf("left: %v, counts %v", left, n)
	}
	if at, err := f.NextVisit(); err != nil || !at.IsZero() {
		t.Errorf("the plan still has %s, %v", at, err)
	}
}
