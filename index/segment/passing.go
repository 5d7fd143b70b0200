package segment

import (
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
)

// A passing goes through a part from its beginning and lets go of the memory of what
// lies behind it: a merge or a check reads all of a segment once, and would hold it
// whole. Who searches meanwhile brings back what it reads. It is used by one goroutine.
type passing struct {
	p  *damage.Part
	to uint64 // what lies before was let go of
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

// verify checks a block behind all before, and notes what is wrong.
func (s *passing) verify(block int) {
	_ = s.p.Verify(block) // which notes it
	s.pass(uint64(s.p.Start(block)))
}

// end notes that everything was read.
func (s *passing) end() {
	if s.p.Forget != nil {
		s.p.Forget(int(s.to), s.p.Len())
	}
}
