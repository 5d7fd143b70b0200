package dormant

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestSeatsAreRounded: a delay is never rounded down, and what is too large for a seat is stored
// as the maximum.
func TestSeatsAreRounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		d    time.Duration
		want uint32
	}{
		{-time.Second, 0}, {0, 0}, {1, 1}, {time.Millisecond, 1}, {time.Millisecond + 1, 2}, {time.Second, 1000},
		{math.MaxInt64, math.MaxUint32},
	} {
		if got := Millis(tt.d); got != tt.want {
			t.Errorf("%s: %d milliseconds, want %d", tt.d, got, tt.want)
		}
	}
	if Count(7) != 7 || Count(math.MaxUint64) != math.MaxUint32 {
		t.Errorf("counts %d and %d", Count(7), Count(math.MaxUint64))
	}
	x := Seat{Wish: Millis(1500 * time.Millisecond)}
	if a, b := x.Delay(time.Second), x.Delay(2*time.Second); a != 1500*time.Millisecond || b != 2*time.Second {
		t.Errorf("delays %s and %s", a, b)
	}
}

// TestLeftAndTroubled: origins in memory are not counted, those in trouble are not visited, and
// those with the most entries are listed.
func TestLeftAndTroubled(t *testing.T) {
	t.Parallel()
	var q Queue
	for i, x := range []Seat{
		{InMemory: true, Queued: 500, Trouble: aranea.NetGuard},
		{Queued: 10}, {Queued: 4, Wish: 3000},
		{Queued: 100, Trouble: aranea.RobotsUnreachable},
		{Queued: 11, Trouble: aranea.ScheduleBackoff},
		{Queued: 200, Trouble: aranea.NetGuard},
	} {
		q.Place(weburl.OriginID{byte(i)}).Item = x
	}
	needs := func(n uint64, d time.Duration) time.Duration { return time.Duration(n) * d }
	if left := TimeLeft(&q, time.Second, needs); left != 12*time.Second {
		t.Errorf("%s are left", left)
	}
	list, origins, queued := Troubled(&q, 2)
	got := fmt.Sprint(origins, queued)
	for _, p := range list {
		got += fmt.Sprintf(" %d", p.ID[0])
	}
	if got != "3 311 5 3" {
		t.Errorf("in trouble: %s", got)
	}
}
