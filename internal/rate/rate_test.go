package rate

import (
	"testing"
	"time"
)

// TestRate: the speed is that of the last seconds, whatever came before.
func TestRate(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var r Rate
	if r.Value() != 0 {
		t.Error("an empty rate")
	}
	for i := range 100 {
		r.Add(start.Add(time.Duration(i)*time.Second), 1_000_000)
	}
	for i := range uint64(20) {
		r.Add(start.Add(time.Duration(100+i)*time.Second), 1_000_000+5*i)
	}
	if got := r.Value(); got != 5 {
		t.Errorf("%f", got)
	}
}
