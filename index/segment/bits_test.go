package segment

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestRuns: what was packed is read again, whatever the
// width and the exceptions, and the bytes behind it are left.
func TestRuns(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 12))
	for width := range 33 {
		for range 40 {
			in := make([]uint32, rnd.IntN(maxRun+1))
			for i := range in {
				in[i] = uint32(rnd.Uint64() & (1<<width - 1))
				if rnd.IntN(20) == 0 {
					in[i] = rnd.Uint32() >> rnd.IntN(32)
				}
			}
			tail := make([]byte, rnd.IntN(12))
			src := append(appendRun(nil, in), tail...)
			out := make([]uint32, len(in))
			rest, ok := readRun(out, src)
			if !ok || !slices.Equal(in, out) || len(rest) != len(tail) {
				t.Fatalf("width %d, %d values: read %t, equal %t, %d bytes behind, want %d", width, len(in), ok, slices.Equal(in, out), len(rest), len(tail))
			}
		}
	}
}

func BenchmarkReadRun(b *testing.B) {
	for _, width := range []int{3, 7, 11, 20} {
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(11, 12))
			in := make([]uint32, maxRun)
			for i := range in {
				in[i] = rnd.Uint32() >> (32 - width)
			}
			src := append(appendRun(nil, in), make([]byte, 16)...)
			b.SetBytes(4 * maxRun)
			for b.Loop() {
				readRun(in, src)
			}
		})
	}
}
