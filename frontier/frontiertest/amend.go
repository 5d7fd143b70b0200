package frontiertest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// errBroken is the error of a Naive whose disk fails.
var errBroken = errors.New("the disk takes nothing more")

// Break implements State.
func (f *Naive) Break(testing.TB) { f.broken = true }

// usable returns why nothing can be changed, if so.
func (f *Naive) usable() error {
	if f.broken {
		return errBroken
	}
	return nil
}

// ofOrigin returns the entries of an origin in the order of their IDs, those after behind if
// that is not zero.
func (f *Naive) ofOrigin(o weburl.Origin, behind weburl.ID) (all []*naiveEntry) {
	for id, e := range f.entries {
		if e.URL.Origin() == o && bytes.Compare(id[:], behind[:]) > 0 {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *naiveEntry) int {
		x, y := a.URL.ID(), b.URL.ID()
		return bytes.Compare(x[:], y[:])
	})
	return all
}

// Entries implements Frontier.
func (f *Naive) Entries(_ context.Context, o weburl.Origin, behind weburl.ID) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for _, e := range f.ofOrigin(o, behind) {
			if !yield(e.Entry, nil) {
				return
			}
		}
	}
}

// amend changes entries that are not leased, documents first, and returns how many.
func (f *Naive) amend(ctx context.Context, all []*naiveEntry, change func(*aranea.Entry) bool, apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	if err := f.usable(); err != nil {
		return 0, err
	}
	after := map[*naiveEntry]aranea.Entry{}
	var docs []aranea.IndexChange
	for _, e := range all {
		now := e.Entry
		if e.leased || !change(&now) {
			continue
		}
		after[e] = now
		if c := aranea.ChangeOf(&e.Entry, &now); c.Action != aranea.IndexKeep {
			docs = append(docs, c)
		}
	}
	if len(docs) > 0 && apply != nil {
		if err := apply(ctx, docs); err != nil {
			return 0, err
		}
	}
	for e, now := range after {
		if now.Priority == aranea.PriorityNamed && e.Priority != aranea.PriorityNamed {
			e.listed = e.Priority
		}
		e.Entry = now
	}
	return len(after), nil
}

// Undecided implements Frontier.
func (f *Naive) Undecided(_ context.Context, max int) (left []weburl.Origin, err error) {
	for o := range f.undecided {
		left = append(left, o)
	}
	slices.Sort(left)
	return left[:min(len(left), max)], nil
}

// Redecide implements Frontier, in one part.
func (f *Naive) Redecide(ctx context.Context, _ time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	_, err := f.amend(ctx, f.ofOrigin(did.Origin, behind), func(e *aranea.Entry) bool {
		if _, removed := f.Removed(e.URL); removed {
			return false
		}
		before := *e
		if len(decide(e)) == 0 {
			return false
		}
		did.Note(&before, e)
		return true
	}, apply)
	if err != nil {
		return weburl.ID{}, err
	}
	for _, e := range f.ofOrigin(did.Origin, weburl.ID{}) {
		did.Findable += e.Tally()[aranea.CountIndexed]
	}
	delete(f.undecided, did.Origin)
	delete(f.anew, did.Origin)
	return weburl.ID{}, nil
}

// Removed implements Frontier.
func (f *Naive) Removed(u weburl.URL) (by string, removed bool) {
	for _, t := range f.removals {
		if t.Matches(u) {
			return t.String(), true
		}
	}
	return "", false
}

// Remove implements Frontier.
func (f *Naive) Remove(ctx context.Context, _ time.Time, t target.Target, apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	if err := f.usable(); err != nil {
		return 0, err
	}
	f.removals = append(f.removals, t)
	var all []*naiveEntry
	for _, e := range f.entries {
		if t.Matches(e.URL) {
			all = append(all, e)
		}
	}
	return f.amend(ctx, all, func(e *aranea.Entry) bool {
		if e.State == aranea.StateExcluded && !e.Indexed {
			return false
		}
		exclude(e, aranea.OperatorRemoved, t.String())
		return true
	}, apply)
}

func exclude(e *aranea.Entry, why aranea.Reason, detail string) {
	e.State, e.Reason, e.Detail, e.Due, e.Indexed, e.Again = aranea.StateExcluded, why, detail, time.Time{}, false, false
}

func requeue(e *aranea.Entry) {
	e.State, e.Reason, e.Detail, e.Due, e.Attempts, e.Again = aranea.StateQueued, aranea.ScheduleQueued, "", time.Time{}, 0, false
}

