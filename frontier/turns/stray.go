package turns

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// strayWait is how much later a stray takes its turn: as if its pages were eight links
// further away, like what was tried in vain.
const strayWait = 8 * time.Hour

// Stray returns how much later than its pages say an origin takes its turn, the first of
// which has a rank, and whose robots file was read so many times. One at a port of its own
// that was never asked comes behind: anybody can name all ports of a host, and those at
// which nobody listens would take the turns of its pages. What the operator names does not.
func Stray(o weburl.Origin, robots uint32, rank uint16) time.Duration {
	if p := o.Port(); robots > 0 || rank == 0 || p == 80 || p == 443 {
		return 0
	}
	return strayWait
}
