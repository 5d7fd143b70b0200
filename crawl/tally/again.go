package tally

import (
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// Again counts the visits of a run to pages that had answered before it, by what they showed.
// Visits without an answer, or with one that only asks to come later, are not counted, nor those
// that compare with the first part of a page, nor those that find another text because they read
// the page in another way than before.
type Again struct {
	// Changed pages have a different text, redirect elsewhere, entered or left the index (except
	// in favour of a page with the same text), or exist again.
	Changed uint64 `json:"changed"`
	// Gone pages existed before and no longer do.
	Gone uint64 `json:"gone"`
	// Unchanged pages are as they were.
	Unchanged uint64 `json:"unchanged"`
}

// Add returns the sum of both.
func (a Again) Add(b Again) Again {
	return Again{a.Changed + b.Changed, a.Gone + b.Gone, a.Unchanged + b.Unchanged}
}

// count counts a visit of a run: the entry as it was leased, and as it is stored.
func (a *Again) count(before, after *aranea.Entry, began time.Time) {
	if !began.IsZero() && before.VisitedAt.After(began) && recalled(before, after) {
		return
	}
	part := before.Reason == aranea.BodyBroken || after.Reason == aranea.BodyBroken
	if before.Kind != aranea.KindPage || before.Visits == 0 || after.Visits == before.Visits || part {
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
		if after.Status == http.StatusNotModified || !before.Changed(after) && !gone {
			a.Unchanged++
		} else if !before.Reread {
			a.Changed++
		}
	}
}

// recalled reports whether the second visit of a page follows from what was learned after the first,
// and not from its plan: it was queued as if it were new, or because the page whose copy it was left
// the index. No plan has the second visit that soon.
func recalled(before, after *aranea.Entry) bool {
	soon := after.VisitedAt.Sub(before.VisitedAt) < schedule.RevisitLeast
	return before.Visits == 1 && (!before.Again || soon && before.Reason == aranea.DupExact)
}
