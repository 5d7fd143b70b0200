package index

import (
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/mergepolicy"
	"github.com/aranea-search/aranea/index/segment"
)

// MaxSegments is the number of segments on disk that merging aims at while an index is written.
const MaxSegments = mergepolicy.MaxSegments

const (
	maxMerges = 2         // in parallel
	maxQuiet  = time.Hour // the longest time without changes that mergeQuiet waits for
)

// mergeSoon starts the merges that are due, in the background.
func (x *Index) mergeSoon() {
	select {
	case <-x.quit:
		return
	default:
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for len(x.merges) < maxMerges && x.err == nil {
		free := x.free()
		set := chosen(free, mergepolicy.Pick(tiers(free), min(len(x.busy), 1)))
		if len(set) == 0 && x.written { // who only looks into an index rewrites nothing
			set = chosen(free, mergepolicy.Stale(tiers(free)))
		}
		if len(set) == 0 {
			return
		}
		x.beginMerge(set, x.quit)
	}
}

// mergeQuiet merges small segments in the background when nothing was applied for a while,
// since an index that is no longer written is mostly searched. The merge is stopped when
// something is applied; the next one then waits twice as long.
func (x *Index) mergeQuiet() {
	now := x.opt.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.quit:
		return
	default:
	}
	if x.opt.Quiet <= 0 || x.err != nil || len(x.merges) > 0 || now.Sub(x.applied) < x.quiet {
		return
	}
	free := x.free()
	if set := chosen(free, mergepolicy.Quiet(tiers(free))); len(set) > 0 {
		x.calm = make(chan struct{})
		x.beginMerge(set, x.calm).quiet = true
	}
}

// disturb stops a merge that mergeQuiet began. x.mu is held.
func (x *Index) disturb() {
	if x.calm != nil {
		close(x.calm)
		x.calm, x.quiet = nil, min(2*x.quiet, max(maxQuiet, x.opt.Quiet))
	}
}

// free returns the segments that may be merged. x.mu is held.
func (x *Index) free() (out []live) {
	for _, l := range x.live {
		if !l.inMemory && !x.busy[l.Segment] && l.Fault() == nil && !l.needsHoles() {
			out = append(out, l)
		}
	}
	return out
}

func tiers(all []live) []mergepolicy.Segment {
	out := make([]mergepolicy.Segment, len(all))
	for i, l := range all {
		out[i] = mergepolicy.Segment{Level: l.level, Docs: l.count(), Deleted: l.lost()}
	}
	return out
}

func chosen(all []live, places []int) (out []live) {
	for _, i := range places {
		out = append(out, all[i])
	}
	return out
}

// beginMerge merges segments in the background until stop is closed. x.mu is held.
func (x *Index) beginMerge(set []live, stop <-chan struct{}) *merging {
	m := newMerging(x.files, x.reserve(1)[0], set, stop)
	x.merges[m] = true
	for _, l := range set {
		l.Acquire()
		x.busy[l.Segment] = true
	}
	x.done.Add(1)
	go x.mergeInBackground(m)
	return m
}

func (x *Index) mergeInBackground(m *merging) {
	defer x.done.Done()
	defer close(m.ended)
	err := x.mergeNow(m)
	for _, l := range m.set {
		l.Release()
	}
	_, damaged := damage.FaultOf(err)
	switch {
	case errors.Is(err, segment.ErrStopped): // something was applied, or the index is closing
	case errors.Is(err, errReplaced): // replaced because of damage; the rest is merged again
	case damaged:
		x.isolateFaulty()
	case err != nil:
		_ = x.fail(fmt.Errorf("merge segments: %w", err)) // the error is kept
	}
	x.mu.Lock()
	delete(x.merges, m)
	for _, l := range m.set {
		delete(x.busy, l.Segment)
	}
	if m.quiet && x.calm != nil { // it completed
		x.calm, x.quiet = nil, x.opt.Quiet
	}
	x.mu.Unlock()
	x.mergeSoon()
}

// mergeNow replaces the segments of a merge by its result, which is no segment if nothing of them is
// needed any more.
func (x *Index) mergeNow(m *merging) error {
	c := change{drop: map[*segment.Segment]bool{}}
	needed := false
	for _, l := range m.set {
		c.drop[l.Segment] = true
		needed = needed || l.lost() < l.Docs()
	}
	if !needed { // what is lost never comes back
		x.mu.Lock()
		n, _ := segmentNumber(m.name + ".")
		delete(x.work, n) // nothing is written under that name
		x.mu.Unlock()
		return x.install(c)
	}
	merged, err := m.Run()
	if err != nil {
		return err
	}
	c.adds = []addition{{segment: merged, merge: m, level: mergepolicy.Above(tiers(m.set))}}
	if err := x.install(c); err != nil {
		merged.Release()
		return err
	}
	return nil
}

// A merging is a merge under way.
type merging struct {
	*segment.Merger
	name  string // of its result
	set   []live
	quiet bool          // mergeQuiet began it; guarded by Index.mu
	ended chan struct{} // closed when it is over, successful or not
}

func newMerging(files segment.Folder, name string, set []live, quit <-chan struct{}) *merging {
	sources := make([]segment.Source, len(set))
	for i, l := range set {
		sources[i] = segment.Source{Segment: l.Segment, Gone: func(doc uint32) bool { return l.isLost(doc) || l.isUnread(doc) }}
	}
	return &merging{Merger: segment.NewMerger(files, name, sources, quit), name: name, set: set, ended: make(chan struct{})}
}
