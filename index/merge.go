package index

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
)

// Merging: when MergeFactor segments are of about one size, they become one. A
// document is so rewritten about log8(n) times.
const (
	MergeFactor    = 8
	tierFloor      = 2000      // documents: smaller segments are of one size
	MaxSegmentDocs = 2_000_000 // larger segments are not merged any more
)

// mergeSoon starts a merge in the background if there is one to do.
func (x *Index) mergeSoon() {
	select {
	case <-x.quit:
		return
	default:
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.merging || x.err != nil {
		return
	}
	set := pickMerge(x.live)
	if len(set) == 0 {
		return
	}
	x.merging = true
	m := newMerging(x.files, x.reserve(1)[0], set, x.quit)
	for _, l := range set {
		l.Acquire()
	}
	x.done.Add(1)
	go x.mergeInBackground(m)
}

func (x *Index) mergeInBackground(m *merging) {
	defer x.done.Done()
	merged, err := m.Run()
	if err == nil {
		c := change{adds: []addition{{segment: merged, merge: m}}, drop: map[*segment.Segment]bool{}}
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
	x.merging = false
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
		sources[i] = segment.Source{Segment: l.Segment, Gone: l.isDeleted}
	}
	return &merging{segment.NewMerger(files, name, sources, quit), set}
}

// pickMerge returns segments of the smallest tier that is full, or nothing.
func pickMerge(all []live) []live {
	tiers := map[int][]live{}
	for _, l := range all {
		n := l.count()
		if n > MaxSegmentDocs/2 || l.Fault() != nil {
			continue
		}
		tier := 0
		for size := tierFloor; n > size; size *= MergeFactor {
			tier++
		}
		tiers[tier] = append(tiers[tier], l)
	}
	for tier := range 16 {
		if len(tiers[tier]) >= MergeFactor {
			return slices.Clone(tiers[tier][:MergeFactor])
		}
	}
	return nil
}
