package gctuner

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	for _, tt := range []struct {
		live, room, most int64
		percent          int
		limit            int64
	}{
		{0, 64, 700, 1000, 64 + 40}, {1, 64, 700, 1000, 65 + 40}, {32, 64, 700, 200, 96 + 40}, {64, 64, 700, 100, 128 + 40},
		{100, 64, 700, 64, 164 + 40}, {200, 64, 700, 40, 280 + 40}, {600, 64, 700, 40, 700}, {100, 0, 700, 40, 140 + 40},
		{0, 8, 256, 200, 8 + 40}, {2, 8, 256, 200, 10 + 40}, {8, 8, 256, 100, 16 + 40}, // the runtime's least heap counts
	} {
		percent, limit := bounds(tt.live*mib, tt.room*mib, tt.most*mib)
		if percent != tt.percent || limit < (tt.limit-1)*mib || limit > (tt.limit+1)*mib {
			t.Errorf("%d MiB in use, room for %d: %d percent, %d bytes; want %d percent, %d MiB", tt.live, tt.room, percent, limit, tt.percent, tt.limit)
		}
	}
}

// TestEachCollectionCounts checks that the settings follow the memory in use, until stop is
// called.
func TestEachCollectionCounts(t *testing.T) {
	t.Parallel()
	var last, limit atomic.Int64
	sets := make(chan int, 1)
	p := &pacer{room: 16 << 20, most: 1 << 40, beforePercent: 70, beforeLimit: 7,
		setLimit: func(bytes int64) int64 { return limit.Swap(bytes) },
		setPercent: func(percent int) int {
			last.Store(int64(percent))
			select {
			case sets <- percent:
			default:
			}
			return 0
		}}
	p.watch()
	collect := func() int {
		for {
			runtime.GC()
			select {
			case got := <-sets:
				return got
			default:
				runtime.Gosched()
			}
		}
	}
	used := make([]byte, 64<<20)
	for range 2 { // the first collection may have begun before
		collect()
	}
	if got := collect(); got != leastPercent {
		t.Errorf("with %d bytes in use %d percent, want %d", len(used), got, leastPercent)
	}
	runtime.KeepAlive(used)
	p.end()
	for range 2 {
		if got, bytes := last.Load(), limit.Load(); got != 70 || bytes != 7 {
			t.Errorf("%d percent and %d bytes behind the end, want what was set before", got, bytes)
		}
		p.collected()
	}
}
