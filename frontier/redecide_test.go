package frontier

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestRedecideInParts: a large origin is redecided in parts, with other calls in between, and
// the total is reported at the end.
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
		behind, err = f.Redecide(ctx, t0, &did, behind, 0, func(e *aranea.Entry) []aranea.Event {
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

// TestSmallParts: a part examines at most the given number of entries, changed or not.
func TestSmallParts(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	for i := range 10 {
		seed(t, f, fmt.Sprintf("http://a.test/%d", i))
	}
	did, asked, parts := aranea.RobotsChange{Origin: "http://a.test"}, 0, 0
	for behind, more := (weburl.ID{}), true; more; more = !behind.IsZero() {
		before := asked
		var err error
		behind, err = f.Redecide(t.Context(), t0, &did, behind, 3, func(*aranea.Entry) []aranea.Event {
			asked++
			return nil
		}, nil)
		if parts++; err != nil || asked-before > 3 {
			t.Fatalf("part %d asked about %d entries, %v", parts, asked-before, err)
		}
	}
	if asked != 10 || parts != 4 {
		t.Errorf("%d entries in %d parts", asked, parts)
	}
}

// TestHiddenLeaves: a hidden document leaves the index when its time is over, even if no visits
// are wanted; and a stale key of the plan blocks nothing.
func TestHiddenLeaves(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{PerHost: 4}), context.Background()
	seed(t, f, "http://a.test/1", "http://a.test/2")
	visitAll(t, f, t0)
	due := t0.AddDate(0, 0, 30)
	did := aranea.RobotsChange{Origin: "http://a.test"}
	if _, err := f.Redecide(ctx, t0, &did, weburl.ID{}, 0, func(e *aranea.Entry) []aranea.Event {
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
		if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshNone, Max: 10}, apply); n != 0 || err != nil {
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
