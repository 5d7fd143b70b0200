package segment

import (
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
)

// A passing goes through a part from its beginning and lets go of the memory of what
// lies behind it: a merge reads all of its sources once, and would hold them whole. Who
// searches meanwhile brings back what it reads. It is used by one goroutine.
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

// end notes that everything was read.
func (s *passing) end() {
	if s.p.Forget != nil {
		s.p.Forget(int(s.to), s.p.Len())
	}
}
