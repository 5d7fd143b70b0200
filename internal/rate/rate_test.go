package rate

import (
	"testing"
	"time"
)

// TestRate checks that the speed is that of the last seconds, whatever came before.
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

// TestRateOfAnotherCounter checks that the rate begins again when the count decreases, as it
// does when another process takes over a crawl and counts from 0, even within the time between
// samples.
func TestRateOfAnotherCounter(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for name, after := range map[string]time.Duration{"soon": time.Millisecond, "later": 3 * time.Second} {
		var r Rate
		for i := range uint64(20) {
			r.Add(start.Add(time.Duration(i)*time.Second), 100+3*i)
		}
		taken := start.Add(19*time.Second + after)
		r.Add(taken, 0)
		if got := r.Value(); got != 0 {
			t.Errorf("%s: %f with one count", name, got)
		}
		r.Add(taken.Add(2*time.Second), 4)
		if got := r.Value(); got != 2 {
			t.Errorf("%s: %f", name, got)
		}
	}
}
