package index

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/index/segment"
)

// Verification in the background reads verifyChunk bytes and then rests: some
// 40 MB a second, so that searches and crawls do not feel it.
const (
	verifyChunk = 4 << 20
	verifyRest  = 100 * time.Millisecond
)

// verifyInBackground checks the segments that were there when the index was
// opened, once. Newer ones are checked as they are read.
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

// isolateFaulty takes segments that cannot be read out of the index and says so in the
// manifest, which keeps naming them: their files stay. Those with holes stay in the
// index, which is said there as well, and are not merged as long as something that is
// needed is in a hole.
func (x *Index) isolateFaulty() { x.isolate((*segment.Segment).Fault) }

// isolate takes segments out of the index of which a fault is returned.
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
	// If that fails, snapshots leave the segments out all the same, and it is
	// tried again.
	_ = x.install(c)
}
