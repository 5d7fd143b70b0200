package index

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

// Check reads every file of the index in dir, which must not be open for
// writing, and yields each fault. The error says that a file cannot be read at
// all, or that ctx ended; it is the last thing that is yielded.
func Check(ctx context.Context, dir string) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		files, err := disk.At(dir)
		if err != nil {
			yield(Fault{}, fmt.Errorf("check index: %w", err))
			return
		}
		checkFiles(ctx, files, yield)
	}
}

func checkFiles(ctx context.Context, files disk.Folder, yield func(Fault, error) bool) {
	c := checker{ctx: ctx, yield: yield}
	names, err := files.List()
	if err != nil {
		c.report(err)
		return
	}
	man, err := readManifest(files)
	if err != nil {
		if !fresh(files, names) {
			c.report(missingBeside(err, names))
		}
		return
	}
	all, lost, err := openLive(segment.NewFolder(files), man)
	if err != nil {
		c.report(err)
		return
	}
	s := newSnapshot(all, lost)
	defer s.Close()
	c.snapshot(s)
	c.logs(files, man.WAL, names)
	c.strays(man, names)
	for _, l := range all {
		l.Release()
	}
}

// Check reads every file of the index, while writing goes on, and yields each
// fault, as the function of the same name does. read, which may be nil, is told of each
// segment on the disk that was read, whole or not.
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

// logs reads the logs from the first one to replay on.
func (c *checker) logs(files disk.Folder, first uint64, names []string) {
	logs, err := wal.From(first, names)
	c.report(err)
	logs = wal.Begun(files, logs)
	for i, n := range logs {
		if c.done {
			return
		}
		r, release, err := wal.Open(files, n)
		if err != nil {
			c.report(err)
			return
		}
		whole := true
		for {
			c.report(c.ctx.Err())
			entries, err := r.Next()
			c.report(err)
			whole = whole && err == nil
			if c.done || err == nil && entries == nil {
				break
			}
		}
		if whole && i < len(logs)-1 {
			c.report(r.Ended(files, n+1))
		}
		release()
	}
}

// strays names files of an index that this one does not know.
func (c *checker) strays(man manifest, names []string) {
	keep := man.files()
	for _, name := range man.Gone {
		keep[name] = true
	}
	for _, name := range names {
		n, log := wal.Number(name)
		s, seg := segmentNumber(name)
		switch {
		case !ours(name), keep[name], log && n >= man.WAL, seg && (s >= man.Next && s < man.Limit || slices.Contains(man.Work, s)):
		default:
			c.fault(Fault{File: name, Text: "no manifest names it"})
		}
	}
}
