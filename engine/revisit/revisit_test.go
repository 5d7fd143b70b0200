package revisit

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
)

// keeping is a graph, and since when it has the alternates of pages.
type keeping struct {
	since time.Time
	kept  bool
}

func (k *keeping) SetsSince() (time.Time, bool, error) { return k.since, k.kept, nil }

func (k *keeping) KeepSets(since time.Time) error {
	k.since, k.kept = since, true
	return nil
}

var _ Graph = (*keeping)(nil)

// TestAnew checks that pages of a folder whose alternates an earlier version did not keep are requested
// unconditionally once, if everything is visited again.
func TestAnew(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name     string
		r        frontier.Renewal
		kept     bool
		underWay bool
		anew     bool
		after    bool
	}{
		{"all", frontier.Renewal{Which: schedule.RefreshAll}, false, false, true, true},
		{"all, under way", frontier.Renewal{Which: schedule.RefreshAll}, false, true, true, false},
		{"a host", frontier.Renewal{Which: schedule.RefreshAll, Hosts: []string{"a.test"}}, false, false, true, false},
		{"what is due", frontier.Renewal{Which: schedule.RefreshDue}, false, false, false, false},
		{"kept", frontier.Renewal{Which: schedule.RefreshAll}, true, false, false, true},
	} {
		graph, anew := &keeping{kept: tt.kept}, false
		w := Work{Orders: new(Keeper), Store: func() error { return nil }, Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler), Graph: graph}
		w.Refresh = func(_ context.Context, r frontier.Renewal) (int, error) {
			if graph.kept != tt.kept {
				t.Errorf("%s: it is noted before the pages are queued", tt.name)
			}
			anew = r.Anew
			return 1, nil
		}
		if err := w.Do(t.Context(), tt.r, tt.underWay); err != nil || anew != tt.anew || graph.kept != tt.after {
			t.Errorf("%s: anew %t, kept %t, %v", tt.name, anew, graph.kept, err)
		}
		if want := tt.after && !tt.kept; graph.since.Equal(now) != want {
			t.Errorf("%s: since %s", tt.name, graph.since)
		}
	}
}
