package frontier

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// Remove takes what a target names out of the crawl and keeps it out. First the rule becomes
// durable: from then on Commit marks nothing that it names as indexed, and URLs discovered under
// it are excluded. Then the known entries are excluded, in parts; before each part is stored,
// apply is called with the documents to delete from the index, at most 256 at once, and must
// make that durable before it returns. Entries that are leased meanwhile are excluded by their
// outcomes. Remove returns how many entries it excluded; if it was interrupted, another call
// continues.
//
// A visit whose document is put into the index while Remove runs would leave it there, so no
// such visit may be between its plan and the commit of its outcome.
func (f *Frontier) Remove(ctx context.Context, now time.Time, t target.Target, apply func(context.Context, []aranea.IndexChange) error) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "remove", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if err := f.setRule(ctx, now, t, true); err != nil {
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

// Restore reverts a removal and queues what it had excluded, to be requested in full, except for
// what another removal names; a URL named alone comes first. It returns how many it queued.
func (f *Frontier) Restore(ctx context.Context, now time.Time, t target.Target) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "restore", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if err := f.setRule(ctx, now, t, false); err != nil {
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
		e.Validators = aranea.Validators{} // its links were deleted with it, including those of a feed
		if e.URL.String() == t.String() {
			e.Priority = aranea.PriorityNamed
		}
		return []aranea.Event{event}, true
	}})
}

// Requeue queues visited and given-up entries for another visit and returns how many. Their
// state does not change until that visit is over. Entries that are queued, excluded or not known
// stay as they are. why is noted in their trails, in at most aranea.MaxDetail bytes.
//
// Without anew, somebody names the URLs now: they come before others of their hosts, including
// those that are queued already, and those that their robots file denies are visited when it
// opens them; neither of these two are counted. With anew, nothing of the last answer is reused:
// the next request is unconditional. An entry that counts as indexed has then lost its document:
// it is queued as if it had never been visited, even if it was queued already. An imported one is
// not visited and counts as gone.
func (f *Frontier) Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error) {
	event := aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: why}
	total := 0
	tell := func(before, after *aranea.Entry) {
		if !isDenied(after) && (anew || !before.Waits()) {
			total++
		}
	}
	again := edit{imports: anew, tell: tell, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if !anew && isDenied(&e.Entry) && !e.Named {
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

// isDenied reports whether the robots file of an entry denies it, so that it is opened again when
// the file allows it.
func isDenied(e *aranea.Entry) bool {
	return e.State == aranea.StateExcluded && e.Reason == aranea.RobotsDenied
}

// wasVisited reports whether an entry was visited or given up and is not waiting for another
// visit.
func wasVisited(e *aranea.Entry) bool {
	return !e.Again && (e.State == aranea.StateDone || e.State == aranea.StateGone)
}

// An edit is a change of many entries.
type edit struct {
	// change changes an entry and returns the steps of its trail; false, having changed nothing,
	// if the entry stays as it is. It is called twice: to learn what the change means for the
	// index, and to make it, with the entry as it is then.
	change func(*record.Entry) (steps []aranea.Event, changes bool)
	// imports says that imported entries are changed as well; otherwise they stay.
	imports bool
	most    int // number of entries that a step examines, if not 0
	// lookUp says that host names without an address are looked up again for changed entries.
	lookUp bool
	// apply makes durable what the change means for the index, before the change is made; nil if
	// it means nothing.
	apply func(context.Context, []aranea.IndexChange) error
	// tell is called with each changed entry; it may be nil.
	tell func(before, after *aranea.Entry)
}

// of changes an entry, if the edit applies to it.
func (d *edit) of(e *record.Entry) (steps []aranea.Event, changes bool) {
	if e.Imported && !d.imports {
		return nil, false
	}
	return d.change(e)
}

// amend changes the entries that a filter selects, in parts.
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

// looked is the number of entries that one step of a change examines: a step with nothing to
// change takes some 10 ms.
const looked = 4096

// amendSome is one step of amend: it examines some entries and changes at most selectChunk of
// them. next is the entry after which the next step begins, zero if there is none.
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

// amendPart changes some entries in one durable batch, except those that are leased or stay as
// they are.
func (f *Frontier) amendPart(ctx context.Context, now time.Time, ids []weburl.ID, d edit) (n int, err error) {
	err = f.durably(ctx, now, "change entries", func(c *change) (err error) {
		n, err = f.amendAll(c, ids, d)
		return err
	})
	return n, err
}

// amendAll adds those entries to a change that the edit changes and that are not leased, each
// once, and returns how many.
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

// hint queues visited URLs that have changed according to a sitemap, and gives the priorities of one to
// those that are queued.
func (f *Frontier) hint(c *change, o *aranea.Outcome) error {
	_, err := f.amendAll(c, o.Hints, edit{change: func(e *record.Entry) ([]aranea.Event, bool) { return nil, wasVisited(&e.Entry) && e.Hint() }})
	if err == nil && len(o.Listed) > 0 {
		ids := slices.SortedFunc(maps.Keys(o.Listed), func(a, b weburl.ID) int { return bytes.Compare(a[:], b[:]) })
		_, err = f.amendAll(c, ids, edit{change: func(e *record.Entry) ([]aranea.Event, bool) { return nil, e.List(o.Listed) }})
	}
	return err
}

// amendOne changes one entry and moves it into or out of the queue.
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
	if f.limitLink(&before, &e, s.host.siteKey) {
		if before.Reason == aranea.LinkLimit {
			return false, nil
		}
		events = []aranea.Event{{At: c.now.Time(), Reason: e.Reason, Detail: e.Detail}}
	}
	c.origins[s], c.changed[id] = true, true
	if d.lookUp {
		s.host.lookUpAgain()
	}
	if due := record.InstantAfter(before.Due); due != 0 {
		c.b.Delete(record.VisitKey(due, id))
		c.b.Delete(record.WaitKey(due, id))
		f.waiting = min(f.waiting, c.now) // it may have been the first: the next lease looks
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
