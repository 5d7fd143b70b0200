package scheduler

import (
	"time"

	"github.com/aranea-search/aranea/frontier/record"
)

// While others are dormant, an origin whose turn has come is leased runMax times in a run,
// because loading it is what costs most. It keeps its turn meanwhile: it comes before all that
// it preceded when its run began, and before those that have waited for less than runLead, which
// is less than what one link of depth costs a host. A page that is more links away is later by
// that amount, so the order of the crawl is kept.
const (
	runMax  = 8
	runLead = record.Instant(15 * time.Minute / time.Microsecond)
)

// A Run records the leases of an origin's turn. The zero Run has not begun.
type Run struct {
	leases uint8
	since  record.Instant // the instant that ordered the turn
}

// Goes reports whether there are further leases in the run.
func (r *Run) Goes() bool { return r.leases > 0 && r.leases < runMax }

// Lease records a lease of an origin whose turn was as early as if it had waited since an
// instant for a page at depth 0.
func (r *Run) Lease(since record.Instant) {
	if !r.Goes() {
		*r = Run{since: since}
	}
	r.leases++
}

// Since returns the instant since which a further lease counts as waiting, for an origin that
// has been free since free: before those that had waited as long when the run began.
func (r *Run) Since(free record.Instant) record.Instant { return min(free-runLead, r.since-1) }
