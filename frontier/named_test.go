package frontier

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestNamedBeyondBudgets: when a page limit has been reached, a new page that is named does not
// block repeated visits, and is not visited itself; nor does it come first afterwards.
func TestNamedBeyondBudgets(t *testing.T) {
	t.Parallel()
	kv, opt, now := memstore.New(), Options{MaxHostPages: 2}, t0
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/1", "http://a.test/2")
	visitAll(t, f, now)
	for _, path := range []string{"new", "newer"} {
		d := aranea.Discovery{URL: parse(t, "http://a.test/"+path), Priority: aranea.PriorityNamed, Reason: aranea.ScheduleQueued}
		if _, err := f.Add(t.Context(), now, []aranea.Discovery{d}); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Hour)
	if n, err := f.Refresh(t.Context(), now, Renewal{Which: schedule.RefreshAll, Max: 10}, nil); n != 2 || err != nil {
		t.Fatalf("%d are visited again, %v", n, err)
	}
	commit(t, f, now, done(one(t, f, now, "http://a.test/robots.txt"), now))
	commit(t, f, now, done(one(t, f, now, "http://a.test/1"), now))
	f = open(t, kv, opt)
	wantURLs(t, "with the limit", visitAll(t, f, now), "http://a.test/2")
	wantEntry(t, f, "http://a.test/new", aranea.StateQueued, aranea.ScopeBudget)
	if e, _, err := f.Entry(parse(t, "http://a.test/new")); err != nil || e.Priority != 0 {
		t.Errorf("it keeps its place: %+v, %v", e, err)
	}
	wantURLs(t, "without a limit", visitAll(t, open(t, kv, Options{}), now), "http://a.test/new", "http://a.test/newer")
}

// TestListedPriority: the priority of a page from a sitemap applies again after the page was
// requested because it was named, whatever the result, also after a restart.
func TestListedPriority(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{}
	f := open(t, kv, opt)
	seed(t, f, "http://a.test/seed")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/seed"), t0))
	listed := map[string]int8{"http://a.test/late": -110, "http://a.test/soon": 30, "http://a.test/usual": 0}
	for url, priority := range listed {
		if _, err := f.Add(t.Context(), t0, []aranea.Discovery{{URL: parse(t, url), Priority: priority, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(when, url string, priority int8) {
		t.Helper()
		if e, known, err := f.Entry(parse(t, url)); err != nil || !known || e.Priority != priority {
			t.Errorf("%s: %s has priority %d, want %d; %v", when, url, e.Priority, priority, err)
		}
	}
	for url, priority := range listed {
		ids := []weburl.ID{parse(t, url).ID()}
		for range 2 { // naming it twice loses nothing
			if _, err := f.Requeue(t.Context(), t0, ids, "named", false); err != nil {
				t.Fatal(err)
			}
		}
		want("named", url, aranea.PriorityNamed)
		f = open(t, kv, opt)
		l := one(t, f, t0, url)
		failed := done(l, t0)
		failed.Entry, failed.Entry.Attempts, failed.Entry.Due = l.Entry, 1, t0.Add(time.Hour)
		commit(t, f, t0, failed)
		want("tried in vain", url, priority)
	}
	visitAll(t, f, t0.Add(2*time.Hour))
	for url, priority := range listed {
		want("visited", url, priority)
		if _, err := f.Requeue(t.Context(), t0.Add(3*time.Hour), []weburl.ID{parse(t, url).ID()}, "named", false); err != nil {
			t.Fatal(err)
		}
		want("named again", url, aranea.PriorityNamed)
	}
	visitAll(t, f, t0.Add(4*time.Hour))
	for url, priority := range listed {
		want("visited again", url, priority)
	}
}

// TestRestoredFirst: a page whose removal is reverted comes before others; the pages of a folder
// whose removal is reverted do not.
func TestRestoredFirst(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/x", "http://a.test/1", "http://a.test/f/2")
	for target, first := range map[string]bool{"http://a.test/1": true, "http://a.test/f/*": false} {
		for _, change := range []func() (int, error){
			func() (int, error) { return f.Remove(t.Context(), t0, targetOf(t, target), nil) },
			func() (int, error) { return f.Restore(t.Context(), t0, targetOf(t, target)) },
		} {
			if n, err := change(); n != 1 || err != nil {
				t.Fatalf("%s: %d, %v", target, n, err)
			}
		}
		url := map[bool]string{true: "http://a.test/1", false: "http://a.test/f/2"}[first]
		if e, _, err := f.Entry(parse(t, url)); err != nil || (e.Priority == aranea.PriorityNamed) != first {
			t.Errorf("%s: %+v, %v", target, e, err)
		}
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/1"), t0))
}

// TestPlacesOfEarlierPrograms: entries queued by versions without named entries have the
// positions that their records say.
func TestPlacesOfEarlierPrograms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		again    bool
		priority int8
		order    uint8
	}{
		{true, 0, 32}, {true, 100, 32}, {false, 100, 64}, {false, 20, 108}, {false, 0, 128}, {false, -110, 192},
		{true, aranea.PriorityNamed, 16}, {false, aranea.PriorityNamed, 24},
	} {
		e := record.Entry{Entry: aranea.Entry{URL: parse(t, "http://a.test/"), Again: tt.again, Priority: tt.priority}}
		if q := e.Queued(e.URL.ID()); q.Order != tt.order {
			t.Errorf("again %t, priority %d: order %d, want %d", tt.again, tt.priority, q.Order, tt.order)
		}
	}
}

// TestNamedBeyondLimit: pages that are named beyond a page limit move after those that are
// visited again, some of them at a time.
func TestNamedBeyondLimit(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{MaxPages: 1})
	seed(t, f, "http://a.test/1")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/1"), t0))
	if n, err := f.Refresh(t.Context(), t0, Renewal{Which: schedule.RefreshAll, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d pages again, %v", n, err)
	}
	var named []aranea.Discovery
	for i := range 2*demoteMax + 1 {
		named = append(named, aranea.Discovery{URL: parse(t, fmt.Sprint("http://a.test/named/", i)), Priority: aranea.PriorityNamed, Reason: aranea.ScheduleQueued})
	}
	if _, err := f.Add(t.Context(), t0, named); err != nil {
		t.Fatal(err)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for range 2 {
		if ls, wake := lease(t, f, t0, 1); len(ls) != 0 || wake.IsZero() || wake.After(t0) {
			t.Fatalf("leases %+v, wake %s", ls, wake)
		}
	}
	one(t, f, t0, "http://a.test/1")
}
