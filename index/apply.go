package index

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/segment"
)

// Apply makes changes durable and brings them into memory, where they are searchable at once. A
// page that is put replaces its earlier version. Apply waits for a flush only if memory is full
// and the previous flush has not ended. If one of the changes is not valid, such as a page with an
// element outside of its text, the error is of kind Invalid, and nothing of them is applied.
func (x *Index) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	for i := range changes {
		if err := valid(&changes[i]); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := take(ctx, x.turn); err != nil {
		return err
	}
	defer give(x.turn)
	if err := x.Failed(); err != nil {
		return err
	}
	if err := x.makeRoom(ctx); err != nil {
		return err
	}
	if err := x.upgrade(ctx); err != nil {
		return err
	}
	var err error
	x.encoded, err = logChanges(x.log, x.encoded, changes)
	switch {
	case aranea.KindOf(err) == aranea.Limit:
		return err // nothing was written
	case err != nil:
		return x.fail(err)
	}
	if err := x.invert(changes); err != nil {
		return x.fail(err)
	}
	if x.due() {
		return x.freeze()
	}
	return nil
}

// makeRoom freezes the active generation if it is full; the one before must be flushed first.
// The turn is held.
func (x *Index) makeRoom(ctx context.Context) error {
	if !x.active.full(x.opt.BufferBytes) {
		return nil
	}
	if err := x.waitFlushed(ctx); err != nil {
		return err
	}
	return x.freeze()
}

// invert brings changes into the active generation. Once they are in the log, it brings in all
// of them. The turn is held.
func (x *Index) invert(changes []aranea.IndexChange) error {
	if len(changes) == 0 {
		return nil
	}
	now := x.opt.Now()
	x.mu.Lock()
	if x.active.empty() {
		x.active.oldest = now
	}
	first := !x.written
	x.applied, x.written = now, true
	x.disturb()
	x.mu.Unlock()
	if first {
		defer x.mergeSoon()
	}
	work, renewals, veils := deal(changes, x.active.buffers, x.opt.BufferBytes/smallShare)
	if err := x.active.add(x.makers, work); err != nil {
		return err
	}
	views := x.active.look()
	for !x.replace(views, renewals, veils) {
	}
	return nil
}

// replace makes the inverted pages searchable in place of earlier documents of the same URLs,
// and hides and shows documents. Looking documents up may read from disk, so it happens without
// a lock; if the segments changed meanwhile, replace does nothing and returns false. The turn
// is held.
func (x *Index) replace(views []*segment.Segment, renewals []renewal, v veils) bool {
	x.mu.Lock()
	all, epoch := slices.Clone(x.live), x.epoch
	for _, l := range all {
		l.Acquire()
	}
	x.mu.Unlock()
	defer releaseLive(all)
	effects := make([]effect, len(all))
	for i, l := range all {
		effects[i].of(l, renewals, v)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.epoch != epoch {
		return false
	}
	for i := range x.live {
		x.live[i] = effects[i].done(x.live[i])
	}
	for i, s := range views {
		if s != nil {
			x.show(x.active.buffers[i], s, v)
		}
	}
	x.filled = x.active.bytes()
	if x.halfFull() && x.ahead.open() {
		x.wake()
	}
	return true
}

// show makes a view of a buffer searchable in place of the previous view. x.mu is held.
func (x *Index) show(b *buffer, view *segment.Segment, v veils) {
	i := slices.IndexFunc(x.live, func(l live) bool { return l.Segment == b.view })
	if i < 0 {
		i = len(x.live)
		x.live = append(slices.Clip(x.live), live{inMemory: true})
	} else {
		b.view.Release()
	}
	b.view, x.live[i].Segment = view, view
	var f effect
	for id, hide := range v {
		f.veil(x.live[i], id, hide)
	}
	x.live[i] = f.done(x.live[i])
	x.epoch++
}

// An effect lists the documents of one segment whose state changes.
type effect struct{ superseded, removed, hidden, shown []uint32 }

// of finds the documents of a segment whose state changes.
func (f *effect) of(l live, renewals []renewal, v veils) {
	for _, r := range renewals {
		doc, ok := l.Find(r.id)
		switch {
		case !ok || l.isLost(doc):
		case r.removed || l.isHidden(doc):
			f.removed = append(f.removed, doc)
		case !l.isDeleted(doc):
			f.superseded = append(f.superseded, doc)
		}
	}
	for id, hide := range v {
		f.veil(l, id, hide)
	}
}

// done returns the segment with the changes applied.
func (f *effect) done(l live) live {
	return l.supersede(f.superseded).without(f.removed).veiled(f.hidden, f.shown)
}
