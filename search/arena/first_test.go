package arena

import "testing"

// TestFirst: the first who asks gets the kept slice, empty and erased, and the next one another.
func TestFirst(t *testing.T) {
	t.Parallel()
	var f First[*int]
	for round := range 3 {
		a := append(f.Take(4), new(int))
		b := f.Take(4)
		if cap(a) < 4 || len(b) != 0 || cap(b) < 4 || &a[0] == &b[:1][0] {
			t.Fatalf("round %d: %d and %d of %d and %d", round, len(a), len(b), cap(a), cap(b))
		}
		f.TakeBack()
		if a[:4][0] != nil {
			t.Fatalf("round %d: a value stays", round)
		}
	}
	a := f.Take(1)
	f.TakeBack()
	if b := f.Take(1); &a[:1][0] != &b[:1][0] {
		t.Error("the slice is not used again")
	}
}
