package cluster

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/engine/handover"
)

// TestWaiting checks that what waits at several nodes is summed by the node that it waits for.
func TestWaiting(t *testing.T) {
	t.Parallel()
	first := []handover.Waiting{{To: 2, Pages: 5}, {To: 4, Pages: 1}}
	sum := waiting(waiting(nil, first), []handover.Waiting{{To: 1, Pages: 3}, {To: 4, Pages: 9, More: true}})
	want := []handover.Waiting{{To: 1, Pages: 3}, {To: 2, Pages: 5}, {To: 4, Pages: 10, More: true}}
	if !slices.Equal(sum, want) || first[1].Pages != 1 {
		t.Errorf("%v of %v, want %v", sum, first, want)
	}
}
