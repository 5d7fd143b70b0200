package due

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestWait: a notice starts a crawl at once, and the next one not before its time.
func TestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		notices := make(chan struct{}, 1)
		var last time.Time
		for _, tt := range []struct {
			name    string
			noticed bool
			every   time.Duration
			want    time.Duration
		}{
			{"the first notice", true, time.Hour, 0},
			{"the next one", true, time.Hour, Spacing},
			{"one when a crawl is due anyway", true, Spacing / 2, Spacing / 2},
			{"none", false, time.Hour, time.Hour},
			{"one after a long time", true, time.Hour, 0},
		} {
			if tt.noticed {
				Tell(notices)
				Tell(notices) // adds nothing
			}
			begun := time.Now()
			var err error
			if last, err = Wait(t.Context(), tt.every, notices, last); err != nil || time.Since(begun) != tt.want {
				t.Errorf("%s: %v after %s, want %s", tt.name, err, time.Since(begun), tt.want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Wait(ctx, time.Hour, notices, last); !errors.Is(err, context.Canceled) {
			t.Errorf("called off: %v", err)
		}
	})
}
