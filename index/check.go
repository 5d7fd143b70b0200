package index

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index/damage"
)

// Check reads every file of the index, while writing goes on, and yields each
// fault. The error says that a file cannot be read at all, or that ctx ended; it is the
// last thing that is yielded. read, which may be nil, is told of each segment on the disk
// that was read, whole or not.
func (x *Index) Check(ctx context.Context, read func(SegmentStats)) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		c := checker{ctx: ctx, yield: yield, read: read}
		if _, err := readManifest(x.files); err != nil {
			c.report(err)
		}
		s, err := x.Snapshot()
		if err != nil {
			c.report(err)
			return
		}
		defer s.Close()
		c.snapshot(s)
		x.wake() // what was found is isolated
	}
}

// A checker yields faults until its reader has enough.
type checker struct {
	ctx   context.Context
	yield func(Fault, error) bool
	read  func(SegmentStats) // nil if nobody wants to know
	done  bool
}

// report yields damage as a fault and everything else as the last error.
func (c *checker) report(err error) {
	if err == nil || c.done {
		return
	}
	if f, ok := damage.FaultOf(err); ok {
		c.fault(f)
		return
	}
	c.done = true
	c.yield(Fault{}, err)
}

func (c *checker) fault(f Fault) {
	if !c.done {
		c.done = !c.yield(f, nil)
	}
}

// snapshot checks segments, and names those that were found damaged before.
func (c *checker) snapshot(s *Snapshot) {
	for _, f := range s.faults {
		c.fault(f)
	}
	for _, l := range s.live {
		for err := range l.Check(c.ctx) {
			c.report(err)
		}
		if c.read != nil && !c.done && !l.inMemory {
			c.read(l.stats())
		}
	}
}
