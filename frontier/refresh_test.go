package frontier

import (
	"context"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestRefreshDue visits one page, and again when it is due.
func TestRefreshDue(t *testing.T) {
	t.Parallel()
	kv, ctx := memstore.New(), context.Background()
	f := open(t, kv, Options{MaxPages: 2})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	o := done(one(t, f, t0, "http://a.test/1"), t0)
	o.Entry.Due = t0.Add(time.Hour)
	commit(t, f, t0, o)
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/2"), t0))
	none(t, f, t0, time.Time{}) // the limit has been reached, and no visit is waited for
	if at, err := f.NextVisit(); err != nil || !at.Equal(t0.Add(time.Hour)) {
		t.Errorf("the next visit is due at %s, %v", at, err)
	}
	if n, err := f.Refresh(ctx, t0, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 0 || err != nil {
		t.Errorf("%d are due already, %v", n, err)
	}
	now := t0.Add(time.Hour)
	f = open(t, kv, Options{MaxPages: 2})
	if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d are due, %v", n, err)
	}
	if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); n != 0 || err != nil {
		t.Errorf("%d are due twice, %v", n, err)
	}
	f = open(t, kv, Options{MaxPages: 2}) // it is durable
	n, _ := f.Counts()
	if n[aranea.CountDue] != 1 || n[aranea.CountFetched] != 2 || n[aranea.CountQueued] != 1 || n[aranea.CountIndexed] != 2 {
		t.Errorf("counts while it is due: %v", n)
	}
	l := one(t, f, now, "http://a.test/1")
	if l.Entry.State != aranea.StateQueued || l.Entry.Again || l.Entry.Visits != 1 || !l.Entry.Indexed {
		t.Errorf("leased as %+v", l.Entry)
	}
	o = done(l, now) // the server is busy: the state stays, and the page is retried later
	o.Entry.State, o.Entry.Reason, o.Entry.Attempts, o.Entry.Due = aranea.StateQueued, aranea.ScheduleRetry, 1, now.Add(time.Minute)
	commit(t, f, now, o)
	e, _, err := f.Entry(l.Entry.URL)
	if err != nil || e.State != aranea.StateDone || !e.Again || e.Attempts != 1 || e.Visits != 1 || !e.Due.Equal(now.Add(time.Minute)) {
		t.Errorf("after a failure %+v, %v", e, err)
	}
	now = now.Add(time.Minute)
	o = done(one(t, f, now, "http://a.test/1"), now)
	o.Entry.State, o.Entry.Reason, o.Entry.Indexed = aranea.StateGone, aranea.HTTPNotFound, false
	commit(t, f, now, o)
	n, _ = f.Counts()
	if n[aranea.CountDue] != 0 || n[aranea.CountMissing] != 1 || n[aranea.CountIndexed] != 1 || n[aranea.CountNew] != 2 {
		t.Errorf("counts after the page went: %v", n)
	}
	none(t, f, now, time.Time{}) // a page that is gone frees no place under the limit
}

func TestRefreshAll(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{PerHost: 4})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://b.test/3")
	visitAll(t, f, t0)
	if n, err := f.Refresh(context.Background(), t0, Renewal{Which: schedule.RefreshNone, Max: 10}, nil); n != 0 || err != nil {
		t.Errorf("none became %d, %v", n, err)
	}
	if n, err := f.Refresh(context.Background(), t0, Renewal{Which: schedule.RefreshAll, Max: 10}, nil); n != 3 || err != nil {
		t.Errorf("all became %d, %v", n, err)
	}
	seed(t, f, "http://a.test/0")
	robots, _ := lease(t, f, t0, 2) // see TestRefreshAllReadsRobotsFirst
	commit(t, f, t0, done(robots[0], t0), done(robots[1], t0))
	ls, _ := lease(t, f, t0, 2)
	for _, l := range ls {
		if l.Entry.Visits != 1 {
			t.Errorf("%s comes before what was visited", l.Entry.URL)
		}
	}
	f = open(t, kv, Options{PerHost: 4})
	wantURLs(t, "visits", visitAll(t, f, t0), "http://a.test/0", "http://a.test/1", "http://a.test/2", "http://b.test/3")
}

// TestRobotsAreReadAgain: an expired robots file is requested once although nothing of the host
// waits.
func TestRobotsAreReadAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1")
	visitAll(t, f, t0)
	now := t0.Add(time.Hour)
	if _, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); err != nil {
		t.Fatal(err)
	}
	none(t, f, now, time.Time{}) // it is valid for a day
	now = t0.Add(25 * time.Hour)
	for range 2 {
		if _, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshDue, Max: 10}, nil); err != nil {
			t.Fatal(err)
		}
	}
	l := one(t, f, now, "http://a.test/robots.txt")
	seed(t, f, "http://a.test/2")
	commit(t, f, now, done(l, now))
	wantURLs(t, "afterwards", visitAll(t, f, now), "http://a.test/2")
	if s := f.Stats(); s.Loaded != 0 {
		t.Errorf("%d hosts stay in memory", s.Loaded)
	}
}

// TestRefreshAllReadsRobotsFirst: if all pages are visited again, every robots copy is due, also
// that of a host whose pages are closed, and after a restart.
func TestRefreshAllReadsRobotsFirst(t *testing.T) {
	t.Parallel()
	ctx, kv := context.Background(), memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1", "http://shut.test/1")
	visitAll(t, f, t0)
	now := t0.Add(time.Hour) // the copies are valid for a day
	shut := edit{
		apply: func(context.Context, []aranea.IndexChange) error { return nil },
		change: func(e *record.Entry) ([]aranea.Event, bool) {
			if e.URL.Origin() != "http://shut.test" {
				return nil, false
			}
			e.State, e.Reason, e.Indexed = aranea.StateExcluded, aranea.RobotsDenied, false
			return nil, true
		},
	}
	if n, err := f.amend(ctx, now, Filter{}, shut); n != 1 || err != nil {
		t.Fatalf("%d closed, %v", n, err)
	}
	if n, err := f.Refresh(ctx, now, Renewal{Which: schedule.RefreshAll, Max: 10}, nil); n != 1 || err != nil {
		t.Fatalf("%d visits, %v", n, err)
	}
	ls, _ := lease(t, f, now, 5)
	got := map[string]bool{}
	for _, l := range ls {
		got[l.Entry.URL.String()] = true
	}
	if len(got) != 2 || !got["http://a.test/robots.txt"] || !got["http://shut.test/robots.txt"] {
		t.Errorf("asked first: %v", got)
	}
	f = open(t, kv, Options{})
	commit(t, f, now, done(one(t, f, now, "http://a.test/robots.txt"), now))
	one(t, f, now, "http://a.test/1")
}
