package verdict

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// A RoomError is the cause with which the context of a crawl is cancelled when there is no room
// left: the crawl ends as if it were stopped, and is judged by this error.
type RoomError struct {
	Quota uint64 // maximum bytes of the data folder; 0 if the disk is what is full
	Used  uint64 // bytes in the data folder
	Free  uint64 // bytes that are free on the disk, if that is what is full
	Least uint64 // bytes that must be free there for a crawl to continue
}

// Error says what is full, without advice.
func (e *RoomError) Error() string {
	if e.Quota > 0 {
		return "the data folder has " + show.Bytes(e.Used) + ", and its quota is " + show.Bytes(e.Quota)
	}
	if e.Free == 0 {
		return "the disk is full, and a crawl needs " + show.Bytes(e.Least)
	}
	return "the disk has only " + show.Bytes(e.Free) + " left, and a crawl needs " + show.Bytes(e.Least)
}

// judgeRoom judges a crawl that ran out of room.
func judgeRoom(s Situation) Judgement {
	j := Judgement{Verdict: NoRoom, Cause: CauseDiskFull, n: s.Counts[aranea.CountQueued]}
	if s.Room == nil {
		return j
	}
	if j.detail = s.Room.Error(); s.Room.Quota > 0 {
		j.Cause = CauseQuota
	}
	return j
}
