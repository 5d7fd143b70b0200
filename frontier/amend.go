package frontier

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// Remove takes what a target names out of the crawl and keeps it out. The rule
// is durable first: from then on Commit marks nothing that it names as indexed,
// and what is discovered under it is excluded. Then the entries that are known
// are excluded, some at a time; before each part is stored, apply is told which
// documents to take out of the index, at most 256 at once, and must have made
// that durable when it returns. Entries that are leased meanwhile are excluded
// by their outcomes. Remove returns how many entries it excluded; done again, it
// goes on where an earlier call was broken off.
//
// A visit whose document is put into the index while Remove runs would leave it
// there; so no such visit may be under commit between its plan and its outcome.
func (f *Frontier) Remove(ctx context.Context, now time.Time, t target.Target, apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "remove", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if _, err := f.setRule(ctx, now, t, true); err != nil {
		return 0, err
	}
	return f.amend(ctx, now, Filter{Target: t}, edit{apply: apply, imports: true, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if e.State == aranea.StateExcluded && !e.Indexed {
			return nil, false
		}
		e.Exclude(aranea.OperatorRemoved, t.String())
		return []aranea.Event{{At: now, Reason: aranea.OperatorRemoved, Detail: t.String()}}, true
	}})
}

// Restore takes a removal back and queues what it had excluded, to be asked for in whole, but
// for what another removal names; a URL named alone is first. It returns how many it queued.
func (f *Frontier) Restore(ctx context.Context, now time.Time, t target.Target) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "restore", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if _, err := f.setRule(ctx, now, t, false); err != nil {
		return 0, err
	}
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "the removal of " + t.String() + " was taken back"}
	return f.amend(ctx, now, Filter{Target: t}, edit{imports: true, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if _, still := f.Removed(e.URL); still || e.State != aranea.StateExcluded || e.Reason != aranea.OperatorRemoved {
			return nil, false
		}
		if e.Imported {
			lose(e)
			return []aranea.Event{{At: now, Reason: aranea.IndexRemoved, Detail: e.Detail}}, true
		}
		e.Requeue()
		e.Validators = aranea.Validators{} // its links went with it, those of a feed too
		if e.URL.String() == t.String() {
			e.Priority = aranea.PriorityNamed
		}
		return []aranea.Event{event}, true
	}})
}

// Requeue puts visited and given-up entries into the queue for another visit and
// returns how many. Where they stand does not change until that is over. Entries
// that are in the queue, excluded or not known stay as they are. Why is told in
// their trails, in at most aranea.MaxDetail bytes. Without anew, somebody names them
// now: they come before others of their hosts, also those that are in the queue already,
// and hidden ones are visited when they are found again; both are not counted. With anew,
// nothing of the last answer is believed: the next request is not conditional. An entry
// that counts as indexed has lost its document then: it is queued as if it was never
// visited, also if it was in the queue, and what was imported is not visited and counts
// as gone.
func (f *Frontier) Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error) {
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: why}
	total := 0
	tell := func(before, after *aranea.Entry) {
		if !after.Hidden() && (anew || !before.Waits()) {
			total++
		}
	}
	again := edit{imports: anew, tell: tell, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if !anew && e.Hidden() && !e.Named {
			e.Named = true
			return nil, true
		}
		if !anew && e.Waits() {
			if e.Priority == aranea.PriorityNamed || e.Due.After(now) {
				return nil, false
			}
			e.Priority, e.Named = aranea.PriorityNamed, e.Named || e.Again
			return []aranea.Event{event}, true
		}
		lost := anew && e.Found()
		if !lost && !wasVisited(&e.Entry) {
			return nil, false
		}
		if e.Imported {
			lose(e)
			return []aranea.Event{{At: now, Reason: aranea.IndexRemoved, Detail: e.Detail}}, true
		}
		e.Again, e.Due, e.Attempts, e.Named = true, time.Time{}, 0, e.Named || !anew
		if anew {
			e.Validators, e.Indexed = aranea.Validators{}, false
		} else {
			e.Priority = aranea.PriorityNamed
		}
		if lost {
			e.Requeue()
			e.Again, e.Detail = false, why
		}
		return []aranea.Event{event}, true
	}}
	for part := range slices.Chunk(ids, selectChunk) {
		if _, err := f.amendPart(ctx, now, part, again); err != nil {
			return total, err
		}
	}
	return total, nil
}

// wasVisited reports whether an entry was visited or given up and does not wait
// for another visit.
func wasVisited(e *aranea.Entry) bool {
	return !e.Again && (e.State == aranea.StateDone || e.State == aranea.StateGone)
}

// An edit is a change of many entries.
type edit struct {
	// change changes an entry and returns the steps of its trail; false, having
	// changed nothing, if the entry stays as it is. It is asked twice: to know what
	// the change means for the index, and to make it, with the entry as it is then.
	change func(*record.Entry) (steps []aranea.Event, changes bool)
	// imports says that imported entries are asked for as well; else they stay.
	imports bool
	most    int // how many entries a step looks at, if that is not 0
	// lookUp says that names without an address are looked up for what is changed.
	lookUp bool
	// apply makes durable what the change means for the index, before it is made;
	// nil if it means nothing.
	apply func(context.Context, []aranea.IndexChange) error
	// tell is told of each entry that was changed; it may be nil.
	tell func(before, after *aranea.Entry)
}

