package audit

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestDocuments checks that a document that the frontier does not know is reported, and removed
// with Repair, and that a document whose visit is not stored yet is not a fault.
func TestDocuments(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	x, err := index.Open(t.TempDir(), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	queued, stray := weburl.MustParse("http://a.test/queued"), weburl.MustParse("http://a.test/stray")
	if _, err := f.Add(t.Context(), now, []aranea.Discovery{{URL: queued, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
	for _, u := range []weburl.URL{queued, stray} {
		put := aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: now, Page: &aranea.Page{}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{put}); err != nil {
			t.Fatal(err)
		}
	}
	for _, repair := range []bool{false, true} {
		want := []Fault{{File: "frontier", Text: stray.String() + " is in the index, and the frontier does not know it as indexed", URL: stray.String(), Repaired: repair}}
		if got := documents(t, f, x, repair); !slices.Equal(got, want) {
			t.Errorf("repair %v: %+v, want %+v", repair, got, want)
		}
	}
	if x.Has(stray.ID()) || !x.Has(queued.ID()) {
		t.Errorf("after the repair: stray %v, queued %v", x.Has(stray.ID()), x.Has(queued.ID()))
	}
	if got := documents(t, f, x, false); len(got) != 0 {
		t.Errorf("after the repair: %+v", got)
	}
}

// documents audits the documents of an index.
func documents(t *testing.T, f *frontier.Frontier, x *index.Index, repair bool) (all []Fault) {
	t.Helper()
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	r := &Report{Yield: func(f Fault, err error) bool {
		if err != nil {
			t.Error(err)
		}
		all = append(all, f)
		return true
	}}
	still := func(_ context.Context, ask func() error) error { return ask() }
	a := Audit{Report: r, Frontier: f, Index: x, Repair: repair, Now: time.Now, Still: still}
	a.Documents(t.Context(), snap)
	return all
}

// TestReport checks that damage becomes a fault of its file, that any other error ends the
// report, and that nothing is yielded after the caller has stopped.
func TestReport(t *testing.T) {
	t.Parallel()
	damage := &aranea.Error{Op: "read", Kind: aranea.Corrupt, Err: errors.New("torn")}
	disk := errors.New("no such disk")
	var got []Fault
	var failed error
	r := Report{Yield: func(f Fault, err error) bool {
		if failed = err; err == nil {
			got = append(got, f)
		}
		return true
	}}
	r.Damage("rank", nil)
	r.Damage("rank", damage)
	r.Damage("index", disk)
	r.Fault(Fault{File: "late"})
	if len(got) != 1 || got[0].File != "rank" || !errors.Is(failed, disk) || !r.Done {
		t.Errorf("faults %+v, error %v, done %v", got, failed, r.Done)
	}
	heard := 0
	r = Report{Yield: func(Fault, error) bool { heard++; return false }}
	r.Fault(Fault{File: "one"})
	r.Fault(Fault{File: "two"})
	r.Fail(disk)
	if heard != 1 {
		t.Errorf("told %d times", heard)
	}
}

// TestIsLost checks that what a crash may leave does not count as loss.
func TestIsLost(t *testing.T) {
	t.Parallel()
	if IsLost(1000+inFlight, 1000) || !IsLost(1001+inFlight, 1000) {
		t.Error("the bound is another")
	}
}
