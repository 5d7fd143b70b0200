package swap

import (
	"sync"
	"testing"
)

// TestValue checks that no change is lost when several are made at once.
func TestValue(t *testing.T) {
	t.Parallel()
	var v Value[[]int]
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			v.Change(func(now []int) []int { return append(now[:len(now):len(now)], i) })
			_ = v.Now()
		})
	}
	if all.Wait(); len(v.Now()) != 100 {
		t.Errorf("%d of 100 changes are left", len(v.Now()))
	}
}
