package listing

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// Known compares a list with what is known of its pages on a host, as look finds it. Stale are the
// visited ones that, by their dates, changed after their last visit, at most as many as the dates of
// the host are believed for. Priorities are those that the list gives to pages that are queued for
// their first visit and were found before, by a link. Of a page of which the list says neither,
// nothing is looked for.
func (l *List) Known(h *aranea.Host, now time.Time, look func(weburl.ID) (aranea.Entry, bool, error)) (stale []weburl.ID, priorities map[weburl.ID]int8, err error) {
	most := schedule.Believed(h)
	for _, p := range l.Pages {
		dated := len(stale) < most && !p.Modified.IsZero() && !p.Modified.After(now)
		if !dated && p.Priority == 0 || p.URL.Origin() != h.Origin {
			continue
		}
		e, known, err := look(p.URL.ID())
		if err != nil {
			return nil, nil, fmt.Errorf("look for %s: %w", p.URL, err)
		}
		visited := known && !e.Waits() && (e.State == aranea.StateDone || e.State == aranea.StateGone)
		switch {
		case visited && dated && p.Modified.After(e.VisitedAt):
			stale = append(stale, p.URL.ID())
		case known && counts(&e, p.Priority):
			if priorities == nil {
				priorities = map[weburl.ID]int8{}
			}
			priorities[p.URL.ID()] = p.Priority
		}
	}
	return stale, priorities, nil
}

// counts reports whether a list changes the priority of an entry: a higher one counts, and a lower
// one if nothing was said of it before. That which an operator or its site names is not touched.
func counts(e *aranea.Entry, priority int8) bool {
	return e.Kind == aranea.KindPage && e.State == aranea.StateQueued && !e.Again && e.Visits == 0 && e.Priority != aranea.PriorityNamed &&
		(priority > max(e.Priority, 0) || priority < 0 && e.Priority == 0)
}
