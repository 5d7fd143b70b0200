package hostdelay

import (
	"testing"
	"time"
)

// TestPaced: a host that asked for rest has a longer delay while that is not taken back.
func TestPaced(t *testing.T) {
	t.Parallel()
	second := Delay{Length: time.Second, Source: General}
	for _, tt := range []struct {
		name      string
		d         Delay
		backoff   uint8
		throttled bool
		want      time.Duration
	}{
		{"no refusal", second, 0, true, time.Second},
		{"too often", second, 1, true, 2 * time.Second},
		{"too often again", second, 2, true, 4 * time.Second},
		{"up to eight times", second, 10, true, 8 * time.Second},
		{"without a delay", Delay{Source: General}, 1, true, 250 * time.Millisecond},
		{"up to a limit", Delay{Length: 200 * time.Second}, 3, true, mostPaced},
		{"never shorter", Delay{Length: time.Hour}, 3, true, time.Hour},
		{"busy", Delay{}, 1, false, 250 * time.Millisecond},
		{"busy, up to a limit", Delay{}, 9, false, mostBusy},
		{"busy, with the usual delay", second, 9, false, time.Second},
		{"an archive", Delay{Source: Archive}, 9, true, 0},
	} {
		if got := tt.d.Paced(tt.backoff, tt.throttled); got.Length != tt.want || got.Length != tt.d.Length != (got.Source == Paced) {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}
