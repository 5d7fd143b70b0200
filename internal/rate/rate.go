// Package rate measures a speed over the last seconds.
//
// Floor: 0 (leaves). Stability: engine. It has no clock: callers pass the time.
package rate

import "time"

// A Rate is a speed over the last seconds, computed from a ring of samples. The zero Rate is 0.
// It is not safe for concurrent use.
type Rate struct {
	at    [samples]time.Time
	count [samples]uint64
	n     int
}

const (
	samples = 16
	every   = 500 * time.Millisecond
)

// Add records a count at an instant, at most once within every. A lower count is from another
// counter, which began again; then the rate begins again as well.
func (r *Rate) Add(at time.Time, count uint64) {
	if r.n > 0 && count < r.count[(r.n-1)%samples] {
		r.n = 0
	}
	if r.n > 0 && at.Sub(r.at[(r.n-1)%samples]) < every {
		return
	}
	r.at[r.n%samples], r.count[r.n%samples] = at, count
	r.n++
}

// Value returns counts per second, or 0 if that is not known yet.
func (r *Rate) Value() float64 {
	if r.n < 2 {
		return 0
	}
	last, first := (r.n-1)%samples, 0
	if r.n > samples {
		first = r.n % samples
	}
	d := r.at[last].Sub(r.at[first]).Seconds()
	if d <= 0 {
		return 0
	}
	return float64(r.count[last]-r.count[first]) / d
}
