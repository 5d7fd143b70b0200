package tally

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
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
		{"it redirects now", there, with(there, func(e *aranea.Entry) {
			e.Reason, e.Target, e.Indexed = aranea.HTTPRedirect, "http://b.test/", false
		}), Again{Changed: 1}},
		{"a copy comes in", duplicate, with(there, as), Again{Unchanged: 1}},
		{"it gives way to a copy", there, with(duplicate, as), Again{Unchanged: 1}},
		{"a copy of another page now", duplicate, with(duplicate, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{Changed: 1}},
		{"a copy is closed", duplicate, with(duplicate, func(e *aranea.Entry) { e.Reason = aranea.DirectiveNoIndex }), Again{Unchanged: 1}},
		{"noindex now", there, with(there, func(e *aranea.Entry) { e.Indexed = false }), Again{Changed: 1}},
		{"gone now", there, with(away, as), Again{Gone: 1}},
		{"still gone", away, with(away, as), Again{Unchanged: 1}},
		{"still gone, from the queue", waits, with(away, as), Again{Unchanged: 1}},
		{"let in again as it was", removed, with(there, as), Again{Unchanged: 1}},
		{"let in again with another text", removed, with(there, func(e *aranea.Entry) { e.Fingerprint = aranea.Fingerprint{2} }), Again{Changed: 1}},
		{"there again", waits, with(there, as), Again{Changed: 1}},
		{"excluded", there, with(there, func(e *aranea.Entry) { e.State = aranea.StateExcluded }), Again{}},
	} {
		var ta Tally
		ta.Add(&tt.before, &aranea.Outcome{Entry: tt.after})
		if got := ta.Counts().Again; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
