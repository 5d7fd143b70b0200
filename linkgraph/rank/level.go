package rank

import "math"

// Ranks are told apart by the first bits of their floating-point form: exponent and
// eleven bits behind it.
const (
	bucketShift = 12
	buckets     = 1 << (32 - bucketShift - 1) // ranks are not negative
)

// A scale gives the level of a rank by its place among others: 255 for the first,
// less by the logarithm of the place. Those that are alike have the place of the last
// of them, so that the many that nothing recommends have level 0.
type scale struct {
	behind [buckets]uint32 // how many are at least so large
	all    float64
}

// newScale counts ranks; counts says which of them.
func newScale(ranks []float32, counts func(i int) bool) *scale {
	s := &scale{}
	for i, r := range ranks {
		if counts(i) {
			s.behind[bucket(r)]++
		}
	}
	for i := buckets - 2; i >= 0; i-- {
		s.behind[i] += s.behind[i+1]
	}
	s.all = float64(s.behind[0])
	return s
}

func bucket(r float32) uint32 { return math.Float32bits(max(r, 0)) >> bucketShift }

// level returns the level of a rank that was counted.
func (s *scale) level(r float32) uint8 {
	place := float64(s.behind[bucket(r)])
	if place < 1 || s.all < 2 {
		return 0
	}
	return uint8(math.Round(math.MaxUint8 * math.Log(s.all/place) / math.Log(s.all)))
}
