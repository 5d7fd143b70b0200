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
// where or how deep, are excluded. What was visited stays, and so does what a page, a robots file or the
// operator keeps out. Rescope returns how many entries it let in and left out;
// done again, it goes on where an earlier call was broken off.
func (f *Frontier) Rescope(ctx context.Context, now time.Time, decide func(*aranea.Entry) (aranea.Reason, string)) (in, out int, err error) {
	inside := func(e *aranea.Entry) bool {
		if e.State != aranea.StateExcluded || !fromAfar(e.Reason) {
			return false
		}
		why, _ := decide(e)
		_, removed := f.Removed(e.URL)
		return why == aranea.ReasonNone && !removed
	}
	event := &aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "it lies inside the scope of the crawl now"}
	in, err = f.amend(ctx, now, Filter{State: aranea.StateExcluded}, inside, nil, func(e *record.Entry) *aranea.Event {
		e.Requeue()
		return event
	})
	if err != nil {
		return in, 0, err
	}
	outside := func(e *aranea.Entry) bool {
		if e.State != aranea.StateQueued || e.Kind != aranea.KindPage || e.Visits > 0 {
			return false
		}
		why, _ := decide(e)
		return fromAfar(why)
	}
	out, err = f.amend(ctx, now, Filter{State: aranea.StateQueued}, outside, nil, func(e *record.Entry) *aranea.Event {
		e.State, e.Due = aranea.StateExcluded, time.Time{}
		e.Reason, e.Detail = decide(&e.Entry)
		return &aranea.Event{At: now, Reason: e.Reason, Detail: e.Detail}
	})
	return in, out, err
}

// fromAfar reports whether an entry with this reason was left out for where it
// lies or how deep, which another scope may see otherwise.
func fromAfar(r aranea.Reason) bool {
	switch r {
	case aranea.ScopeHost, aranea.ScopeSite, aranea.ScopePrefix, aranea.ScopeDepth:
		return true
	}
	return false
}
