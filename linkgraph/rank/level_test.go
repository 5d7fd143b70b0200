package rank

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// TestCountsAreFew: what is told of the sizes of ranks is short, counts all of them, and gives levels that are hardly
// others.
func TestCountsAreFew(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 60, 6_000, 600_000} {
		draw := rand.New(rand.NewPCG(1, uint64(n)))
		ranks := make([]float32, n)
		for i := range ranks {
			if ranks[i] = 0.15; i%3 > 0 {
				ranks[i] += 0.1 * float32(math.Pow(1-draw.Float64(), -0.8))
			}
		}
		all := func(int) bool { return true }
		exact, near := newScale(ranks, all), &scale{}
		counts, told := exact.counts(), []byte(nil)
		for _, c := range counts {
			told = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(told, c.bucket), c.n)
		}
		if err := checkCounts(told); err != nil || len(counts) > 1_000 {
			t.Errorf("%d ranks: %d counts are told, and %v", n, len(counts), err)
		}
		near.add(told)
		exact.sum()
		if near.sum(); near.all != float64(n) {
			t.Errorf("%d ranks: %v are counted", n, near.all)
		}
		for _, r := range ranks {
			if a, b := exact.level(r), near.level(r); max(a, b)-min(a, b) > 1 {
				t.Fatalf("%d ranks: %v has the level %d, not %d", n, r, b, a)
			}
		}
		if near.level(0.15) != exact.level(0.15) {
			t.Errorf("%d ranks: the least has the level %d, not %d", n, near.level(0.15), exact.level(0.15))
		}
	}
}
