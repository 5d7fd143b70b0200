package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Remove takes what a target names out of the crawl and keeps it out. The rule
// is durable first: from then on Commit marks nothing that it names as indexed,
// and what is discovered under it is excluded. Then the entries that are known
// are excluded, some at a time; before each part is stored, drop is told which
// documents to take out of the index, at most 256 at once, and must have made
// that durable when it returns. Entries that are leased meanwhile are excluded
// by their outcomes. Remove returns how many entries it excluded; done again, it
// goes on where an earlier call was broken off.
//
// A visit whose document is put into the index while Remove runs would leave it
// there; so no such visit may be under commit between its plan and its outcome.
func (f *Frontier) Remove(ctx context.Context, now time.Time, t Target, drop func(context.Context, []aranea.IndexChange) error) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "remove", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if _, err := f.setRule(ctx, now, t, true); err != nil {
		return 0, err
	}
	open := func(e *aranea.Entry) bool { return e.State != aranea.StateExcluded || e.Indexed }
	event := &aranea.Event{At: now, Reason: aranea.OperatorRemoved, Detail: t.text}
	return f.amend(ctx, now, Filter{Target: t}, open, drop, func(e *record.Entry) *aranea.Event {
		e.State, e.Reason, e.Detail, e.Due = aranea.StateExcluded, aranea.OperatorRemoved, t.text, time.Time{}
		e.Indexed, e.Again = false, false
		return event
	})
}

// Restore takes a removal back and queues what it had excluded, but for what
// another removal still names. It returns how many entries it queued.
func (f *Frontier) Restore(ctx context.Context, now time.Time, t Target) (int, error) {
	if t.IsZero() {
		return 0, &aranea.Error{Op: "restore", Kind: aranea.Invalid, Err: errors.New("the target names nothing")}
	}
	if _, err := f.setRule(ctx, now, t, false); err != nil {
		return 0, err
	}
	removed := func(e *aranea.Entry) bool {
		if _, still := f.Removed(e.URL); still {
			return false
		}
		return e.State == aranea.StateExcluded && e.Reason == aranea.OperatorRemoved
	}
	event := &aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "the removal of " + t.text + " was taken back"}
	return f.amend(ctx, now, Filter{Target: t}, removed, nil, func(e *record.Entry) *aranea.Event {
		e.Requeue()
		return event
	})
}

// Requeue puts visited and given-up entries into the queue for another visit and
// returns how many. Where they stand does not change until that is over. Entries
// that are in the queue, excluded or not known stay as they are. With
// anew, nothing of the last answer is believed: the next request is not
// conditional, and the document counts as not indexed.
func (f *Frontier) Requeue(ctx context.Context, now time.Time, ids []weburl.ID, anew bool) (int, error) {
	event := &aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: "asked for by the operator"}
	total := 0
	for part := range slices.Chunk(ids, selectChunk) {
		n, err := f.amendPart(ctx, now, part, wasVisited, func(e *record.Entry) *aranea.Event {
			e.Again, e.Due, e.Attempts = true, time.Time{}, 0
			if anew {
				e.Validators, e.Indexed = aranea.Validators{}, false
			}
			return event
		})
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// amend changes the entries of a filter that want it, a part at a time.
func (f *Frontier) amend(ctx context.Context, now time.Time, x Filter, wants func(*aranea.Entry) bool, drop func(context.Context, []aranea.IndexChange) error, edit func(*record.Entry) *aranea.Event) (int, error) {
	total := 0
	var ids []weburl.ID
	var docs []aranea.IndexChange
	flush := func() error {
		if drop != nil && len(docs) > 0 {
			if err := drop(ctx, docs); err != nil {
				return err
			}
		}
		n, err := f.amendPart(ctx, now, ids, wants, edit)
		ids, docs, total = ids[:0], docs[:0], total+n
		return err
	}
	for e, err := range f.Select(ctx, x) {
		if err != nil {
			return total, err
		}
		if !wants(&e) {
			continue
		}
		ids = append(ids, e.URL.ID())
		if e.Indexed {
			docs = append(docs, aranea.IndexChange{Action: aranea.IndexDelete, URL: e.URL, Version: e.Visits})
		}
		if len(ids) == selectChunk {
			if err := flush(); err != nil {
				return total, err
			}
		}
	}
	return total, flush()
}

// amendPart changes some entries in one durable batch. Those that are leased or
// do not want it any more are left alone.
func (f *Frontier) amendPart(ctx context.Context, now time.Time, ids []weburl.ID, wants func(*aranea.Entry) bool, edit func(*record.Entry) *aranea.Event) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	n, wait, err := f.startAmend(ctx, now, ids, wants, edit)
	if err != nil || n == 0 {
		return 0, err
	}
	return n, f.await(wait, "change entries")
}

func (f *Frontier) startAmend(ctx context.Context, now time.Time, ids []weburl.ID, wants func(*aranea.Entry) bool, edit func(*record.Entry) *aranea.Event) (int, func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return 0, nil, err
	}
	leased := make(map[weburl.ID]bool, len(f.leases))
	for _, l := range f.leases {
		if l.entry.Kind != aranea.KindRobots {
			leased[l.queue.ID(l.origin.id)] = true
		}
	}
	c, n := f.begin(now), 0
	for _, id := range ids {
		if leased[id] {
			continue
		}
		changed, err := f.amendOne(c, id, wants, edit)
		if err != nil {
			return 0, nil, f.fail(err)
		}
		if changed {
			n++
			leased[id] = true // once is enough
		}
	}
	if n == 0 {
		return 0, nil, nil
	}
	wait, err := f.finish(c)
	if err != nil {
		return 0, nil, f.fail(fmt.Errorf("change entries: %w", err))
	}
	return n, wait, nil
}

// amendOne changes one entry and moves it into the queue or out of it.
func (f *Frontier) amendOne(c *change, id weburl.ID, wants func(*aranea.Entry) bool, edit func(*record.Entry) *aranea.Event) (bool, error) {
	key := record.EntryKey(id)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read entry %s: %w", id, err)
	}
	before, err := record.DecodeEntry(key, v)
	if err != nil || !wants(&before.Entry) {
		return false, err
	}
	e := before
	event := edit(&e)
	s, err := f.origin(e.URL.Origin(), id.Origin())
	if err != nil {
		return false, err
	}
	c.origins[s] = true
	due := record.InstantAfter(before.Due)
	c.b.Delete(record.VisitKey(due, id))
	if before.Waits() {
		q := before.Queued(id)
		c.b.Delete(record.QueueKey(s.id, q.Position))
		c.b.Delete(record.WaitKey(due, id))
		f.windows.change(s, func() {
			s.window = slices.DeleteFunc(s.window, func(w record.Queued) bool { return w == q })
		})
	}
	if e.Waits() {
		c.moves = append(c.moves, move{s, enqueue(c.b, s, &e, id)})
	}
	f.count(s, before.Tally(), e.Tally())
	if event != nil {
		f.trail(c, id, &e.Trails, []aranea.Event{*event})
	}
	f.buf = e.Encode(f.buf)
	c.b.Put(key, f.buf)
	f.note(id, &e)
	if before.Indexed == e.Indexed {
		return true, nil
	}
	return true, f.settleText(c, id, &before.Entry, &e.Entry)
}
