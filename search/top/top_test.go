package top

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAgainstSorting: the queue hands out what sorting would, and the lowest of
// the best is the one that sorting finds.
func TestAgainstSorting(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	var room []int32
	var scores []float64
	for _, n := range []int{0, 1, 2, 30, 400} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(rnd.IntN(200)) // some are equal
		}
		q := NewQueue(n, room, func(a, b int32) bool { return values[a] > values[b] })
		l := NewLowest(10, scores)
		var got []float64
		for q.Len() > 0 {
			first := values[q.First()]
			batch := q.Take(7)
			if !slices.ContainsFunc(batch, func(i int32) bool { return values[i] == first }) {
				t.Fatalf("of %d: the first is not among the next", n)
			}
			var part []float64
			for _, i := range batch {
				part = append(part, values[i])
				l.Add(values[i])
			}
			slices.Sort(part)
			slices.Reverse(part)
			got = append(got, part...)
		}
		slices.Sort(values)
		if lowest, ok := l.Score(); ok != (n >= 10) || ok && lowest != values[n-10] {
			t.Errorf("of %d: the lowest of the best ten is %v, %t", n, lowest, ok)
		}
		slices.Reverse(values)
		if !slices.Equal(got, values) {
			t.Errorf("of %d: %v", n, got)
		}
		room, scores = q.Room(), l.Room()
	}
	var none Lowest
	none.Add(1)
	if _, ok := none.Score(); ok {
		t.Error("the zero value keeps a score")
	}
}
