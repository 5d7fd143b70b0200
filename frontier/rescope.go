package frontier

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Rescope redecides entries that were never visited, when the scope of the crawl differs from the one
// under which they were found, and returns how many it let in and left out. decide returns ReasonNone
// for an entry inside the scope, otherwise why it is outside, with a short detail. What an earlier scope
// left out for its location or depth is queued if it is inside now; queued pages that are outside now,
// for location, depth or type, are excluded. What was visited stays, unless a pattern or a folder leaves
// it out: then its document is deleted, by a call of apply before that is stored; apply is nil if there
// are none, or the same. All else stays out. If it was interrupted, another call continues.
func (f *Frontier) Rescope(ctx context.Context, now time.Time, decide func(*aranea.Entry) (aranea.Reason, string), apply func(context.Context, []aranea.IndexChange) error) (in, out int, err error) {
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
		if e.State != aranea.StateQueued || e.Kind != aranea.KindPage {
			return nil, false
		}
		why, detail := decide(&e.Entry)
		if e.Visits > 0 && !scope.IsFinal(why) || !fromAfar(why) && why != aranea.ScopeType {
			return nil, false
		}
		e.State, e.Reason, e.Detail, e.Due = aranea.StateExcluded, why, detail, time.Time{}
		return []aranea.Event{{At: now, Reason: why, Detail: detail}}, true
	}})
	if err != nil || apply == nil {
		return in, out, err
	}
	visited, err := f.amend(ctx, now, Filter{}, edit{apply: apply, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.State == aranea.StateQueued || e.Kind != aranea.KindPage {
			return nil, false
		}
		if why, detail := decide(&e.Entry); scope.IsFinal(why) {
			return leaveOut(e, now, why, detail)
		}
		return nil, false
	}})
	return in, out + visited, err
}

// Reindex takes documents out of the index that decide leaves out, and has pages visited again that
// were visited for their links only and may be indexed now. decide returns ReasonNone for a page that
// may be indexed, otherwise why not, with a short detail. Documents are deleted by a call of apply
// before that is stored; their links stay. Reindex returns how many pages it let in and left out; if
// it was interrupted, another call continues.
func (f *Frontier) Reindex(ctx context.Context, now time.Time, decide func(weburl.URL) (aranea.Reason, string), apply func(context.Context, []aranea.IndexChange) error) (in, out int, err error) {
	tell := func(before, after *aranea.Entry) {
		switch {
		case before.Indexed:
			out++
		case after.Again && !before.Again:
			in++
		}
	}
	_, err = f.amend(ctx, now, Filter{}, edit{apply: apply, tell: tell, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.Kind != aranea.KindPage || !e.Indexed && e.Reason != aranea.ScopeNoIndex {
			return nil, false
		}
		why, detail := decide(e.URL)
		switch {
		case !e.Indexed && why == aranea.ReasonNone && wasVisited(&e.Entry):
			e.Again, e.Due, e.Attempts = true, time.Time{}, 0
			e.Validators = aranea.Validators{} // its text was not kept
			return []aranea.Event{{At: now, Reason: aranea.ScheduleQueued, Detail: "it may be indexed now"}}, true
		case !e.Indexed && why != aranea.ReasonNone && e.Detail != detail:
			e.Detail = detail
			return nil, true
		case e.Hidden() && why != aranea.ReasonNone:
			return leaveOut(e, now, why, detail)
		case e.Indexed && why != aranea.ReasonNone:
			e.Indexed, e.Validators = false, aranea.Validators{}
			if e.State == aranea.StateDone {
				e.Reason, e.Detail = why, detail
			}
			return []aranea.Event{{At: now, Reason: why, Detail: detail}}, true
		}
		return nil, false
	}})
	return in, out, err
}

// LeaveOut leaves out what decide gives a reason for, with a short detail, because seeds were dropped:
// pages and sitemaps that are queued, and those that were visited, whose documents are deleted by
// calls of apply before that is stored. What a page, a robots file or the operator keeps out stays
// so, without its document. Entries that are leased meanwhile are left to their outcomes. decide may
// read entries by Stored. LeaveOut returns how many entries it left out; if it was interrupted,
// another call continues.
func (f *Frontier) LeaveOut(ctx context.Context, now time.Time, decide func(*aranea.Entry) (aranea.Reason, string), apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	return f.amend(ctx, now, Filter{}, edit{apply: apply, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.Kind == aranea.KindRobots || e.State == aranea.StateExcluded && !e.Indexed {
			return nil, false
		}
		if why, detail := decide(&e.Entry); why != aranea.ReasonNone {
			return leaveOut(e, now, why, detail)
		}
		return nil, false
	}})
}

// leaveOut leaves an entry out of the crawl, with its document, and returns the steps of its trail;
// false if it is out already.
func leaveOut(e *record.Entry, now time.Time, why aranea.Reason, detail string) ([]aranea.Event, bool) {
	switch {
	case e.State == aranea.StateExcluded && !e.Indexed:
		return nil, false
	case e.State == aranea.StateExcluded: // hidden: its robots file has the last word
		e.Indexed, e.Due = false, time.Time{}
		return []aranea.Event{{At: now, Reason: aranea.IndexRemoved, Detail: detail}}, true
	}
	e.Exclude(why, detail)
	e.Validators = aranea.Validators{} // its text is gone, should it be let in again
	return []aranea.Event{{At: now, Reason: why, Detail: detail}}, true
}

// Replan brings planned visits forward to where the wish of an operator puts them (schedule.Within;
// 0 changes nothing), those that should have been made by now to the next instant; returns how many.
func (f *Frontier) Replan(ctx context.Context, now time.Time, within time.Duration) (int, error) {
	if within == 0 {
		return 0, nil
	}
	return f.amend(ctx, now, Filter{}, edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		due := schedule.Within(within, &e.Entry, &aranea.Host{}) // the dispatcher keeps to the delay of the host
		if due.Equal(e.Due) {
			return nil, false
		}
		if e.Due = due; !due.After(now) {
			e.Due = now.Add(time.Microsecond) // an instant that is over would be no plan
		}
		return nil, true
	}})
}

// fromAfar reports whether an entry with this reason was left out because of its location or
// depth, which another scope may decide differently.
func fromAfar(r aranea.Reason) bool {
	switch r {
	case aranea.ScopeHost, aranea.ScopeSite, aranea.ScopePrefix, aranea.ScopeDepth, aranea.ScopeList, aranea.ScopePattern, aranea.ScopeDropped, aranea.ScopeFolder, aranea.ScopeArchive, aranea.ScopePartition, aranea.ScopeGenerated:
		return true
	}
	return false
}
