package frontier

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// bring imports pages at t0, and fails if any of them is left as it is.
func bring(t *testing.T, f *Frontier, urls ...string) {
	t.Helper()
	var all []aranea.Entry
	for _, u := range urls {
		all = append(all, aranea.Entry{URL: parse(t, u), Fingerprint: aranea.Fingerprint{1}, Detail: "by hand"})
	}
	if left, err := f.Import(t.Context(), t0, all); err != nil || len(left) > 0 {
		t.Fatalf("left as they are: %v, %v", left, err)
	}
}

// TestImport: what the operator brings replaces what was known and is not visited, also after a
// restart.
func TestImport(t *testing.T) {
	t.Parallel()
	now, kv := t0, memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/", "http://a.test/queued", "http://a.test/out")
	bring(t, f, "http://a.test/queued", "http://b.test/new")
	wantEntry(t, f, "http://a.test/queued", aranea.StateDone, aranea.IndexImported)
	wantEntry(t, f, "http://b.test/new", aranea.StateDone, aranea.IndexImported)
	wantURLs(t, "found", selected(t, f, Filter{Found: true}), "http://a.test/queued", "http://b.test/new")
	if got := visitAll(t, f, now); slices.Contains(got, "http://a.test/queued") || slices.Contains(got, "http://b.test/new") || len(got) != 2 {
		t.Errorf("visited %v", got)
	}
	if _, _, found, err := f.Twin(aranea.Fingerprint{1}); err != nil || !found {
		t.Errorf("its text is not known: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{})
	defer f.Close()
	wantEntry(t, f, "http://a.test/queued", aranea.StateDone, aranea.IndexImported)
	e, _, err := f.Entry(parse(t, "http://a.test/queued"))
	if err != nil || !e.Imported || e.Detail != "by hand" || e.Visits != 1 {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestImportIsNotVisited: no notice, refresh or robots file queues or closes what was imported.
func TestImportIsNotVisited(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), t0
	f := open(t, memstore.New(), Options{})
	defer f.Close()
	bring(t, f, "http://a.test/queued", "http://b.test/new")
	none := func(context.Context, []aranea.IndexChange) error { return nil }
	queued := parse(t, "http://a.test/queued").ID()
	if n, err := f.Requeue(ctx, now, []weburl.ID{queued}, "a notice", false); n != 0 || err != nil {
		t.Errorf("%d queued for a notice, %v", n, err)
	}
	if _, err := f.Refresh(ctx, now.Add(time.Hour), Renewal{Which: schedule.RefreshAll, Max: 100}, none); err != nil {
		t.Fatal(err)
	}
	wantEntry(t, f, "http://a.test/queued", aranea.StateDone, aranea.IndexImported)
	did := aranea.RobotsChange{Origin: parse(t, "http://b.test/").Origin()}
	deny := func(e *aranea.Entry) []aranea.Event {
		e.State, e.Reason = aranea.StateExcluded, aranea.RobotsDenied
		return []aranea.Event{{At: now, Reason: aranea.RobotsDenied}}
	}
	if _, err := f.Redecide(ctx, now, &did, weburl.ID{}, 0, deny, none); err != nil || did.Closed != 0 {
		t.Errorf("a robots file closed %d imported pages, %v", did.Closed, err)
	}
	wantEntry(t, f, "http://b.test/new", aranea.StateDone, aranea.IndexImported)
}

// TestImportLeaves: what was imported leaves the index by the loss of its document, after which
// it can be imported again, and by a removal; when that is reverted it is gone.
func TestImportLeaves(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), t0
	f := open(t, memstore.New(), Options{})
	defer f.Close()
	bring(t, f, "http://a.test/queued", "http://b.test/new")
	queued := parse(t, "http://a.test/queued").ID()
	if n, err := f.Requeue(ctx, now, []weburl.ID{queued}, "a check", true); n != 1 || err != nil {
		t.Errorf("%d whose document is lost, %v", n, err)
	}
	wantEntry(t, f, "http://a.test/queued", aranea.StateGone, aranea.IndexRemoved)
	bring(t, f, "http://a.test/queued")
	wantEntry(t, f, "http://a.test/queued", aranea.StateDone, aranea.IndexImported)
	var dropped []aranea.IndexChange
	drop := func(_ context.Context, changes []aranea.IndexChange) error {
		dropped = append(dropped, changes...)
		return nil
	}
	if n, err := f.Remove(ctx, now, targetOf(t, "b.test"), drop); n != 1 || err != nil || len(dropped) != 1 || dropped[0].Action != aranea.IndexDelete {
		t.Errorf("%d removed, %v, %v", n, dropped, err)
	}
	wantEntry(t, f, "http://b.test/new", aranea.StateExcluded, aranea.OperatorRemoved)
	if n, err := f.Restore(ctx, now, targetOf(t, "b.test")); n != 1 || err != nil {
		t.Errorf("%d restored, %v", n, err)
	}
	wantEntry(t, f, "http://b.test/new", aranea.StateGone, aranea.IndexRemoved)
}

// TestImportDuringAVisit: what is being visited stays as it is, and is reported.
func TestImportDuringAVisit(t *testing.T) {
	t.Parallel()
	now := t0
	f := open(t, memstore.New(), Options{})
	defer f.Close()
	seed(t, f, "http://a.test/")
	leases, _ := lease(t, f, now, 1)
	commit(t, f, now, done(leases[0], now))
	now = now.Add(time.Minute)
	leases, _ = lease(t, f, now, 1)
	for u, want := range map[string]bool{"http://a.test/": false, "http://a.test/other": true} {
		if version, may, err := f.Importable(parse(t, u)); may != want || may && version != 1 || err != nil {
			t.Errorf("%s may be imported: %v, version %d, %v", u, may, version, err)
		}
	}
	left, err := f.Import(t.Context(), now, []aranea.Entry{{URL: parse(t, "http://a.test/")}, {URL: parse(t, "http://a.test/other")}})
	if err != nil || len(left) != 1 || left[0] != leases[0].Entry.URL {
		t.Errorf("left %v of %s, %v", left, leases[0].Entry.URL, err)
	}
	wantEntry(t, f, "http://a.test/", aranea.StateQueued, aranea.ScheduleQueued)
	wantEntry(t, f, "http://a.test/other", aranea.StateDone, aranea.IndexImported)
}

// TestImportOfWhatWasTakenOut: an import does not override a removal, including one made while
// the import was prepared; for what may be imported, it returns the next version.
func TestImportOfWhatWasTakenOut(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	defer f.Close()
	seed(t, f, "http://a.test/", "http://a.test/out")
	visitAll(t, f, t0)
	if version, may, err := f.Importable(parse(t, "http://a.test/")); version != 2 || !may || err != nil {
		t.Errorf("version %d, %v, %v", version, may, err)
	}
	none := func(context.Context, []aranea.IndexChange) error { return nil }
	if _, err := f.Remove(t.Context(), t0, targetOf(t, "http://a.test/out"), none); err != nil {
		t.Fatal(err)
	}
	if _, may, err := f.Importable(parse(t, "http://a.test/out")); may || err != nil {
		t.Errorf("what was taken out may be imported: %v", err)
	}
	left, err := f.Import(t.Context(), t0, []aranea.Entry{{URL: parse(t, "http://a.test/out")}, {URL: parse(t, "http://a.test/")}})
	if err != nil || len(left) != 1 || left[0] != parse(t, "http://a.test/out") {
		t.Errorf("left %v, %v", left, err)
	}
	wantEntry(t, f, "http://a.test/out", aranea.StateExcluded, aranea.OperatorRemoved)
}

// TestImportKeepsHowItWasFound: an import of a URL that was found otherwise keeps how it was
// found, and the URL is not visited because of that, even if its document is lost.
func TestImportKeepsHowItWasFound(t *testing.T) {
	t.Parallel()
	kv, u := memstore.New(), parse(t, "http://a.test/")
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/")
	visitAll(t, f, t0)
	want, _, err := f.Entry(u)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Import(t.Context(), t0, []aranea.Entry{{URL: u, Depth: 3}}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Requeue(t.Context(), t0, []weburl.ID{u.ID()}, "a check", true); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{})
	defer f.Close()
	e, _, err := f.Entry(u)
	if err != nil || e.How != aranea.HowSeed || e.Depth != 0 || e.Discovered("") != want.Discovered("") || !e.Imported {
		t.Errorf("%+v, %v", e, err)
	}
	none := func(context.Context, []aranea.IndexChange) error { return nil }
	if n, err := f.Refresh(t.Context(), t0.Add(time.Hour), Renewal{Which: schedule.RefreshAll, Max: 100}, none); n != 0 || err != nil {
		t.Errorf("%d are visited again, %v", n, err)
	}
	wantEntry(t, f, "http://a.test/", aranea.StateGone, aranea.IndexRemoved)
}
