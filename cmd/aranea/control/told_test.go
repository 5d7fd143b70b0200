package control

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/halt"
)

// TestAwait checks that a stopped crawl checks again after a while, even if nothing seems to be
// stopped, and that one that was not stopped continues immediately.
func TestAwait(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		stopped bool
		said    []halt.State // answers of the owner, in order
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

// TestInTurn checks that a crawl that finds another one with other settings waits for its end and
// prints this once, and that any other error ends it, as does the end of its context.
func TestInTurn(t *testing.T) {
	t.Parallel()
	other := &aranea.Error{Op: "join crawl", Kind: aranea.Denied, Err: errors.New("a crawl with other settings (depth) is under way")}
	broken := errors.New("broken")
	for _, tt := range []struct {
		name   string
		others int // number of times that it finds another crawl
		err    error
		want   aranea.Kind
		said   string
	}{
		{"none is under way", 0, nil, aranea.Internal, ""},
		{"one is", 3, nil, aranea.Internal, "This crawl waits: a crawl with other settings (depth) is under way. What is under way: aranea status --data d\n"},
		{"it fails", 0, broken, aranea.Internal, ""},
		{"its caller leaves", 1000, nil, aranea.Canceled, "This crawl waits: a crawl with other settings (depth) is under way. What is under way: aranea status --data d\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 10*lookEvery+lookEvery/2)
				defer cancel()
				var said strings.Builder
				begun, tries := time.Now(), 0
				err := (&Teller{Out: &said, Data: "d"}).InTurn(ctx, func() error {
					if tries++; tries <= tt.others {
						return other
					}
					return tt.err
				})
				if aranea.KindOf(err) != tt.want || tt.want == aranea.Internal && !errors.Is(err, tt.err) || said.String() != tt.said {
					t.Errorf("%v, said %q", err, said.String())
				}
				if waited := time.Since(begun); tt.others < 10 && waited != time.Duration(tt.others)*lookEvery {
					t.Errorf("it waited %s", waited)
				}
			})
		})
	}
}
