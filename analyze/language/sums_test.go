package language

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSums holds what is added up eight at a time against sums one by one, with more
// of the largest costs than 16 bits hold.
func TestSums(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, stride := range []int{8, 40, mostLanguages} {
		var s sums
		want := make([]int, stride)
		var costs []uint8
		var rows []int32
		for n := range 3*wholeRows + 7 {
			row := make([]uint8, stride)
			for i := range row {
				if row[i] = uint8(rnd.UintN(256)); n%2 == i%2 || n < wholeRows {
					row[i] = 255
				}
				want[i] += int(row[i])
			}
			costs = append(costs, row...)
			if rows = append(rows, int32(n*stride)); n%7 == 0 || n > 2*wholeRows {
				s.add(costs, rows, stride)
				rows = rows[:0]
			}
		}
		s.add(costs, rows, stride)
		if got := s.of(&table{langs: make([]string, stride-tagBytes)}); !slices.Equal(got, want[tagBytes:]) {
			t.Errorf("%d languages: %v, want %v", stride, got, want)
		}
	}
}

// TestAllLanguagesFit: no alphabet has more languages than a row holds.
func TestAllLanguagesFit(t *testing.T) {
	t.Parallel()
	for a := range numAlphabets {
		if n := a.table().stride; n > mostLanguages {
			t.Errorf("%v: rows of %d", a, n)
		}
	}
}
