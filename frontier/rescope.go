package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// Rescope decides anew on entries that were never visited, when the scope of the
// crawl is another than the one they were found under. decide returns
// ReasonNone for an entry inside the scope, else why it lies outside and in a few
// words how. Entries that an earlier scope left out for where they lie or how
// deep are queued if they are inside now; queued pages that lie outside now, by
// where, how deep or of which type, are excluded. What was visited stays, and so does what a page, a robots file or the
// operator keeps out. Rescope returns how many entries it let in and left out;
// done again, it goes on where an earlier call was broken off.
func (f *Frontier) Rescope(ctx context.Context, now time.Time, decide func(*aranea.Entry) (aranea.Reason, string)) (in, out int, err error) {
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "it lies inside the scope of the crawl now"}
	in, err = f.amend(ctx, now, Filter{State: aranea.StateExcluded}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.State != aranea.StateExcluded || !fromAfar(e.Reason) {
			return nil, false
		}
		why, _ := decide(&e.Entry)
		if _, removed := f.Removed(e.URL); removed || why != aranea.ReasonNone {
			return nil, false
		}
		e.Requeue()
		return []aranea.Event{event}, true
	}})
	if err != nil {
		return in, 0, err
	}
	out, err = f.amend(ctx, now, Filter{State: aranea.StateQueued}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.State != aranea.StateQueued || e.Kind != aranea.KindPage || e.Visits > 0 {
			return nil, false
		}
		why, detail := decide(&e.Entry)
		if !fromAfar(why) && why != aranea.ScopeType {
			return nil, false
		}
		e.State, e.Reason, e.Detail, e.Due = aranea.StateExcluded, why, detail, time.Time{}
		return []aranea.Event{{At: now, Reason: why, Detail: detail}}, true
	}})
	return in, out, err
}

// fromAfar reports whether an entry with this reason was left out for where it
// lies or how deep, which another scope may see otherwise.
func fromAfar(r aranea.Reason) bool {
	return r == aranea.ScopeHost || r == aranea.ScopeSite || r == aranea.ScopePrefix || r == aranea.ScopeDepth
}
