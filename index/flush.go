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

// freeze makes the active generation the one to be flushed, with a new log. What it
// holds is found all the time. The turn is held, and no generation is frozen.
func (x *Index) freeze() error {
	log, err := x.nextLog()
	if err != nil {
		return x.fail(err)
	}
	_ = x.log.Close() // all of it is synced
	x.log = log
	x.mu.Lock()
	x.active.held = x.filled
	x.frozen, x.frozeAt = x.active, log.Number()
	x.ahead.after, x.ahead.taken = log.Number(), false
	x.active, x.filled = x.newGeneration(), 0
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
	err := x.file(g, wal)
	if err != nil {
		err = x.fail(err)
	}
	done := g.done
	if err == nil {
		x.letGo(g)
	}
	x.mu.Lock()
	x.frozen = nil
	x.mu.Unlock()
	close(done)
	x.wake() // what became full meanwhile is next
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

// letGo lets go of what a flushed generation held, and keeps its memory for use anew
// unless somebody reads it.
func (x *Index) letGo(g *generation) {
	if g.read() {
		return
	}
	for _, b := range g.buffers {
		b.Shrink()
	}
	x.mu.Lock()
	x.spare = g
	x.mu.Unlock()
}

// flush makes files of the active generation, while nothing runs beside, and begins
// another; wal is the first log to replay then, 0 while recovering.
func (x *Index) flush(wal uint64) error {
	g := x.active
	x.mu.Lock()
	x.froze()
	x.mu.Unlock()
	if err := x.file(g, wal); err != nil {
		return err
	}
	x.letGo(g)
	x.active, x.filled = x.newGeneration(), 0
	return nil
}

// file makes segments of a generation that take the places of the views of its buffers;
// wal is the first log to replay then, 0 for the same as before.
func (x *Index) file(g *generation, wal uint64) error {
	joints := g.joints()
	x.mu.Lock()
	names := x.reserve(len(joints))
	x.mu.Unlock()
	segments, err := write(x.files, joints, names)
	if err != nil {
		return err
	}
	c := change{drop: map[*segment.Segment]bool{}, wal: wal, flushed: true}
	for i, s := range segments {
		a := addition{segment: s, views: joints[i].views()}
		for _, p := range a.views {
			c.drop[p.view] = true
		}
		c.adds = append(c.adds, a)
	}
	return x.installOrRelease(c)
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
	if x.active.empty() {
		return nil
	}
	if err := x.freeze(); err != nil {
		return err
	}
	return x.flushFrozen()
}

// Flush brings everything that was applied into segments on the disk. It holds the
// turn only to begin: others apply changes while it waits.
func (x *Index) Flush() error {
	ctx := context.Background()
	for begun := false; !begun; {
		if err := x.waitFlushed(ctx); err != nil {
			return err
		}
		if err := take(ctx, x.turn); err != nil {
			return err
		}
		var err error
		begun, err = x.beginFlush()
		give(x.turn)
		if err != nil {
			return err
		}
	}
	return x.waitFlushed(ctx)
}

// beginFlush freezes what is active; false says that a frozen generation is in
// the way. The turn is held.
func (x *Index) beginFlush() (bool, error) {
	x.mu.Lock()
	err, busy := x.err, x.frozen != nil
	x.mu.Unlock()
	if err != nil || busy {
		return false, err
	}
	if x.active.empty() {
		return true, nil
	}
	return true, x.freeze()
}

// flushHeld waits until everything that was applied is in segments on the disk. The
// turn is held.
func (x *Index) flushHeld(ctx context.Context) error {
	if err := x.waitFlushed(ctx); err != nil {
		return err
	}
	if _, err := x.beginFlush(); err != nil {
		return err
	}
	return x.waitFlushed(ctx)
}

// dueStep is the time between two looks whether something is due, at most: each look wakes
// a process that may have nothing else to do. What memory asks for is told by wake.
const dueStep = 5 * time.Second

// step returns the time between two looks whether something is due.
func (o Options) step() time.Duration {
	step := min(dueStep, o.FlushIdle/20+1)
	if o.Quiet > 0 {
		step = min(step, o.Quiet/4+1)
	}
	return step
}

// flushInBackground flushes what is full or waits too long, until Close.
func (x *Index) flushInBackground() {
	defer x.done.Done()
	tick := time.NewTicker(x.opt.step())
	defer tick.Stop()
	for {
		select {
		case <-x.quit:
			return
		case <-tick.C:
		case <-x.kick:
		}
		if x.Failed() != nil {
			x.giveUp()
			continue
		}
		x.isolateFaulty()
		x.prepare()
		x.freezeIfDue()
		_ = x.flushFrozen() // the error sticks and meets the next caller
		x.mergeQuiet()
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
	if x.due() {
		_ = x.freeze() // the error sticks
	}
}

// due reports whether the active generation should be flushed now. The turn is held.
func (x *Index) due() bool {
	now := x.opt.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen != nil || x.err != nil {
		return false
	}
	return x.active.full(x.opt.BufferBytes) || x.waited(now, 1)
}

// waited reports whether changes of the active generation have waited for one of so many
// parts of the time that they may. x.mu is held.
func (x *Index) waited(now time.Time, parts time.Duration) bool {
	idle := x.opt.FlushIdle / parts
	return !x.active.empty() && (now.Sub(x.applied) >= idle || now.Sub(x.active.oldest) >= longestIdle*idle)
}
