package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// Reexamine changes known pages of an origin by what was learned of it. decide returns for an
// entry that is to change the step of its trail, and optionally another URL that replaces it:
// with SCHEDULE.QUEUED the entry is queued, with any other reason it is excluded. Parts and drop
// are as in Redecide; entries that are leased or that the operator removed stay as they are, and so
// do lists, but those that were left out as traps.
func (f *Frontier) Reexamine(ctx context.Context, now time.Time, o weburl.Origin, behind weburl.ID, decide func(*aranea.Entry) (step aranea.Event, instead string, changes bool), drop func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	_, next, err := f.amendSome(ctx, now, Filter{Origin: o, After: behind}, edit{apply: drop, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if _, removed := f.Removed(e.URL); removed || e.Kind != aranea.KindPage && (e.Kind != aranea.KindSitemap || e.Reason != aranea.ScopeTrap) {
			return nil, false
		}
		step, instead, changes := decide(&e.Entry)
		if !changes {
			return nil, false
		}
		if e.Target = instead; step.Reason == aranea.ScheduleQueued {
			e.Requeue()
			e.Validators = aranea.Validators{} // its document has to be fetched again
			return []aranea.Event{step}, true
		}
		e.Exclude(step.Reason, step.Detail)
		return []aranea.Event{step}, true
	}})
	return next, err
}
