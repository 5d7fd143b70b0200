package packed

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
			in := make([]uint32, rnd.IntN(MaxRun+1))
			for i := range in {
				in[i] = uint32(rnd.Uint64() & (1<<width - 1))
				if rnd.IntN(20) == 0 {
					in[i] = rnd.Uint32() >> rnd.IntN(32)
				}
			}
			tail := make([]byte, rnd.IntN(12))
			src := append(Append(nil, in), tail...)
			out := make([]uint32, len(in))
			rest, ok := Read(out, src)
			if !ok || !slices.Equal(in, out) || len(rest) != len(tail) {
				t.Fatalf("width %d, %d values: read %t, equal %t, %d bytes behind, want %d", width, len(in), ok, slices.Equal(in, out), len(rest), len(tail))
			}
		}
	}
}

// TestBytesOfRuns: runs above a least value are read into bytes as they are into numbers,
// and so is each value of them; what is cut short is not read.
func TestBytesOfRuns(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(13, 14))
	for width := range 12 {
		for range 40 {
			in, least := make([]uint32, 1+rnd.IntN(MaxRun)), uint8(rnd.IntN(256))
			for i := range in {
				in[i] = uint32(rnd.Uint64() & (1<<width - 1))
				if rnd.IntN(20) == 0 {
					in[i] = rnd.Uint32() >> (24 + rnd.IntN(8))
				}
			}
			run := Append(nil, in)
			src := append(slices.Clone(run), make([]byte, rnd.IntN(12))...)
			out := make([]uint8, len(in))
			if !ReadBytes(out, src, least) {
				t.Fatalf("width %d, %d values: not read", width, len(in))
			}
			for i, v := range in {
				one, ok := Value(src, len(in), i)
				if out[i] != least+uint8(v) || one != v || !ok {
					t.Fatalf("width %d, value %d: %d above %d and %d, %t; want %d", width, i, out[i], least, one, ok, v)
				}
			}
			short := run[:len(run)-1]
			if _, ok := Value(short, len(in), 0); ok || ReadBytes(out, short, least) {
				t.Fatalf("width %d, %d values: read though the last byte is missing", width, len(in))
			}
		}
	}
}

func BenchmarkReadRun(b *testing.B) {
	for _, width := range []int{3, 7, 11, 20} {
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(11, 12))
			in := make([]uint32, MaxRun)
			for i := range in {
				in[i] = rnd.Uint32() >> (32 - width)
			}
			src := append(Append(nil, in), make([]byte, 16)...)
			b.SetBytes(4 * MaxRun)
			for b.Loop() {
				Read(in, src)
			}
		})
	}
}

// TestSearch: places are those that looking at all values finds.
func TestSearch(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(15, 16))
	for range 4000 {
		values := make([]uint32, rnd.IntN(MaxRun+2))
		for i := range values {
			values[i] = rnd.Uint32() >> rnd.IntN(32)
		}
		slices.Sort(values)
		v := rnd.Uint32() >> rnd.IntN(32)
		want := len(values)
		if i := slices.IndexFunc(values, func(x uint32) bool { return x >= v }); i >= 0 {
			want = i
		}
		if got := Search(values, v); got != want {
			t.Fatalf("%d in %v: %d, want %d", v, values, got, want)
		}
	}
}
