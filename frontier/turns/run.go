package turns

import (
	"time"

	"github.com/aranea-search/aranea/frontier/record"
)

// An origin whose turn has come is asked runMax times in a run while others are
// dormant, for to bring it into memory is what costs most. It keeps its turn meanwhile:
// it comes before all that it came before when its run began, and before what waits
// since less than runLead, which is less than what a link more puts a host behind
// others. A page that is more links away is as much further behind, so the order of the
// crawl stands.
const (
	runMax  = 8
	runLead = record.Instant(15 * time.Minute / time.Microsecond)
)

// A Run is what an origin has had of its turn. The zero Run has not begun.
type Run struct {
	leases uint8
	since  record.Instant // that the turn was that of
}

// Goes reports whether there are further leases in the run.
func (r *Run) Goes() bool { return r.leases > 0 && r.leases < runMax }

// Lease notes a lease of an origin, whose turn was that of one that waits since an
// instant for a page of no links and no merits.
func (r *Run) Lease(since record.Instant) {
	if !r.Goes() {
		*r = Run{since: since}
	}
	r.leases++
}

// Since returns the instant since which a further lease counts as waiting, of an origin
// that is free since another: before those that waited as long when the run began.
func (r *Run) Since(free record.Instant) record.Instant { return min(free-runLead, r.since-1) }
