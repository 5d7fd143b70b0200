package index

import (
	"context"
	"time"

	"github.com/aranea-search/aranea/index/segment"
)

// wake tells the background that something is to be flushed.
func (x *Index) wake() {
	select {
	case x.kick <- struct{}{}:
	default:
	}
}

// freeze makes the active generation the one to be flushed: onto the disk, with
// a new log, or as a segment in memory. The turn is held, and no generation is
// frozen.
func (x *Index) freeze(toDisk bool) error {
	at := uint64(0)
	if toDisk {
		log, err := createLog(x.files, x.log.number+1, x.log.number, x.log.size)
		if err != nil {
			return x.fail(err)
		}
		_ = x.log.close() // all of it is synced
		x.log, at = log, log.number
	}
	x.mu.Lock()
	x.frozen, x.frozeAt = x.active, at
	x.active = x.newGeneration()
	x.froze()
	x.mu.Unlock()
	x.wake()
	return nil
}

// froze notes in all segments that the active generation became the frozen one. x.mu
// is held.
func (x *Index) froze() {
	for i, l := range x.live {
		x.live[i] = l.froze()
	}
}

// flushFrozen writes the frozen generation as segments. It is called by one
// goroutine.
func (x *Index) flushFrozen() error {
	x.mu.Lock()
	g, wal := x.frozen, x.frozeAt
	x.mu.Unlock()
	if g == nil {
		return nil
	}
	var err error
	if wal == 0 {
		err = x.flushToMemory(g)
	} else {
		err = x.flushToDisk(g, wal)
	}
	if err != nil {
		err = x.fail(err)
	}
	x.mu.Lock()
	done := g.done
	if x.frozen = nil; err == nil {
		x.spare = g
	}
	x.mu.Unlock()
	close(done)
	x.mergeSoon()
	return err
}

// giveUp lets go of a frozen generation that will not be flushed because
// something failed before; who waits for it meets the error. It is called by the
// goroutine that flushes.
func (x *Index) giveUp() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen != nil {
		close(x.frozen.done)
		x.frozen = nil
	}
}

// reserve returns names for new segments. x.mu is held.
func (x *Index) reserve(n int) []string {
	var out []string
	for range n {
		out = append(out, segmentName(x.next))
		x.work[x.next] = true
		x.next++
	}
	return out
}

// flush writes the active generation, while nothing runs beside, as segments and
// installs them; wal is the first log to replay then, 0 while recovering.
func (x *Index) flush(g *generation, wal uint64) error {
	x.mu.Lock()
	x.froze()
	x.mu.Unlock()
	c, err := x.written(g)
	if err != nil {
		return err
	}
	c.wal, c.flushed = wal, stages
	return x.installOrRelease(c)
}

// written writes a generation as segments on the disk.
func (x *Index) written(g *generation) (change, error) {
	x.mu.Lock()
	names := x.reserve(len(g.buffers))
	x.mu.Unlock()
	segments, err := g.write(x.files, names)
	return additions(g, segments, false), err
}

// additions are the segments that the buffers of a generation became.
func additions(g *generation, segments []*segment.Segment, inMemory bool) change {
	var c change
	for i, s := range segments {
		if s != nil {
			c.adds = append(c.adds, addition{segment: s, buffer: g.buffers[i], inMemory: inMemory})
		}
	}
	return c
}

// installOrRelease installs a change, or lets go of what it adds.
func (x *Index) installOrRelease(c change) error {
	err := x.install(c)
	if err != nil {
		for _, a := range c.adds {
			a.segment.Release()
		}
	}
	return err
}

// waitFlushed waits until no generation is frozen.
func (x *Index) waitFlushed(ctx context.Context) error {
	for {
		x.mu.Lock()
		g, err := x.frozen, x.err
		var done chan struct{}
		if g != nil {
			done = g.done
		}
		x.mu.Unlock()
		if err != nil || done == nil {
			return err
		}
		select {
		case <-done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// flushAll flushes everything while nothing runs in the background. The turn is
// held.
func (x *Index) flushAll() error {
	if err := x.flushFrozen(); err != nil {
		return err
	}
	if x.active.empty() && !x.isBehind() {
		return nil
	}
	if err := x.freeze(true); err != nil {
		return err
	}
	return x.flushFrozen()
}

// Flush makes everything that was applied findable, and brings it into segments
// on the disk.
func (x *Index) Flush() error { return x.flushNow(context.Background(), true) }

// flushNow makes everything that was applied findable. It holds the turn only to
// begin: others apply changes while it waits.
func (x *Index) flushNow(ctx context.Context, toDisk bool) error {
	for begun := false; !begun; {
		if err := x.waitFlushed(ctx); err != nil {
			return err
		}
		if err := take(ctx, x.turn); err != nil {
			return err
		}
		var err error
		begun, err = x.beginFlush(toDisk)
		give(x.turn)
		if err != nil {
			return err
		}
	}
	return x.waitFlushed(ctx)
}

// beginFlush freezes what is active; false says that a frozen generation is in
// the way. The turn is held.
func (x *Index) beginFlush(toDisk bool) (bool, error) {
	x.mu.Lock()
	err, busy := x.err, x.frozen != nil
	x.mu.Unlock()
	if err != nil || busy {
		return false, err
	}
	if x.active.empty() && !(toDisk && x.isBehind()) {
		return true, nil
	}
	return true, x.freeze(toDisk)
}

// flushHeld waits until everything that was applied is findable. The turn is
// held.
func (x *Index) flushHeld(ctx context.Context) error {
	if err := x.waitFlushed(ctx); err != nil {
		return err
	}
	if _, err := x.beginFlush(true); err != nil {
		return err
	}
	return x.waitFlushed(ctx)
}

// flushInBackground flushes what is full or waits too long, until Close.
func (x *Index) flushInBackground() {
	defer x.done.Done()
	tick := time.NewTicker(x.opt.FlushAfter / 4)
	defer tick.Stop()
	for {
		select {
		case <-x.quit:
			return
		case <-tick.C:
		case <-x.kick:
		}
		if x.failed() != nil {
			x.giveUp()
			continue
		}
		x.isolateFaulty()
		x.freezeIfDue()
		_ = x.flushFrozen() // the error sticks and meets the next caller
		x.settle()
	}
}

// freezeIfDue freezes the active generation if it is full or waits too long and
// none is frozen. Who holds the turn freezes it if it must, so nothing waits.
func (x *Index) freezeIfDue() {
	select {
	case x.turn <- struct{}{}:
		defer give(x.turn)
	default:
		return // Apply is under way and looks itself
	}
	if due, toDisk := x.due(); due {
		_ = x.freeze(toDisk) // the error sticks
	}
}

// readersStay is for how long after a search the next one is expected.
const readersStay = time.Minute

// due reports whether the active generation should be flushed now, and whether
// onto the disk. The turn is held.
func (x *Index) due() (due, toDisk bool) {
	now := x.opt.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen != nil || x.err != nil {
		return false, false
	}
	oldest, bytes := x.behind, x.residentBytes()
	if !x.active.empty() && (oldest.IsZero() || x.active.oldest.Before(oldest)) {
		oldest = x.active.oldest
	}
	if x.active.full(x.opt.BufferBytes) || bytes >= x.opt.BufferBytes || !oldest.IsZero() && now.Sub(oldest) >= x.opt.FlushIdle {
		return true, true
	}
	asked := !x.asked.IsZero() && now.Sub(x.asked) < readersStay
	// A search need not wait for what is flushed a little before it is due.
	return asked && !x.active.empty() && x.active.old(now, x.opt.FlushAfter*3/4), false
}
