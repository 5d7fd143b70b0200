package cage

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestPatience checks that a document may use its deadline as processor time, however long that
// takes on a loaded machine, and that an inactive reader is limited by wall-clock time.
func TestPatience(t *testing.T) {
	t.Parallel()
	const deadline = time.Minute
	for _, tt := range []struct {
		name  string
		share float64 // processor time of the process as a share of wall-clock time
		until time.Duration
		want  string // the error
		after time.Duration
	}{
		{"an idle machine", 1, time.Hour, "1m0s of the processor", deadline},
		{"two threads", 2, time.Hour, "1m0s of the processor", deadline / 2},
		{"a machine with much else to do", 0.25, time.Hour, "1m0s of the processor", 4 * deadline},
		{"one that gives next to nothing", 0.05, time.Hour, "5m0s", 5 * deadline},
		{"a reader that hangs", 0, time.Hour, ": 1m0s", deadline},
		{"a reader that hangs, with a clock that ticks", 0.005, time.Hour, ": 1m0s", deadline},
		{"one that ends in time", 0.25, 3 * deadline, "", 0},
	} {
		began, before := time.Unix(1_800_000_000, 0), 7*time.Minute // processor time of earlier documents
		p := newPatience(deadline, began, before)
		var err error
		at := time.Duration(0)
		for ; err == nil && at < tt.until; at += mostLook {
			err = p.ended(began.Add(at), before+time.Duration(float64(at)*tt.share))
		}
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if !errors.Is(err, errLate) || !strings.HasSuffix(err.Error(), tt.want) || at < tt.after || at > tt.after+2*mostLook {
			t.Errorf("%s: %v after %s, want %s after %s", tt.name, err, at, tt.want, tt.after)
		}
	}
}