// of changes an entry, if it is one that the edit may change.
func (d *edit) of(e *record.Entry) (steps []aranea.Event, changes bool) {
	if e.Imported && !d.imports {
		return nil, false
	}
	return d.change(e)
}

// amend changes the entries of a filter, a part at a time.
func (f *Frontier) amend(ctx context.Context, now time.Time, x Filter, d edit) (int, error) {
	total := 0
	for {
		part, next, err := f.amendSome(ctx, now, x, d)
		if total += part; err != nil || next.IsZero() {
			return total, err
		}
		x.After = next
	}
}

// looked is how many entries one step of a change looks at: a step with nothing
// to change takes some 10 ms.
const looked = 4096

// amendSome is one step of amend: it looks at some entries and changes at most selectChunk of
// them. Next is the entry behind which the next step begins, zero if there is none.
func (f *Frontier) amendSome(ctx context.Context, now time.Time, x Filter, d edit) (n int, next weburl.ID, err error) {
	var ids []weburl.ID
	var docs []aranea.IndexChange
	seen := 0
	for e, err := range f.Select(ctx, x) {
		if err != nil {
			return 0, next, err
		}
		id := e.URL.ID()
		after := record.Entry{Entry: e}
		if _, changes := d.of(&after); changes {
			ids = append(ids, id)
			if c := aranea.ChangeOf(&e, &after.Entry); c.Action != aranea.IndexKeep {
				docs = append(docs, c)
			}
		}
		if seen++; len(ids) == selectChunk || seen == min(cmp.Or(d.most, looked), looked) {
			next = id
			break
		}
	}
	if len(docs) > 0 {
		if err := d.apply(ctx, docs); err != nil {
			return 0, next, err
		}
	}
	n, err = f.amendPart(ctx, now, ids, d)
	return n, next, err
}

// amendPart changes some entries in one durable batch. Those that are leased or
// stay as they are, are left alone.
func (f *Frontier) amendPart(ctx context.Context, now time.Time, ids []weburl.ID, d edit) (n int, err error) {
	err = f.durably(ctx, now, "change entries", func(c *change) (err error) {
		n, err = f.amendAll(c, ids, d)
		return err
	})
	return n, err
}

// amendAll makes those entries part of a change that the edit changes and that are not
// leased, each once, and returns how many.
func (f *Frontier) amendAll(c *change, ids []weburl.ID, d edit) (n int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	leased := f.leasedNow()
	for _, id := range ids {
		if leased[id] || c.changed[id] {
			continue
		}
		changed, err := f.amendOne(c, id, d)
		if err != nil {
			return n, err
		}
		if changed {
			n++
		}
	}
	return n, nil
}

// leasedNow returns the URLs that are leased. The mutex is held.
func (f *Frontier) leasedNow() map[weburl.ID]bool {
	leased := make(map[weburl.ID]bool, len(f.leases))
	for _, l := range f.leases {
		if l.entry.Kind != aranea.KindRobots {
			leased[l.queue.ID(l.origin.id)] = true
		}
	}
	return leased
}

// hint queues visited URLs that a sitemap calls changed.
func (f *Frontier) hint(c *change, ids []weburl.ID) error {
	again := edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
		if !wasVisited(&e.Entry) {
			return nil, false
		}
		e.Again, e.Due, e.Attempts, e.Hinted = true, time.Time{}, 0, true
		return nil, true
	}}
	_, err := f.amendAll(c, ids, again)
	return err
}

// amendOne changes one entry and moves it into the queue or out of it.
func (f *Frontier) amendOne(c *change, id weburl.ID, d edit) (bool, error) {
	before, known, err := f.entryOf(id, f.atHand(id))
	if err != nil || !known {
		return false, err
	}
	e := before
	events, changes := d.of(&e)
	if !changes {
		return false, nil
	}
	e.KeepListed(before.Priority)
	s, err := f.origin(e.URL.Origin(), id.Origin())
	if err != nil {
		return false, err
	}
	c.origins[s], c.changed[id] = true, true
	if d.lookUp {
		s.host.lookUpAgain()
	}
	if due := record.InstantAfter(before.Due); due != 0 {
		c.b.Delete(record.VisitKey(due, id))
		c.b.Delete(record.WaitKey(due, id))
	}
	if before.Waits() {
		q := before.Queued(id)
		s.unqueue(c.b, q)
		f.windows.Remove(&s.window, q)
	}
	if e.Waits() {
		e.Rank = f.opt.Order.Rank(&e.Entry)
	}
	f.enqueue(c, s, &e, id)
	f.count(s, before.Tally(), e.Tally())
	c.tell(&e, id, events)
	if d.tell != nil {
		d.tell(&before.Entry, &e.Entry)
	}
	f.buf = e.Encode(f.buf, s.id)
	c.b.Put(record.EntryKey(id), f.buf)
	f.note(id, &e)
	if before.Found() == e.Found() && before.Fingerprint == e.Fingerprint {
		return true, nil
	}
	return true, f.keepText(c, id, &before.Entry, &e.Entry)
}
