package index

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
)

// Merging keeps the number of segments on the disk at MaxSegments and rewrites as
// little as it can: when there is one too many, all of the lowest level become
// one of the next level. A flushed segment has the level 0. With ten segments a
// document is rewritten five times by the time there were 3,000 flushes (the
// binomial transform of Bentley and Saxe).
const (
	MaxSegments    = 10
	maxMerges      = 2         // side by side
	MaxSegmentDocs = 2_000_000 // larger segments are not merged any more
)

// mergeSoon starts the merges in the background that there are to do.
func (x *Index) mergeSoon() {
	select {
	case <-x.quit:
		return
	default:
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.merges < maxMerges && x.err == nil {
		set := pickMerge(x.live, x.busy)
		if len(set) == 0 {
			return
		}
		x.merges++
		m := newMerging(x.files, x.reserve(1)[0], set, x.quit)
		for _, l := range set {
			l.Acquire()
			x.busy[l.Segment] = true
		}
		x.done.Add(1)
		go x.mergeInBackground(m)
	}
}

func (x *Index) mergeInBackground(m *merging) {
	defer x.done.Done()
	merged, err := m.Run()
	if err == nil {
		c := change{adds: []addition{{segment: merged, merge: m, level: m.level()}}, drop: map[*segment.Segment]bool{}}
		for _, l := range m.set {
			c.drop[l.Segment] = true
		}
		if err = x.install(c); err != nil {
			merged.Release()
		}
	}
	for _, l := range m.set {
		l.Release()
	}
	_, damaged := segment.FaultOf(err)
	switch {
	case errors.Is(err, segment.ErrStopped):
		return
	case errors.Is(err, errReplaced): // by damage; the rest is merged anew
	case damaged:
		x.isolateFaulty()
	case err != nil:
		_ = x.fail(fmt.Errorf("merge segments: %w", err)) // the error sticks
	}
	x.mu.Lock()
	x.merges--
	for _, l := range m.set {
		delete(x.busy, l.Segment)
	}
	x.mu.Unlock()
	x.mergeSoon()
}

// A merging is a merge under way and the segments that it merges.
type merging struct {
	*segment.Merger
	set []live
}

func newMerging(files segment.Folder, name string, set []live, quit <-chan struct{}) *merging {
	sources := make([]segment.Source, len(set))
	for i, l := range set {
		sources[i] = segment.Source{Segment: l.Segment, Gone: l.isLost}
	}
	return &merging{segment.NewMerger(files, name, sources, quit), set}
}

// pickMerge returns the segments to merge next, or nothing. Those that are being
// merged count as one.
func pickMerge(all []live, busy map[*segment.Segment]bool) []live {
	var free []live
	count := min(len(busy), 1)
	for _, l := range all {
		if !l.inMemory && !busy[l.Segment] && l.Fault() == nil && l.count() <= MaxSegmentDocs/2 {
			free = append(free, l)
		}
	}
	if count+len(free) <= MaxSegments {
		return nil
	}
	slices.SortStableFunc(free, func(a, b live) int { return cmp.Or(a.level-b.level, a.count()-b.count()) })
	n := lowest(free)
	for sum, i := 0, 0; i < n; i++ {
		if sum += free[i].count(); sum > MaxSegmentDocs {
			n = i
		}
	}
	if n < 2 {
		return nil
	}
	return slices.Clone(free[:n])
}

// lowest returns how many of the segments, which ascend by level, are of the
// lowest level; if it is one alone, those of the next are added.
func lowest(all []live) int {
	n := lowestRun(all)
	if n > 1 || n == len(all) {
		return n
	}
	return n + lowestRun(all[n:])
}

// lowestRun returns how many of the segments are of the level of the first.
func lowestRun(all []live) int {
	n := 1
	for n < len(all) && all[n].level == all[0].level {
		n++
	}
	return n
}

// level returns the level of what a merge makes.
func (m *merging) level() int {
	most := 0
	for _, l := range m.set {
		most = max(most, l.level)
	}
	return most + 1
}
