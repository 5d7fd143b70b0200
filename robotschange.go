package aranea

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A RobotsChange says what a robots file that changed did to the known pages of
// its origin.
type RobotsChange struct {
	Origin   weburl.Origin
	Closed   int      // pages that were not excluded and are denied now
	Opened   int      // pages that had been denied and are queued now
	Hidden   int      // of those closed, the ones that left the index
	Left     uint64   // pages of the origin that are in the index still
	Examples []string // some of the pages, at most 5
}

// String returns the numbers and the examples in one line.
func (c RobotsChange) String() string {
	s := fmt.Sprintf("%d closed, %d opened", c.Closed, c.Opened)
	if len(c.Examples) > 0 {
		s += ": " + strings.Join(c.Examples, " ")
	}
	return s
}
