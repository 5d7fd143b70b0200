package invert

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
)

// A countedLock counts how often it was taken, and whether it is held.
type countedLock struct {
	taken int
	held  bool
}

func (l *countedLock) Lock()   { l.taken, l.held = l.taken+1, true }
func (l *countedLock) Unlock() { l.held = false }

// TestReadersGetTurns: all of a document is inverted, in order and with the lock held, and
// readers get in between.
func TestReadersGetTurns(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, turn, turn + 1, 5*turn - 1} {
		var l countedLock
		done := 0
		inTurns(&l, n, func(from, to int) {
			if from != done || to <= from || to > from+turn || !l.held {
				t.Errorf("of %d from %d to %d behind %d, held %v", n, from, to, done, l.held)
			}
			done = to
		})
		if want := (n + turn - 1) / turn; done != n || l.taken != want || l.held {
			t.Errorf("of %d done %d, taken %d times, want %d, held %v", n, done, l.taken, want, l.held)
		}
	}
}

// TestRunsInTurn: readers wait for as many runs as have the words of a turn, at least for one.
func TestRunsInTurn(t *testing.T) {
	t.Parallel()
	for _, words := range []int{1, 100, turn - 1, turn, 3 * turn} {
		run := document.Run{Words: make([]analyze.Token, words)}
		runs := slices.Repeat([]document.Run{run}, turn+1)
		if got, want := inTurn(runs), min((turn+words-1)/words, len(runs)); got != want {
			t.Errorf("%d runs of %d words, want %d", got, words, want)
		}
	}
}
