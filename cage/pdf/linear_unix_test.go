//go:build unix

package pdf

import (
	"sync/atomic"
	"testing"
)

// TestLinear checks that the memory of a module grows in place, up to its limit, and is counted.
func TestLinear(t *testing.T) {
	t.Parallel()
	const page = 64 << 10
	var used atomic.Int64
	m := outsideHeap(&used).Allocate(page, 4*page)
	b := m.Reallocate(page)
	b[0], b[page-1] = 1, 2
	more := m.Reallocate(3 * page)
	if len(more) != 3*page || &more[0] != &b[0] || more[page-1] != 2 || more[page] != 0 {
		t.Errorf("%d bytes, %d %d %d", len(more), more[0], more[page-1], more[page])
	}
	if m.Reallocate(5*page) != nil || used.Load() != 3*page {
		t.Errorf("beyond the limit, %d bytes are counted", used.Load())
	}
	if m.Free(); used.Load() != 0 {
		t.Errorf("%d bytes are counted behind its end", used.Load())
	}
}
