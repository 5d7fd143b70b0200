package frontier

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestRescope: another scope lets in what was outside and leaves out what is now too deep; it
// does not change what was visited, what a site closes and what the operator removed.
func TestRescope(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://a.test/deep/visited")
	visitAll(t, f, t0)
	var found []aranea.Discovery
	for _, x := range []struct {
		url    string
		reason aranea.Reason
	}{
		{"http://b.test/near", aranea.ScopeHost}, {"http://b.test/removed", aranea.ScopeHost}, {"http://c.test/far", aranea.ScopeHost},
		{"http://b.test/picture.png", aranea.ScopeType}, {"http://b.test/closed", aranea.RobotsDenied},
		{"http://a.test/2", aranea.ScopeDepth}, {"http://a.test/deep/9", aranea.ScheduleQueued}, {"http://a.test/3", aranea.ScheduleQueued},
		{"http://c.test/queued", aranea.ScheduleQueued},
	} {
		found = append(found, aranea.Discovery{URL: parse(t, x.url), How: aranea.HowAnchor, Reason: x.reason})
	}
	if _, err := f.Add(ctx, t0, found); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Remove(ctx, t0, targetOf(t, "http://b.test/removed"), nil); err != nil {
		t.Fatal(err)
	}
	nothing := func(context.Context, []aranea.IndexChange) error { return nil }
	pattern := false
	decide := func(e *aranea.Entry) (aranea.Reason, string) {
		switch {
		case pattern && strings.Contains(e.URL.Path(), "visited"):
			return aranea.ScopePattern, "pattern to exclude /*visited"
		case strings.Contains(e.URL.Path(), "/deep/"):
			return aranea.ScopeDepth, "depth 9, limit 2"
		case e.URL.Host() == "c.test":
			return aranea.ScopeHost, "c.test holds no seed"
		}
		return aranea.ReasonNone, ""
	}
	for _, want := range [][2]int{{2, 2}, {0, 0}} {
		if in, out, err := f.Rescope(ctx, t0, decide, nothing); err != nil || [2]int{in, out} != want {
			t.Errorf("%d let in, %d left out, %v; want %v", in, out, err, want)
		}
	}
	wantURLs(t, "in the queue", selected(t, f, Filter{State: aranea.StateQueued}), "http://a.test/2", "http://a.test/3", "http://b.test/near")
	wantEntry(t, f, "http://a.test/deep/9", aranea.StateExcluded, aranea.ScopeDepth)
	wantEntry(t, f, "http://c.test/queued", aranea.StateExcluded, aranea.ScopeHost)
	wantEntry(t, f, "http://a.test/deep/visited", aranea.StateDone, aranea.IndexAdded)
	wantURLs(t, "visited then", visitAll(t, f, t0), "http://a.test/2", "http://a.test/3", "http://b.test/near")

	// A pattern takes out what was visited, and lets it in again.
	var deleted []string
	apply := func(_ context.Context, changes []aranea.IndexChange) error {
		for _, c := range changes {
			if c.Action == aranea.IndexDelete {
				deleted = append(deleted, c.URL.String())
			}
		}
		return nil
	}
	for _, step := range []struct {
		pattern bool
		in, out int
	}{{true, 0, 1}, {true, 0, 0}, {false, 0, 0}} {
		pattern = step.pattern
		if in, out, err := f.Rescope(ctx, t0, decide, apply); err != nil || in != step.in || out != step.out {
			t.Errorf("with a pattern %t: %d let in, %d left out, %v", step.pattern, in, out, err)
		}
	}
	wantEntry(t, f, "http://a.test/deep/visited", aranea.StateExcluded, aranea.ScopePattern)
	wantURLs(t, "deleted from the index", deleted, "http://a.test/deep/visited")
	decide = func(*aranea.Entry) (aranea.Reason, string) { return aranea.ReasonNone, "" }
	if _, _, err := f.Rescope(ctx, t0, decide, apply); err != nil {
		t.Fatal(err)
	}
	wantEntry(t, f, "http://a.test/deep/visited", aranea.StateQueued, aranea.ScheduleQueued)

	// So does a folder that answers for the host and does not have the page.
	visitAll(t, f, t0.Add(time.Hour))
	decide = func(*aranea.Entry) (aranea.Reason, string) { return aranea.ScopeFolder, "a folder answers for a.test" }
	if _, _, err := f.Rescope(ctx, t0, decide, apply); err != nil {
		t.Fatal(err)
	}
	wantEntry(t, f, "http://a.test/deep/visited", aranea.StateExcluded, aranea.ScopeFolder)
}

