package index

import (
	"context"
	"time"

	"github.com/aranea-search/aranea/index/segment"
)

// wake tells the background goroutine that there is something to flush.
func (x *Index) wake() {
	select {
	case x.kick <- struct{}{}:
	default:
	}
}

// freeze makes the active generation the frozen one, to be flushed, and starts a new log. Its
// documents stay searchable throughout. The turn is held, and no generation is frozen yet.
func (x *Index) freeze() error {
	log, err := x.nextLog()
	if err != nil {
		return x.fail(err)
	}
	_ = x.log.Close() // everything in it is synced
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

// froze marks in all segments that the active generation became the frozen one. x.mu is held.
func (x *Index) froze() {
	for i, l := range x.live {
		x.live[i] = l.froze()
	}
}

// flushFrozen writes the frozen generation as segments. It is called by one goroutine at a
// time.
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
	x.wake() // the next generation may have become full meanwhile
	x.mergeSoon()
	return err
}

// giveUp drops a frozen generation that cannot be flushed because of an earlier error. Whoever
// waits for the flush gets that error. It is called by the goroutine that flushes.
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

// letGo releases a flushed generation and keeps its memory for reuse, unless somebody is
// reading it.
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

// flush writes the active generation to disk while nothing else runs, and begins another. wal
// is the first log to replay from then on, 0 while recovering.
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

// file writes the segments of a generation and puts them in place of the views of its buffers.
// wal is the first log to replay from then on, 0 to leave that unchanged.
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

// installOrRelease installs a change, or releases the segments it adds if that fails.
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

// flushAll flushes everything while nothing runs in the background. The turn is held.
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

// Flush writes everything that was applied to segments on disk. It holds the turn only at the
// beginning; others can apply changes while it waits.
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

// beginFlush freezes the active generation. It returns false if another one is still frozen.
// The turn is held.
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

// flushHeld waits until everything that was applied is in segments on disk. The turn is held.
func (x *Index) flushHeld(ctx context.Context) error {
	if err := x.waitFlushed(ctx); err != nil {
		return err
	}
	if _, err := x.beginFlush(); err != nil {
		return err
	}
	return x.waitFlushed(ctx)
}

// dueStep is the longest time between two checks whether something is due. Each check wakes a
// process that may be idle; full memory is signalled by wake.
const dueStep = 5 * time.Second

// step returns the time between two checks whether something is due.
func (o Options) step() time.Duration {
	step := min(dueStep, o.FlushIdle/20+1)
	if o.Quiet > 0 {
		step = min(step, o.Quiet/4+1)
	}
	return step
}

// flushInBackground flushes generations that are full or have waited too long, until Close.
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
		_ = x.flushFrozen() // the error is kept for the next caller
		x.mergeQuiet()
	}
}

// freezeIfDue freezes the active generation if it is full or has waited too long and none is
// frozen. If the turn is taken, its holder does the same check, so it does not wait.
func (x *Index) freezeIfDue() {
	select {
	case x.turn <- struct{}{}:
		defer give(x.turn)
	default:
		return // Apply is running and checks itself
	}
	if x.due() {
		_ = x.freeze() // the error is kept
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

// waited reports whether changes of the active generation have waited for 1/parts of the time
// that they may. x.mu is held.
func (x *Index) waited(now time.Time, parts time.Duration) bool {
	idle := x.opt.FlushIdle / parts
	return !x.active.empty() && (now.Sub(x.applied) >= idle || now.Sub(x.active.oldest) >= longestIdle*idle)
}
