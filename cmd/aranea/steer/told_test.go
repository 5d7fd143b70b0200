package steer

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/engine/halt"
)

// TestAwait: who was stopped looks again after a while, also if nothing seems to be
// stopped; who was not goes on at once.
func TestAwait(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		stopped bool
		said    []halt.State // by the owner, one after another
		waits   time.Duration
	}{
		{"nothing was ordered", false, []halt.State{{}}, 0},
		{"a stop that nobody knows of", true, []halt.State{{}, {}}, lookEvery},
		{"a stop", false, []halt.State{{Stopped: time.Unix(1, 0)}, {}}, lookEvery},
		{"a stop of the last crawl", true, []halt.State{{Stopped: time.Unix(1, 0)}, {Stopped: time.Unix(1, 0)}, {}}, 2 * lookEvery},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun, looks := time.Now(), 0
				teller := Teller{Out: io.Discard, Ordered: func(context.Context) (halt.State, error) {
					looks++
					return tt.said[min(looks, len(tt.said))-1], nil
				}}
				w, err := teller.Await(t.Context(), tt.stopped)
				if waited := time.Since(begun); err != nil || w != (halt.State{}).Wish() || waited != tt.waits || looks != len(tt.said) {
					t.Errorf("%q, %v after %s and %d looks", w, err, waited, looks)
				}
			})
		})
	}
}
