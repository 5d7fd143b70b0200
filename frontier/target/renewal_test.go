package target

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// TestQueue checks which entries are queued for another visit, and which requests are unconditional then.
func TestQueue(t *testing.T) {
	t.Parallel()
	tag := aranea.Validators{ETag: "x"}
	later := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name         string
		r            Renewal
		entry        aranea.Entry
		changes      bool
		again, sends bool // afterwards: it is queued again, the request is conditional
		due          time.Time
	}{
		{"visited", Renewal{Which: schedule.RefreshAll}, aranea.Entry{State: aranea.StateDone, Validators: tag, Due: later}, true, true, true, time.Time{}},
		{"gone", Renewal{Which: schedule.RefreshDue}, aranea.Entry{State: aranea.StateGone, Due: later}, true, true, false, time.Time{}},
		{"queued again", Renewal{Which: schedule.RefreshAll}, aranea.Entry{State: aranea.StateDone, Again: true, Validators: tag, Due: later}, false, true, true, later},
		{"never visited", Renewal{Which: schedule.RefreshAll, Anew: true}, aranea.Entry{State: aranea.StateQueued, Validators: tag}, false, false, true, time.Time{}},
		{"anew", Renewal{Which: schedule.RefreshAll, Anew: true}, aranea.Entry{State: aranea.StateDone, Validators: tag}, true, true, false, time.Time{}},
		{"anew, queued again", Renewal{Which: schedule.RefreshAll, Anew: true}, aranea.Entry{State: aranea.StateDone, Again: true, Validators: tag, Due: later}, true, true, false, later},
		{"anew, what is due", Renewal{Which: schedule.RefreshDue, Anew: true}, aranea.Entry{State: aranea.StateDone, Validators: tag}, true, true, true, time.Time{}},
	} {
		e := tt.entry
		changes := tt.r.Queue(&e)
		if changes != tt.changes || e.Again != tt.again || (e.Validators == tag) != tt.sends || !e.Due.Equal(tt.due) {
			t.Errorf("%s: %t, %+v", tt.name, changes, e)
		}
		if tt.r.Queue(&e) {
			t.Errorf("%s: a second time changes it, too", tt.name)
		}
	}
}
