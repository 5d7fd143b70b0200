package frontier

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// maxExamples is how many URLs a RobotsChange names.
const maxExamples = 5

// Redecide carries out what a changed robots file means for the known pages of
// an origin, some at a time. Decide looks at an entry and returns the step of its
// trail if it is to change: with ROBOTS.DENIED the entry is excluded, with
// SCHEDULE.QUEUED it is queued. Before each part is stored, drop is told which
// documents to take out of the index, at most 256 at once, and must have made
// that durable when it returns. Entries that are leased, and those that the
// operator removed, stay as they are. When all is done the trail of the robots
// file says so, and the origin is no longer one of Undecided; a call that was
// broken off is made again.
func (f *Frontier) Redecide(ctx context.Context, now time.Time, o weburl.Origin, decide func(*aranea.Entry) (aranea.Event, bool), drop func(context.Context, []aranea.IndexChange) error) (aranea.RobotsChange, error) {
	did := aranea.RobotsChange{Origin: o}
	wants := func(e *aranea.Entry) bool {
		_, removed := f.Removed(e.URL)
		if e.Kind != aranea.KindPage || removed {
			return false
		}
		_, changes := decide(e)
		return changes
	}
	_, err := f.amend(ctx, now, Filter{Origin: o}, wants, drop, func(e *record.Entry) *aranea.Event {
		event, _ := decide(&e.Entry)
		if len(did.Examples) < maxExamples {
			did.Examples = append(did.Examples, e.URL.String())
		}
		if event.Reason == aranea.ScheduleQueued {
			did.Opened++
			e.Requeue()
			e.Validators = aranea.Validators{} // its document has to come again
			return &event
		}
		did.Closed++
		if e.Indexed {
			did.Hidden++
		}
		e.State, e.Reason, e.Detail, e.Due = aranea.StateExcluded, event.Reason, event.Detail, time.Time{}
		e.Indexed, e.Again = false, false
		return &event
	})
	if err != nil {
		return did, err
	}
	wait, err := f.endRedecide(ctx, now, &did)
	if err != nil {
		return did, err
	}
	return did, f.await(wait, "decide anew")
}

// endRedecide notes that everything of the origin is decided.
func (f *Frontier) endRedecide(ctx context.Context, now time.Time, did *aranea.RobotsChange) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	id := f.originID(did.Origin)
	s, err := f.origin(did.Origin, id)
	if err != nil {
		return nil, f.fail(err)
	}
	did.Left = s.Counts[aranea.CountIndexed]
	c := f.begin(now)
	c.origins[s] = true
	c.b.Delete(record.UndecidedKey(id))
	if did.Closed+did.Opened > 0 {
		f.trail(c, did.Origin.RobotsURL().IDIn(id), &s.Trails, []aranea.Event{{At: now, Reason: aranea.RobotsChanged, Detail: record.Within(did.String(), aranea.MaxDetail)}})
	}
	wait, err := f.finish(c)
	if err != nil {
		return nil, f.fail(fmt.Errorf("decide anew: %w", err))
	}
	return wait, nil
}

// Undecided returns at most max origins whose robots file has changed and whose
// known pages were not all decided anew since.
func (f *Frontier) Undecided(ctx context.Context, max int) ([]weburl.Origin, error) {
	var origins []weburl.Origin
	for p, err := range f.kv.Scan([]byte{record.TableUndecided}, []byte{record.TableUndecided + 1}) {
		if err != nil {
			return nil, fmt.Errorf("list origins to decide anew: %w", err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(p.Key) != 1+record.OriginLen {
			return nil, record.Corrupt(p.Key, record.ErrRecord)
		}
		h, found, err := f.storedOrigin(weburl.OriginID(p.Key[1:]))
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, record.Corrupt(p.Key, record.ErrRecord)
		}
		if origins = append(origins, h.Origin); len(origins) == max {
			break
		}
	}
	return origins, nil
}
