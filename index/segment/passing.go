package segment

import (
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
)

// A passing reads a part from the beginning and releases the memory of what it has read: a
// merge or check reads a segment once and would otherwise keep all of it in memory. Concurrent
// searches read it in again. It is used by one goroutine.
type passing struct {
	p  *damage.Part
	to uint64 // everything before this offset was released
}

// pass notes that everything before an offset was read.
func (s *passing) pass(at uint64) {
	at = min(at, uint64(s.p.Len()))
	at -= at % disk.ForgetStep
	if s.p.Forget == nil || at <= s.to {
		return
	}
	s.p.Forget(int(s.to), int(at))
	s.to = at
}

// verify checks a block, which must come after all before, and records what is wrong.
func (s *passing) verify(block int) {
	_ = s.p.Verify(block) // records what is wrong
	s.pass(uint64(s.p.Start(block)))
}

// end notes that everything was read.
func (s *passing) end() {
	if s.p.Forget != nil {
		s.p.Forget(int(s.to), s.p.Len())
	}
}
