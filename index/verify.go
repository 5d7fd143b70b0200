package index

import (
	"time"

	"github.com/aranea-search/aranea/index/segment"
)

// Verification in the background reads verifyChunk blocks and then rests: some
// 40 MB a second, so that searches and crawls do not feel it.
const (
	verifyChunk = 64
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
		if l.Fault() != nil {
			x.wake()
		}
		if !goOn {
			return
		}
	}
}

// isolateFaulty takes segments in which something was found wrong out of the
// index and says so in the manifest, which keeps naming them: their files stay.
func (x *Index) isolateFaulty() {
	c := change{drop: map[*segment.Segment]bool{}}
	x.mu.Lock()
	for _, l := range x.live {
		if f := l.Fault(); f != nil {
			ms := l.filed().entry()
			ms.Damage = f
			c.drop[l.Segment] = true
			c.lost = append(c.lost, ms)
		}
	}
	x.mu.Unlock()
	if len(c.drop) == 0 {
		return
	}
	// If that fails, snapshots leave the segments out all the same, and it is
	// tried again.
	_ = x.install(c)
}
