package index

import (
	"context"
	"errors"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Apply makes changes durable and brings them into memory, where they wait to
// be flushed. A page that is put replaces its earlier version. It waits for a
// flush only if memory is full and the flush before has not ended.
func (x *Index) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	for i := range changes {
		if changes[i].Action == aranea.IndexPut && changes[i].Page == nil {
			return &aranea.Error{Op: "apply to index", Kind: aranea.Invalid, Obj: changes[i].URL.String(), Err: errors.New("put without a page")}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := take(ctx, x.turn); err != nil {
		return err
	}
	defer give(x.turn)
	if err := x.failed(); err != nil {
		return err
	}
	if err := x.makeRoom(ctx); err != nil {
		return err
	}
	switch err := x.log.append(changes); {
	case aranea.KindOf(err) == aranea.Limit:
		return err // nothing was written
	case err != nil:
		return x.fail(err)
	}
	if err := x.invert(ctx, changes); err != nil {
		return x.fail(err)
	}
	if due, toDisk := x.due(); due {
		return x.freeze(toDisk)
	}
	return nil
}

// makeRoom freezes a full generation, for which the one before must be flushed.
// The turn is held.
func (x *Index) makeRoom(ctx context.Context) error {
	if !x.active.full(x.opt.BufferBytes) {
		return nil
	}
	if err := x.waitFlushed(ctx); err != nil {
		return err
	}
	return x.freeze(true)
}

// invert brings changes into the active generation. The turn is held. Once the
// changes are in the log they are brought in whole, whatever ctx says.
func (x *Index) invert(ctx context.Context, changes []aranea.IndexChange) error {
	if len(changes) == 0 {
		return nil
	}
	if x.active.empty() {
		now := x.opt.Now()
		x.mu.Lock()
		x.active.oldest = now
		x.mu.Unlock()
	}
	work, ids, veils := deal(changes, x.active.buffers)
	if err := x.active.add(context.WithoutCancel(ctx), x.makers, work); err != nil {
		return err
	}
	for !x.replace(work, ids, veils) {
	}
	return nil
}

// replace puts the inverted pages in the place of the documents of the same
// URLs, and hides and shows documents. It reports false, having done nothing, if the segments changed while it
// looked these up: reading segments may wait for the disk, so no lock is held.
func (x *Index) replace(work [][]*aranea.IndexChange, ids []weburl.ID, v veils) bool {
	x.mu.Lock()
	all, epoch := slices.Clone(x.live), x.epoch
	for _, l := range all {
		l.Acquire()
	}
	x.mu.Unlock()
	defer releaseLive(all)
	docs := make([][]uint32, len(all))
	for i, l := range all {
		for _, id := range ids {
			if doc, ok := l.Find(id); ok && !l.isDeleted(doc) {
				docs[i] = append(docs[i], doc)
			}
		}
	}
	hide, show := v.find(all)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.epoch != epoch {
		return false
	}
	for i := range x.live {
		x.live[i] = x.live[i].without(docs[i]).veiled(hide[i], show[i])
	}
	for _, id := range ids {
		x.active.remove(id)
		if x.frozen != nil {
			x.frozen.remove(id)
		}
	}
	x.active.place(work)
	x.active.veil(v)
	if x.frozen != nil {
		x.frozen.veil(v)
	}
	x.filled = x.active.bytes()
	return true
}
