package cage

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestPatience: a document has its deadline of the processor, however long that takes on a
// machine with much else to do; a reader that does nothing has it by the clock of the wall.
func TestPatience(t *testing.T) {
	t.Parallel()
	const deadline = time.Minute
	for _, tt := range []struct {
		name  string
		share float64 // of the wall's time that the process has of the processor
		until time.Duration
		want  string // how the end is told
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
		began, before := time.Unix(1_800_000_000, 0), 7*time.Minute // of earlier documents
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