// TestReplan checks that planned visits come forward to where the operator wishes, and no others.
func TestReplan(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://a.test/1")
	planned := t0.Add(7 * 24 * time.Hour)
	for range 2 { // the robots file, and the page
		leases, _ := lease(t, f, t0.Add(time.Hour), 10)
		for _, l := range leases {
			o := done(l, t0)
			if l.Entry.Kind == aranea.KindPage {
				o.Entry.VisitedAt, o.Entry.Due = t0, planned
			}
			commit(t, f, t0, o)
		}
	}
	dueOf := func() time.Time {
		e, _, err := f.Entry(parse(t, "http://a.test/1"))
		if err != nil {
			t.Fatal(err)
		}
		return e.Due
	}
	for _, step := range []struct {
		within time.Duration
		want   int
		due    time.Time
	}{{0, 0, planned}, {365 * 24 * time.Hour, 0, planned}, {time.Hour, 1, t0.Add(time.Hour)}, {time.Hour, 0, t0.Add(time.Hour)}, {0, 0, t0.Add(time.Hour)}} {
		n, err := f.Replan(ctx, t0, step.within)
		if due := dueOf(); err != nil || n != step.want || !due.Equal(step.due) {
			t.Errorf("within %s: %d, due %s, %v; want %d, %s", step.within, n, due, err, step.want, step.due)
		}
	}
	// A visit that would have been due by now comes next: it is not forgotten.
	now := t0.Add(30 * time.Minute)
	if n, err := f.Replan(ctx, now, time.Minute); err != nil || n != 1 || !dueOf().After(now) || dueOf().After(now.Add(time.Second)) {
		t.Errorf("%d planned anew, due %s, %v", n, dueOf(), err)
	}
	if n, err := f.Refresh(ctx, now.Add(time.Second), Renewal{Which: schedule.RefreshDue, Max: 10}, nil); err != nil || n != 1 {
		t.Errorf("%d are due, %v", n, err)
	}
}

// TestReindex checks that pages leave the index which the operator wants to be followed only, and
// are visited again when they may be indexed.
func TestReindex(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://a.test/list", "http://a.test/page")
	visitAll(t, f, t0)
	var deleted []string
	apply := func(_ context.Context, changes []aranea.IndexChange) error {
		for _, c := range changes {
			if c.Action == aranea.IndexDelete {
				deleted = append(deleted, c.URL.String())
			}
		}
		return nil
	}
	lists := true
	decide := func(u weburl.URL) (aranea.Reason, string) {
		if lists && u.Path() == "/list" {
			return aranea.ScopeNoIndex, "pattern to follow only /list"
		}
		return aranea.ReasonNone, ""
	}
	now := t0.Add(time.Hour)
	for _, step := range []struct {
		lists   bool
		in, out int
		reason  aranea.Reason
	}{{true, 0, 1, aranea.ScopeNoIndex}, {true, 0, 0, aranea.ScopeNoIndex}, {false, 1, 0, aranea.ScopeNoIndex}, {false, 0, 0, aranea.ScopeNoIndex}} {
		lists = step.lists
		if in, out, err := f.Reindex(ctx, now, decide, apply); err != nil || in != step.in || out != step.out {
			t.Errorf("with a pattern %t: %d let in, %d left out, %v", step.lists, in, out, err)
		}
		wantEntry(t, f, "http://a.test/list", aranea.StateDone, step.reason)
	}
	wantURLs(t, "deleted from the index", deleted, "http://a.test/list")
	wantEntry(t, f, "http://a.test/page", aranea.StateDone, aranea.IndexAdded)
	wantURLs(t, "visited then", visitAll(t, f, now), "http://a.test/list")
}
