package engine

import "time"

// A rate is a speed over the last seconds: a ring of samples.
type rate struct {
	at    [rateSamples]time.Time
	count [rateSamples]uint64
	n     int
}

const (
	rateSamples = 16
	rateEvery   = 500 * time.Millisecond
)

// add notes a count at an instant, at most one each rateEvery.
func (r *rate) add(at time.Time, count uint64) {
	if r.n > 0 && at.Sub(r.at[(r.n-1)%rateSamples]) < rateEvery {
		return
	}
	r.at[r.n%rateSamples], r.count[r.n%rateSamples] = at, count
	r.n++
}

// value returns counts per second, 0 if that cannot be told yet.
func (r *rate) value() float64 {
	if r.n < 2 {
		return 0
	}
	last, first := (r.n-1)%rateSamples, 0
	if r.n > rateSamples {
		first = r.n % rateSamples
	}
	d := r.at[last].Sub(r.at[first]).Seconds()
	if d <= 0 {
		return 0
	}
	return float64(r.count[last]-r.count[first]) / d
}
