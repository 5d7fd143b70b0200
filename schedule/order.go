package schedule

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// An Order says which of the pages that may be visited come first: within a host by rank, and
// over all free hosts by turn. The zero Order is breadth first.
type Order uint8

// The orders.
const (
	BreadthFirst Order = 0 // pages fewer links away from a seed come first
	DepthFirst   Order = 1 // pages more links away come first
	// BestFirst prefers pages with few links from a seed, short paths without a query, many
	// inlinks from their own site or from other sites, and high priorities in sitemaps, and
	// hosts with few fetched pages of which most are indexed.
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

// Orders returns the names of all orders.
func Orders() []string { return orderNames[:] }

const (
	// rankSteps is the number of ranks of BestFirst per link.
	rankSteps = 16
	// triedLinks is the number of links that a failed try adds to the depth of a page: so it
	// comes after most pages of its host that were never requested, and before those of endless
	// spaces.
	triedLinks = 8
)

// Rank returns the rank of a page in the queue of its host; a lower one comes first, and of
// equal ones the one that was found, or failed, first.
func (o Order) Rank(e *aranea.Entry) uint16 {
	links := int(e.Depth)
	if e.Attempts > 0 && !e.Again && e.Kind != aranea.KindLink {
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

// How much later a host takes its turn, compared with others that become free at the same
// instant, for one more link, or for twice the pages. No host starves: one that has waited
// longer than that comes before those that have just become free.
const (
	turnOfLink     = time.Hour
	turnOfRank     = time.Minute
	turnOfPages    = time.Minute
	turnOfWaste    = 30 * time.Minute
	turnOfPriority = time.Minute
	maxTurns       = 64
)

// turnOfFailure is how much later a host takes its turn among those of its standing for each
// failed exchange in a row: usually more than for links, so that a newly found host does not
// wait until a thousand that never answered are retried.
const (
	turnOfFailure = 16 * turnOfLink
	maxFailed     = int(maxTurns * turnOfLink / turnOfFailure)
)

// Behind returns how much later than others of its standing a host takes its turn, by the number
// of failed exchanges in a row; a host with fetched pages may fail once. No host starves because
// of that either.
func Behind(failures uint16, n *aranea.HostCounts) time.Duration {
	if failures > 0 && n[aranea.CountFetched] > 0 {
		failures--
	}
	return time.Duration(min(int(failures), maxFailed)) * turnOfFailure
}

// Turn returns how much later than others a host takes its turn, by the rank and the priority of
// its next page and by what it has returned so far. A page that is visited again has rank and
// priority 0.
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
