package frontier

import (
	"context"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestLeaveOut checks that what a dropped seed brought in leaves the queue and the index, sitemaps as
// well, that a hidden page keeps its reason, and that another scope lets the rest in again.
func TestLeaveOut(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://old.test/visited", "http://a.test/visited")
	visitAll(t, f, t0)
	if _, err := f.Add(ctx, t0, []aranea.Discovery{
		{URL: parse(t, "http://old.test/queued"), Reason: aranea.ScheduleQueued},
		{URL: parse(t, "http://old.test/list.xml"), Kind: aranea.KindSitemap, Reason: aranea.ScheduleQueued},
		{URL: parse(t, "http://a.test/queued"), Reason: aranea.ScheduleQueued},
		{URL: parse(t, "http://old.test/closed"), Reason: aranea.RobotsDenied},
	}); err != nil {
		t.Fatal(err)
	}
	out := true
	decide := func(e *aranea.Entry) (aranea.Reason, string) {
		if _, _, err := f.Stored(e.FoundOn); err != nil { // may be asked meanwhile
			t.Error(err)
		}
		if out && e.URL.Host() == "old.test" {
			return aranea.ScopeHost, "old.test holds no seed"
		}
		return aranea.ReasonNone, ""
	}
	var deleted []string
	apply := func(_ context.Context, changes []aranea.IndexChange) error {
		for _, c := range changes {
			deleted = append(deleted, c.URL.String())
		}
		return nil
	}
	for _, want := range []int{3, 0} {
		if n, err := f.LeaveOut(ctx, t0, decide, apply); err != nil || n != want {
			t.Errorf("%d left out, %v; want %d", n, err, want)
		}
	}
	wantURLs(t, "deleted from the index", deleted, "http://old.test/visited")
	wantURLs(t, "in the queue", selected(t, f, Filter{State: aranea.StateQueued}), "http://a.test/queued")
	wantEntry(t, f, "http://old.test/visited", aranea.StateExcluded, aranea.ScopeHost)
	wantEntry(t, f, "http://old.test/list.xml", aranea.StateExcluded, aranea.ScopeHost)
	wantEntry(t, f, "http://old.test/closed", aranea.StateExcluded, aranea.RobotsDenied)
	wantEntry(t, f, "http://a.test/visited", aranea.StateDone, aranea.IndexAdded)
	out = false
	if in, _, err := f.Rescope(ctx, t0, decide, nil); err != nil || in != 3 {
		t.Errorf("%d let in again, %v", in, err)
	}
}
