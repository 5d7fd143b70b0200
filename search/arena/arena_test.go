package arena

import "testing"

// TestPieces: pieces are zero, do not overlap, and stay where they are as more are
// taken, in the first use and in those after it.
func TestPieces(t *testing.T) {
	t.Parallel()
	var s Of[int]
	for round := range 3 {
		var all [][]int
		for n := range 200 {
			piece := s.Take(n)
			if len(piece) != n || cap(piece) != n {
				t.Fatalf("round %d: %d values with room for %d, want %d", round, len(piece), cap(piece), n)
			}
			for i, v := range piece {
				if v != 0 {
					t.Fatalf("round %d: value %d of piece %d is %d before it is set", round, i, n, v)
				}
				piece[i] = n
			}
			all = append(all, piece)
		}
		for n, piece := range all {
			for _, v := range piece {
				if v != n {
					t.Fatalf("round %d: piece %d holds %d", round, n, v)
				}
			}
		}
		s.TakeBack()
	}
}
