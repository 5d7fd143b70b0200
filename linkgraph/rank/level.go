package rank

import (
	"math"
	"slices"
)

// Ranks are compared by the first bits of their floating-point form: the exponent and eleven
// bits of the mantissa.
const (
	bucketShift = 12
	buckets     = 1 << (32 - bucketShift - 1) // ranks are not negative
)

// A scale converts a rank to a level by its place among all ranks: 255 for the first, less by
// the logarithm of the place. Equal ranks share the place of the last of them, so that the many
// pages without any recommendation have level 0.
type scale struct {
	behind [buckets]uint64 // how many ranks are at least as large
	all    float64
}

// newScale counts the ranks that counts selects. It gives levels after sum.
func newScale(ranks []float32, counts func(i int) bool) *scale {
	s := &scale{}
	for i, r := range ranks {
		if counts(i) {
			s.behind[bucket(r)]++
		}
	}
	return s
}

// mostMerged is the part of the ranks above that ranks may have which counts puts into one bucket. A place is wrong by
// less than that then, and a level of n ranks by 255 ln(1+1/64) / ln n, half of one for 3,000.
const mostMerged = 64

// counts returns how many ranks there are in each bucket, before sum, by ascending bucket. Those of neighbours stand
// in the lowest one if they are few beside the ranks above, so that some hundred counts are told of any number of
// ranks. Ranks of different sizes stay apart.
func (s *scale) counts() (out []count) {
	above, sum := uint64(0), uint64(0) // above the last count, and in it
	for i := buckets - 1; i >= 0; i-- {
		n := s.behind[i]
		if n == 0 {
			continue
		}
		last := len(out) - 1
		if last >= 0 && out[last].bucket>>sizeShift == uint32(i)>>sizeShift && (sum+n)*mostMerged <= above {
			sum += n
			out[last] = count{uint32(i), uint32(sum)}
			continue
		}
		above, sum = above+sum, n
		out = append(out, count{uint32(i), uint32(n)})
	}
	slices.Reverse(out)
	return out
}

// add adds the ranks that a telling counts.
func (s *scale) add(counted []byte) {
	for ; len(counted) > 0; counted = counted[countSize:] {
		c := countAt(counted)
		s.behind[c.bucket] += uint64(c.n)
	}
}

// sum sums up the counts and returns s.
func (s *scale) sum() *scale {
	for i := buckets - 2; i >= 0; i-- {
		s.behind[i] += s.behind[i+1]
	}
	s.all = float64(s.behind[0])
	return s
}

func bucket(r float32) uint32 { return math.Float32bits(max(r, 0)) >> bucketShift }

// level returns the level of a counted rank.
func (s *scale) level(r float32) uint8 {
	place := float64(s.behind[bucket(r)])
	if place < 1 || s.all < 2 {
		return 0
	}
	return uint8(math.Round(math.MaxUint8 * math.Log(s.all/place) / math.Log(s.all)))
}
