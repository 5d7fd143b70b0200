package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
)

// Reread queues pages for a visit that reads their document in another way, because the reader or
// the secret for them has changed: of those that were visited, or left out because of their type,
// the ones for which may returns true. A sitemap is queued only if it was not read: one behind a
// login, for which there is a secret now. A page no longer waits for its login; what is queued for
// another visit, or removed by the operator, stays where it is. It returns how many entries
// changed; if it was interrupted, another call continues. why is noted in their trails.
func (f *Frontier) Reread(ctx context.Context, now time.Time, why string, may func(*aranea.Entry) bool) (int, error) {
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: why}
	return f.amend(ctx, now, Filter{}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if _, removed := f.Removed(e.URL); removed || e.Kind == aranea.KindLink || e.Kind != aranea.KindPage && e.Reason == aranea.SitemapRead || !may(&e.Entry) {
			return nil, false
		}
		switch {
		case e.State == aranea.StateExcluded && e.Reason == aranea.ScopeType:
			e.Requeue()
		case wasVisited(&e.Entry), e.Reason == aranea.ScheduleLogin && e.Due.After(now):
			e.Again, e.Due, e.Attempts = e.State != aranea.StateQueued, time.Time{}, 0
		case !e.Again || e.Reread:
			return nil, false
		}
		e.Validators, e.Reread = aranea.Validators{}, e.Visits > 0
		return []aranea.Event{event}, true
	}})
}
