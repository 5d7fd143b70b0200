package scheduler

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// strayWait is how much later a stray takes its turn: as if its pages were eight links deeper,
// like those that failed.
const strayWait = 8 * time.Hour

// Stray returns how much later than its pages imply an origin takes its turn; rank is that of
// its first page, and robots is how often its robots file was read. An origin at a port of its
// own that was never requested comes later: anyone can name all ports of a host, and those
// without a server would take the turns of its pages. An origin that the operator names is not
// delayed.
func Stray(o weburl.Origin, robots uint32, rank uint16) time.Duration {
	if p := o.Port(); robots > 0 || rank == 0 || p == 80 || p == 443 {
		return 0
	}
	return strayWait
}
