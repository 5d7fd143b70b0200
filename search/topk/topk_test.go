package topk

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAgainstSorting: the queue hands out what sorting would, equal scores as it is told.
func TestAgainstSorting(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	q := NewQueue(30)
	for _, n := range []int{0, 1, 2, 30, 400} {
		values, want := make([]float64, n), make([]int32, n)
		for i := range values {
			values[i], want[i] = float64(rnd.IntN(200)), int32(i) // some are equal
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(values[b], values[a]) })
		q.Fill(values, func(a, b int32) bool { return a < b })
		var got []int32
		for q.Len() > 0 {
			first, some := q.First(), q.Take(7)
			if first != some[0] {
				t.Fatalf("of %d: the first is %d, the first taken %d", n, first, some[0])
			}
			got = append(got, some...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d: %v, want %v", n, got, want)
		}
	}
}

// TestHeap: the best of many, the worst of them on top.
func TestHeap(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1, 2, 9, 100} {
		h := NewHeap(make([]int, 0, 9), func(a, b *int) bool { return *a > *b })
		var all []int
		for range n {
			v := rnd.IntN(60)
			if all = append(all, v); len(h.All) < 9 {
				h.Push(&v)
			} else if v > h.All[0] {
				h.Replace(&v)
			}
			if worst := slices.Min(h.All); h.All[0] != worst {
				t.Fatalf("%d is on top, %d is the worst", h.All[0], worst)
			}
		}
		slices.Sort(all)
		sum, most := 0.0, []float64(nil)
		for i, v := range all {
			if most = append(most, float64(v)); i >= n-3 {
				sum += float64(v)
			}
		}
		rnd.Shuffle(n, func(i, j int) { most[i], most[j] = most[j], most[i] })
		if got := Sum(most, 3); got != sum {
			t.Errorf("of %d: the three largest are %v, want %v", n, got, sum)
		}
		got := slices.Sorted(slices.Values(h.All))
		if want := all[max(n-9, 0):]; !slices.Equal(got, want) {
			t.Errorf("of %d: %v, want %v", n, got, want)
		}
	}
}

// TestBest: the best of many are kept, with places in their order by their scores and then
// as they are compared, and the worst of them is known, in the same memory again.
func TestBest(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(9, 10))
	type pair struct{ score, name int }
	before := func(a, b *pair) bool { return a.name < b.name }
	order := func(a, b pair) int { return cmp.Or(b.score-a.score, a.name-b.name) }
	room := NewBest(9, func(p *pair) float64 { return float64(p.score) }, before)
	for _, n := range []int{1, 2, 9, 100, 400} {
		b := room.Emptied()
		var all []pair
		for i := range n {
			v := pair{rnd.IntN(20), i * 7 % n}
			if all = append(all, v); len(b.All) < 9 {
				b.Push(&v)
			} else if order(v, *b.Worst()) < 0 {
				b.Replace(&v)
			}
			if len(all)%20 == 0 { // those that are gone come again
				gone := slices.Clone(b.All[:3])
				left := 3
				b.Delete(func(*pair) bool { left--; return left >= 0 })
				for _, v := range gone {
					b.Push(&v)
				}
			}
			if worst := slices.MaxFunc(b.All, order); *b.Worst() != worst {
				t.Fatalf("%v is the worst, want %v", *b.Worst(), worst)
			}
		}
		slices.SortFunc(all, order)
		slices.SortFunc(b.All, order)
		if want := all[:min(n, 9)]; !slices.Equal(b.All, want) {
			t.Errorf("of %d: %v, want %v", n, b.All, want)
		}
	}
}