// Requeue implements Frontier, except for imported entries.
func (f *Naive) Requeue(ctx context.Context, _ time.Time, ids []weburl.ID, why string, anew bool) (int, error) {
	all := map[*naiveEntry]bool{}
	for _, id := range ids {
		if e := f.entries[id]; e != nil {
			all[e] = true
		}
	}
	list := make([]*naiveEntry, 0, len(all))
	for e := range all {
		list = append(list, e)
	}
	moved := 0
	n, err := f.amend(ctx, list, func(e *aranea.Entry) bool {
		switch lost := anew && e.Found(); {
		case lost:
			requeue(e)
			e.Indexed, e.Detail, e.Validators = false, why, aranea.Validators{}
		case !anew && e.State == aranea.StateExcluded && e.Reason == aranea.RobotsDenied && !e.Named:
			e.Named = true
			moved++
		case !anew && e.Waits() && e.Priority != aranea.PriorityNamed && e.Due.IsZero():
			e.Priority = aranea.PriorityNamed
			moved++
		case e.Again || e.State != aranea.StateDone && e.State != aranea.StateGone:
			return false
		default:
			e.Again, e.Due, e.Attempts = true, time.Time{}, 0
			if !anew {
				e.Priority = aranea.PriorityNamed
			}
		}
		return true
	}, nil)
	return n - moved, err
}

// RereadRobots implements Frontier.
func (f *Naive) RereadRobots(_ context.Context, now time.Time, origins []weburl.Origin) error {
	if err := f.usable(); err != nil {
		return err
	}
	for _, o := range origins {
		f.reread[o] = true
		if f.host(o).Robots.Expires = now; f.robots[o].CheckedAt.After(now.Add(-time.Second)) {
			f.host(o).Robots.Expires = f.robots[o].CheckedAt.Add(time.Second)
		}
	}
	return nil
}

// Reexamine implements Frontier, in one part.
func (f *Naive) Reexamine(ctx context.Context, _ time.Time, o weburl.Origin, behind weburl.ID, decide func(*aranea.Entry) (step aranea.Event, instead string, changes bool), drop func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	_, err := f.amend(ctx, f.ofOrigin(o, behind), func(e *aranea.Entry) bool {
		if _, removed := f.Removed(e.URL); removed || e.Kind != aranea.KindPage && (e.Kind != aranea.KindSitemap || e.Reason != aranea.ScopeTrap) {
			return false
		}
		step, instead, changes := decide(e)
		if !changes {
			return false
		}
		if e.Target = instead; step.Reason == aranea.ScheduleQueued {
			requeue(e)
		} else {
			exclude(e, step.Reason, step.Detail)
		}
		return true
	}, drop)
	return weburl.ID{}, err
}

// HostTotals implements Frontier.
func (f *Naive) HostTotals() (asked, known int) {
	_, asked = f.Counts()
	return asked, len(f.hosts)
}

// waiting returns the number of queued entries of an origin.
func (f *Naive) waiting(o weburl.Origin) (n uint64) {
	for _, e := range f.ofOrigin(o, weburl.ID{}) {
		if e.Waits() {
			n++
		}
	}
	return n
}

// Left implements Frontier: each name has its own delay, and limits are ignored.
func (f *Naive) TimeLeft(now time.Time) (left time.Duration) {
	queued := map[string]uint64{}
	for o := range f.hosts {
		if !f.barred[o] && f.robots[o].Class != acquire.ClassUnreachable {
			queued[o.Host()] += f.waiting(o)
		}
	}
	for name, n := range queued {
		if delay := f.delay(name); n > 0 && delay > 0 {
			left = max(left, time.Duration(n)*delay+max(f.next[name].Sub(now), 0))
		}
	}
	return left
}

// Troubles implements Frontier: it returns hosts that the network rules refuse, and those
// without a robots file.
func (f *Naive) Troubles(_ context.Context, max int) (all aranea.Troubles, err error) {
	for o, h := range f.hosts {
		t := aranea.Trouble{Origin: o, Queued: f.waiting(o)}
		switch {
		case t.Queued == 0:
			continue
		case f.barred[o]:
			t.Reason = aranea.NetGuard
			all.Barred += t.Queued
		case f.robots[o].Class == acquire.ClassUnreachable:
			t.Reason, t.Until = aranea.RobotsUnreachable, h.Robots.Expires
		default:
			continue
		}
		all.Hosts++
		all.Queued += t.Queued
		all.List = append(all.List, t)
	}
	slices.SortFunc(all.List, func(a, b aranea.Trouble) int {
		return cmp.Or(cmp.Compare(b.Queued, a.Queued), cmp.Compare(a.Origin, b.Origin))
	})
	all.List = all.List[:min(len(all.List), max)]
	return all, nil
}
