package tally

import (
	"net/http"

	"github.com/aranea-search/aranea"
)

// Again counts the visits of a run to pages that had answered before, by what they
// showed. Visits that brought no answer, or one that only asks to come later, are in
// none of the numbers.
type Again struct {
	// Changed pages have another text than before, lead elsewhere, entered the index
	// or left it, or are there again.
	Changed uint64 `json:"changed"`
	// Gone pages were there before, and do not exist any more.
	Gone uint64 `json:"gone"`
	// Unchanged pages are as they were.
	Unchanged uint64 `json:"unchanged"`
}

// Add returns the sum of both.
func (a Again) Add(b Again) Again {
	return Again{a.Changed + b.Changed, a.Gone + b.Gone, a.Unchanged + b.Unchanged}
}

// count takes in a visit: an entry as it was leased, and as it is stored.
func (a *Again) count(before, after *aranea.Entry) {
	if before.Kind != aranea.KindPage || before.Visits == 0 || after.Visits == before.Visits {
		return
	}
	gone := !before.Indexed && !before.Since.IsZero() // whatever queue it was in
	switch after.State {
	case aranea.StateGone:
		if gone {
			a.Unchanged++
		} else {
			a.Gone++
		}
	case aranea.StateDone:
		same := before.Target == after.Target && before.Fingerprint == after.Fingerprint
		same = same && (before.Indexed == after.Indexed || before.Reason == aranea.ScheduleQueued) // what the operator had taken out comes back as it was
		if after.Status == http.StatusNotModified || same && !gone {
			a.Unchanged++
		} else {
			a.Changed++
		}
	}
}
