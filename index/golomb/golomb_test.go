package golomb

import (
	"fmt"
	"math"
	"testing"
)

// TestExamples: the bits are those of the code, the first one rightmost.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		v    uint32
		k    uint
		want string
	}{
		{0, 0, "1"}, {1, 0, "010"}, {2, 0, "110"}, {3, 0, "00100"}, {6, 0, "11100"}, {7, 0, "0001000"},
		{0, 2, "001"}, {3, 2, "111"}, {4, 2, "00010"}, {11, 2, "11110"}, {12, 2, "0000100"},
	} {
		code, n := Code(tt.v, tt.k)
		if got := fmt.Sprintf("%0*b", n, code); got != tt.want {
			t.Errorf("%d with %d low bits is %s, want %s", tt.v, tt.k, got, tt.want)
		}
	}
}

// TestComesBack: each number is read as it was written, whatever follows, or is known to be too long.
func TestComesBack(t *testing.T) {
	t.Parallel()
	for k := uint(0); k < 32; k++ {
		for v := uint64(0); v <= math.MaxUint32; v += 1 + v/3 {
			code, n := Code(uint32(v), k)
			if n > MaxBits {
				if v < 1<<27 {
					t.Errorf("%d with %d low bits takes %d bits", v, k, n)
				}
				continue
			}
			for _, behind := range []uint64{0, math.MaxUint64} {
				if got, m := Read(code|behind<<n, k); got != v || m != n {
					t.Fatalf("%d with %d low bits, of %d bits, is read as %d of %d", v, k, n, got, m)
				}
			}
		}
	}
}

// TestNoNumber: what begins with more zeros than any number is none.
func TestNoNumber(t *testing.T) {
	t.Parallel()
	for _, word := range []uint64{0, 1 << 40, 1 << 29} {
		if v, n := Read(word, 0); v != 0 || n != 0 {
			t.Errorf("%b is read as %d of %d bits", word, v, n)
		}
	}
}
