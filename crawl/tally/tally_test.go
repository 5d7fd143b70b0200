package tally

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// TestAgain: visits to known pages are distinguished by what they showed.
func TestAgain(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/page")
	if err != nil {
		t.Fatal(err)
	}
	there := aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateDone, Visits: 1, Status: 200, Indexed: true, Fingerprint: aranea.Fingerprint{1}}
	away := aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateGone, Visits: 1, Status: 404, Since: time.Unix(1, 0)}
	waits := away
	waits.State = aranea.StateQueued
	removed := there
	removed.State, removed.Reason, removed.Indexed = aranea.StateQueued, aranea.ScheduleQueued, false
	duplicate := there
	duplicate.Reason, duplicate.Indexed = aranea.DupExact, false
	robots := there
	robots.Kind = aranea.KindRobots
	with := func(e aranea.Entry, change func(*aranea.Entry)) aranea.Entry {
		e.Visits = 2
		change(&e)
		return e
	}
	as := func(*aranea.Entry) {}
	first := func(e aranea.Entry) aranea.Entry { e.VisitedAt = time.Unix(100, 0); return e }
	second := func(e aranea.Entry) aranea.Entry { e.Visits, e.VisitedAt = 2, time.Unix(200, 0); return e }
	reread := func(e aranea.Entry) aranea.Entry { e.Reread = true; return e }
	due := func(e aranea.Entry) aranea.Entry { e.Again = true; return e }
	for _, tt := range []struct {
		name          string
		before, after aranea.Entry
		want          Again
	}{
		{"never visited", aranea.Entry{URL: u, Kind: aranea.KindPage}, there, Again{}},
		{"no answer", there, there, Again{}},
		{"a robots file", robots, with(robots, as), Again{}},
		{"the same text", there, with(there, as), Again{Unchanged: 1}},
		{"not modified", there, with(there, func(e *aranea.Entry) { e.Status, e.Fingerprint = 304, aranea.Fingerprint{} }), Again{Unchanged: 1}},
		{"another text", there, with(there, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{Changed: 1}},
		{"another text, read in another way", reread(there), with(there, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{}},
		{"the same text, read in another way", reread(there), with(there, as), Again{Unchanged: 1}},
		{"gone now, and to be read in another way", reread(there), with(away, as), Again{Gone: 1}},
		{"it redirects now", there, with(there, func(e *aranea.Entry) {
			e.Reason, e.Target, e.Indexed = aranea.HTTPRedirect, "http://b.test/", false
		}), Again{Changed: 1}},
		{"a copy comes in", duplicate, with(there, as), Again{Unchanged: 1}},
		{"it gives way to a copy", there, with(duplicate, as), Again{Unchanged: 1}},
		{"a copy of another page now", duplicate, with(duplicate, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{Changed: 1}},
		{"a copy is closed", duplicate, with(duplicate, func(e *aranea.Entry) { e.Reason = aranea.DirectiveNoIndex }), Again{Unchanged: 1}},
		{"noindex now", there, with(there, func(e *aranea.Entry) { e.Indexed = false }), Again{Changed: 1}},
		{"the whole page after its first part", with(there, func(e *aranea.Entry) { e.Reason = aranea.BodyBroken }), with(there, func(e *aranea.Entry) { e.Visits, e.Fingerprint = 3, aranea.Fingerprint{2} }), Again{}},
		{"first visited in this run, and queued as if it were new", first(removed), second(away), Again{}},
		{"first visited in this run, and there instead of its twin", first(duplicate), second(there), Again{}},
		{"first visited in this run, and due since", due(first(there)), second(away), Again{Gone: 1}},
		{"first visited in this run, and a copy until it was due", due(first(duplicate)), with(there, func(e *aranea.Entry) { e.VisitedAt = time.Unix(100, 0).Add(schedule.RevisitLeast) }), Again{Unchanged: 1}},
		{"visited before, and again in this run", with(there, func(e *aranea.Entry) { e.VisitedAt = time.Unix(100, 0) }), with(away, func(e *aranea.Entry) { e.Visits = 3 }), Again{Gone: 1}},
		{"gone now", there, with(away, as), Again{Gone: 1}},
		{"still gone", away, with(away, as), Again{Unchanged: 1}},
		{"still gone, from the queue", waits, with(away, as), Again{Unchanged: 1}},
		{"let in again as it was", removed, with(there, as), Again{Unchanged: 1}},
		{"let in again with another text", removed, with(there, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{Changed: 1}},
		{"there again", waits, with(there, as), Again{Changed: 1}},
		{"excluded", there, with(there, func(e *aranea.Entry) { e.State = aranea.StateExcluded }), Again{}},
	} {
		var ta Tally
		ta.Begin(time.Unix(50, 0))
		ta.Add(&tt.before, nil, &aranea.Outcome{Entry: tt.after})
		if got := ta.Counts().Again; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestBroken: pages whose answers broke off are counted once, when no other try follows.
func TestBroken(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/page")
	if err != nil {
		t.Fatal(err)
	}
	page := func(state aranea.EntryState, status uint16, reason aranea.Reason, indexed bool) aranea.Entry {
		return aranea.Entry{URL: u, State: state, Status: status, Reason: reason, Indexed: indexed}
	}
	tries := page(aranea.StateDone, 200, aranea.BodyBroken, true)
	tries.Again = true
	for _, tt := range []struct {
		name  string
		after aranea.Entry
		want  Broken
	}{
		{"the first part", page(aranea.StateDone, 200, aranea.BodyBroken, true), Broken{1, 1, 0, u.String()}},
		{"another try follows", tries, Broken{}},
		{"another try follows, as it was", page(aranea.StateQueued, 200, aranea.ScheduleRetry, true), Broken{}},
		{"as it was", page(aranea.StateGone, 200, aranea.BodyBroken, true), Broken{1, 0, 1, u.String()}},
		{"empty, as it was", page(aranea.StateGone, 200, aranea.HTTPEmpty, true), Broken{1, 0, 1, u.String()}},
		{"empty", page(aranea.StateDone, 200, aranea.HTTPEmpty, false), Broken{}},
		{"nothing came", page(aranea.StateDone, 200, aranea.NetTimeout, false), Broken{1, 0, 0, u.String()}},
		{"no answer", page(aranea.StateGone, 0, aranea.NetTimeout, true), Broken{}},
		{"a page", page(aranea.StateDone, 200, aranea.IndexAdded, true), Broken{}},
	} {
		var ta Tally
		ta.Add(&aranea.Entry{URL: u}, nil, &aranea.Outcome{Entry: tt.after, Requests: 1})
		got := ta.Counts()
		if got.Broken != tt.want || got.Sum[aranea.CountRequests] != 1 || (got.Sum[aranea.CountFetched] > 0) != (tt.after.State == aranea.StateDone && !tt.after.Again) {
			t.Errorf("%s: %+v, want %+v; %v", tt.name, got.Broken, tt.want, got.Sum)
		}
	}
}
