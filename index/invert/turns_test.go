package invert

import "testing"

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
