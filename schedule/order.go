package schedule

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// An Order says which of the pages that may be visited come first: within a host
// by rank, and over all hosts that are free by turn. The zero Order is breadth
// first.
type Order uint8

// The orders.
const (
	BreadthFirst Order = 0 // what is fewer links away from a seed comes first
	DepthFirst   Order = 1 // what is more links away comes first
	// BestFirst prefers few links from a seed, short paths without a query, what many
	// pages of its site or other sites link to, high priorities in sitemaps, and hosts of
	// which little is known that give much.
	BestFirst Order = 2
)

var orderNames = [...]string{"bfs", "dfs", "best"}

// String returns "bfs", "dfs" or "best".
func (o Order) String() string {
	if int(o) < len(orderNames) {
		return orderNames[o]
	}
	return fmt.Sprintf("order(%d)", uint8(o))
}

// ParseOrder reads what String returns.
func ParseOrder(name string) (Order, bool) {
	for i, n := range orderNames {
		if n == name {
			return Order(i), true
		}
	}
	return BreadthFirst, false
}

// Orders are the names of all orders.
func Orders() []string { return orderNames[:] }

const (
	// rankSteps is how many ranks of BestFirst there are for one link more.
	rankSteps = 16
	// triedLinks is how many links further away a page counts that was tried in vain:
	// behind most of what its host was never asked for, and before what is found
	// without end.
	triedLinks = 8
)

// Rank returns the place of a page in the queue of its host; a lower one comes
// first, and of equal ones what was found, or tried in vain, first.
func (o Order) Rank(e *aranea.Entry) uint16 {
	links := int(e.Depth)
	if e.Attempts > 0 && !e.Again {
		links += triedLinks
	}
	rank := links
	switch o {
	case DepthFirst:
		rank += math.MaxUint16 - 2*int(e.Depth)
	case BestFirst:
		steps := min(strings.Count(e.URL.Path(), "/"), rankSteps/2)
		if _, query := e.URL.Query(); query {
			steps += rankSteps/2 - 1
		}
		rank = (links*rankSteps + steps) / (1 + int(e.Nearer))
	}
	return uint16(min(rank, math.MaxUint16))
}

// What one link more, or one doubling of the pages of a host, puts a host behind
// others that become free at the same instant. Nobody starves: whoever waits
// longer than that comes before those that are free only now.
const (
	turnOfLink     = time.Hour
	turnOfRank     = time.Minute
	turnOfPages    = time.Minute
	turnOfWaste    = 30 * time.Minute
	turnOfPriority = time.Minute
	maxTurns       = 64
)

// turnOfFailure is what a failed exchange more, of some in a row, puts a host behind
// others of its standing: more than links do, as a rule, so that a host that was just
// found does not wait until a thousand that never answered were tried again.
const (
	turnOfFailure = 16 * turnOfLink
	maxFailed     = int(maxTurns * turnOfLink / turnOfFailure)
)

// Behind returns how much later than others of its standing a host takes its turn, by
// how many exchanges in a row failed and by what the host has given so far: one that
// gave pages may fail once. Nobody starves of that either.
func Behind(failures uint16, n *aranea.HostCounts) time.Duration {
	if failures > 0 && n[aranea.CountFetched] > 0 {
		failures--
	}
	return time.Duration(min(int(failures), maxFailed)) * turnOfFailure
}

// Turn returns how much later than others a host takes its turn, by the rank and
// the priority of the page that comes next and by what the host has given so far.
// A page that is visited again has rank and priority 0.
func (o Order) Turn(rank uint16, priority int, n *aranea.HostCounts) time.Duration {
	switch o {
	case DepthFirst:
		return time.Duration(maxTurns-min(math.MaxUint16-int(rank), maxTurns)) * turnOfLink
	case BestFirst:
		later := time.Duration(rank)*turnOfRank - time.Duration(priority)*turnOfPriority
		later += time.Duration(bits.Len64(n[aranea.CountFetched])) * turnOfPages
		if pages := n[aranea.CountFetched]; pages > 0 {
			waste := 1 - float64(min(n[aranea.CountIndexed], pages))/float64(pages)
			later += time.Duration(waste * float64(turnOfWaste))
		}
		return later
	}
	return time.Duration(min(int(rank), maxTurns)) * turnOfLink
}
