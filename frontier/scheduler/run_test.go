package scheduler

import (
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
)

// TestRun: a run has runMax leases, each just before the turn with which it began, or a little
// before that of others; the next run has the turn that comes then.
func TestRun(t *testing.T) {
	t.Parallel()
	const hour = 4 * runLead
	var r Run
	if r.Goes() {
		t.Error("a run goes that has not begun")
	}
	for round := range 2 {
		for i := range runMax {
			free := hour*10 + record.Instant(round)*hour + record.Instant(i)*runLead/2
			if r.Lease(free); r.Goes() != (i < runMax-1) {
				t.Fatalf("round %d, lease %d: it goes %t", round, i, r.Goes())
			}
			began := hour*10 + record.Instant(round)*hour
			if got, want := r.Since(free+1), min(began-1, free+1-runLead); got != want {
				t.Errorf("round %d, lease %d: it counts as waiting since %d, want %d", round, i, got, want)
			}
		}
	}
}
