package frontier

import (
	"context"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/entries"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// A Filter selects entries; see target.Filter.
type Filter = target.Filter

// selectChunk is the number of entries that are read ahead of the consumer.
const selectChunk = 256

// Select yields the entries that a filter selects, in the order of their IDs: site by site, and
// origin by origin within a site. Memory does not depend on their number. The store is read in
// parts, so the consumer may take as long as it likes; an entry that changes meanwhile is seen
// as it is when its part is read, and one that is added may be missed.
func (f *Frontier) Select(ctx context.Context, x Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		ranges, err := entries.Ranges(f.kv, &x)
		if err != nil {
			yield(aranea.Entry{}, err)
			return
		}
		var teller teller
		pick := func(id weburl.ID, e *aranea.Entry) (bool, error) {
			err := teller.tell(f, id, e)
			return err == nil && x.Picks(e), err
		}
		for i := range ranges {
			for more := true; more; {
				var part []aranea.Entry
				if part, more, err = ranges[i].Part(ctx, f.kv, selectChunk, pick); err != nil {
					yield(aranea.Entry{}, err)
					return
				}
				for i := range part {
					if !yield(part[i], nil) {
						return
					}
				}
			}
		}
	}
}

// A teller adds to queued entries why they wait. It remembers the last origin, because entries
// of one origin follow each other.
type teller struct {
	origin weburl.OriginID
	known  bool // origin is set
	reason aranea.Reason
	detail string
	due    time.Time
}

// tell sets the reason of a queued entry to why its host is not visited now, if there is a
// reason. An entry that the network rules refuse is shown as excluded, which it is as long as
// the rules stay: it is in the queue only for other rules.
func (t *teller) tell(f *Frontier, id weburl.ID, e *aranea.Entry) error {
	if e.State == aranea.StateQueued && e.Reason == aranea.NetGuard {
		e.State = aranea.StateExcluded
	}
	if e.State != aranea.StateQueued || !takesTurn(e.Reason) {
		return nil
	}
	if !t.known || t.origin != id.Origin() {
		*t = teller{origin: id.Origin(), known: true}
		if err := t.ask(f, e.URL.Host()); err != nil {
			return err
		}
	}
	if t.reason == aranea.ScopeBudget && e.Kind == aranea.KindLink {
		return nil // it is no page
	}
	if t.reason != aranea.ReasonNone {
		e.Reason, e.Detail, e.Due = t.reason, t.detail, t.due
	}
	if t.reason == aranea.NetGuard {
		e.State = aranea.StateExcluded
	}
	return nil
}

// ask finds out why the host of an origin is not visited now.
func (t *teller) ask(f *Frontier, name string) error {
	if at, ok := f.heldSince(name); ok {
		t.reason, t.detail = aranea.ScheduleHeld, "since "+at.Format(time.RFC3339)
		return nil
	}
	h, found, err := f.storedOrigin(t.origin)
	if err != nil || !found {
		return err
	}
	switch h.Blocked {
	case record.BlockedByRobots:
		t.reason, t.due = aranea.RobotsUnreachable, h.Robots.Expires
		t.detail, err = f.copyDetail(t.origin, h.Robots.Version)
	case record.BlockedByNetwork:
		t.reason = aranea.NetGuard
		t.detail, err = f.barredDetail(h.Origin.RobotsURL().IDIn(t.origin))
	case record.NotBlocked:
		if t.detail = f.budgetDetail(h.Origin); t.detail != "" {
			t.reason = aranea.ScopeBudget
		}
	}
	return err
}
