package index

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/tier"
)

// What a search wants to find and the disk need not have yet becomes a segment in
// memory, which costs no file and is in no manifest: the log holds it. Many small
// ones are merged in memory, and all of them go onto the disk as one segment with
// the next generation that goes there.

// mergeInMemory is from how many segments in memory on those of the lowest level
// become one.
const mergeInMemory = 8

// smallShare is the share of a buffer below which a generation is merged with the
// segments in memory on its way to the disk, instead of becoming segments of its
// own.
const smallShare = 4

// residents returns the segments in memory. x.mu is held.
func (x *Index) residents() []live {
	var out []live
	for _, l := range x.live {
		if l.inMemory {
			out = append(out, l)
		}
	}
	return out
}

// isBehind reports whether there are changes that were flushed to memory and that no
// file but the log has.
func (x *Index) isBehind() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !x.behind.IsZero()
}

// residentBytes returns how many bytes the segments in memory take. x.mu is held.
func (x *Index) residentBytes() (n int) {
	for _, l := range x.residents() {
		for _, size := range l.Sizes() {
			n += int(size)
		}
	}
	return n
}

// memoryName is the name of all segments in memory: each has a folder of its own.
const memoryName = "memory"

// flushToMemory makes segments in memory of a generation.
func (x *Index) flushToMemory(g *generation) error {
	segments := make([]*segment.Segment, len(g.buffers))
	for i, b := range g.buffers {
		if b.Docs() == 0 {
			continue
		}
		var err error
		if segments[i], err = b.segment(x.files.With(disk.NewMemory()), memoryName); err != nil {
			return err
		}
	}
	x.mu.Lock()
	if x.behind.IsZero() {
		x.behind = g.oldest
	}
	x.mu.Unlock()
	own := additions(g, segments, true)
	own.flushed = resident
	x.adopt(own)
	x.mu.Lock()
	set := x.residents()
	x.mu.Unlock()
	if len(set) < mergeInMemory {
		return nil
	}
	slices.SortStableFunc(set, func(a, b live) int { return a.level - b.level })
	set = set[:tier.Lowest(tiers(set))]
	c, done, err := x.mergeResidents(x.files.With(disk.NewMemory()), memoryName, set)
	defer done()
	if err == nil {
		c.adds[0].inMemory, c.adds[0].level = true, tier.Above(tiers(set))
		x.adopt(c)
	}
	return err
}

// mergeResidents merges segments in memory into one. What it returns is to be
// installed before done is called. No other goroutine changes which segments are
// in memory.
func (x *Index) mergeResidents(files segment.Folder, name string, which []live) (c change, done func(), err error) {
	x.mu.Lock()
	set := slices.DeleteFunc(x.residents(), func(l live) bool {
		return !slices.ContainsFunc(which, func(w live) bool { return w.Segment == l.Segment })
	})
	for _, l := range set {
		l.Acquire()
	}
	x.mu.Unlock()
	done = func() { releaseLive(set) }
	m := newMerging(files, name, set, nil)
	merged, err := m.Run()
	if err != nil {
		return c, done, err
	}
	c = change{adds: []addition{{segment: merged, merge: m}}, drop: map[*segment.Segment]bool{}}
	for _, l := range set {
		c.drop[l.Segment] = true
	}
	return c, done, nil
}

// flushToDisk brings a generation and all that was flushed to memory onto the disk;
// wal is the first log to replay then.
func (x *Index) flushToDisk(g *generation, wal uint64) error {
	if err := x.fileAll(g, wal); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.behind = time.Time{}
	return nil
}

// fileAll makes files of a generation and of all segments in memory.
func (x *Index) fileAll(g *generation, wal uint64) error {
	x.mu.Lock()
	all := x.residents()
	x.mu.Unlock()
	small := g.bytes() < x.opt.BufferBytes/smallShare
	if small && !g.empty() && len(all) > 0 {
		if err := x.flushToMemory(g); err != nil {
			return err
		}
	}
	var c change
	if len(all) > 0 {
		x.mu.Lock()
		name := x.reserve(1)[0]
		all = x.residents()
		x.mu.Unlock()
		var done func()
		var err error
		c, done, err = x.mergeResidents(x.files, name, all)
		defer done()
		if err != nil {
			return err
		}
		if small {
			c.wal, c.flushed = wal, stages
			return x.installOrRelease(c)
		}
	}
	own, err := x.written(g)
	own.adds, own.drop, own.wal, own.flushed = slices.Concat(c.adds, own.adds), c.drop, wal, stages
	if err != nil {
		for _, a := range own.adds {
			a.segment.Release()
		}
		return err
	}
	return x.installOrRelease(own)
}
