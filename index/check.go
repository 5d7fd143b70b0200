package index

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index/damage"
)

// Check reads every file of the index, while writing goes on, and yields each fault. An error
// says that a file cannot be read at all, or that ctx ended; it is yielded last. read, which
// may be nil, is called for each segment on disk that was read, whether it was intact or not.
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
		x.wake() // isolates what was found
	}
}

// A checker yields faults until its consumer stops.
type checker struct {
	ctx   context.Context
	yield func(Fault, error) bool
	read  func(SegmentStats) // nil if nobody wants to know
	done  bool
}

// report yields damage as a fault, and any other error as the last one.
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

// snapshot checks segments and reports those found damaged earlier.
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
