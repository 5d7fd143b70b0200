package index

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/index/segment"
)

// Background verification reads verifyChunk bytes and then rests, about 40 MB a second, so
// that it does not slow down searches and crawls.
const (
	verifyChunk = 4 << 20
	verifyRest  = 100 * time.Millisecond
)

// verifyInBackground checks once the segments that existed when the index was opened. Newer
// ones are checked as they are read.
func (x *Index) verifyInBackground(s *Snapshot) {
	defer x.done.Done()
	defer s.Close()
	rest := time.NewTimer(verifyRest)
	defer rest.Stop()
	for _, l := range s.live {
		goOn := l.Verify(verifyChunk, func() bool {
			rest.Reset(verifyRest)
			select {
			case <-x.quit:
				return false
			case <-rest.C:
				return true
			}
		})
		if l.Damaged() != nil {
			x.wake()
		}
		if !goOn {
			return
		}
	}
}

// isolateFaulty takes unreadable segments out of the index and marks them in the manifest,
// which keeps naming them; their files stay. Segments with holes stay in the index, are marked
// too, and are not merged while something needed is in a hole.
func (x *Index) isolateFaulty() { x.isolate((*segment.Segment).Fault) }

// isolate takes those segments out of the index for which faultOf returns a fault.
func (x *Index) isolate(faultOf func(*segment.Segment) *Fault) {
	c := change{drop: map[*segment.Segment]bool{}}
	x.mu.Lock()
	told := true
	for _, l := range x.live {
		if f := faultOf(l.Segment); f != nil {
			ms := l.filed().entry()
			ms.Damage = f
			c.drop[l.Segment] = true
			c.lost = append(c.lost, ms)
		}
		told = told && (l.Holes() == nil || slices.ContainsFunc(x.man.Segments, func(ms manifestSegment) bool {
			return ms.Name == l.Name() && sameHoles(ms, manifestSegment{Holes: l.Wrong()})
		}))
	}
	x.mu.Unlock()
	if len(c.drop) == 0 && told {
		return
	}
	// If that fails, snapshots leave the segments out anyway, and it is tried again.
	_ = x.install(c)
}
