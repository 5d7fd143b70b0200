package segmentation

import (
	"slices"
	"testing"
)

// crossing reports which pieces count less than others.
func crossing(pieces []Piece) []bool {
	out := make([]bool, 0, len(pieces))
	for _, share := range Shares(pieces) {
		out = append(out, share == crossingShare)
	}
	return out
}

// TestShares: of the pairs of a run those cross words that are not in the likeliest
// segmentation; a piece that overlaps nothing never does.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		docs []int // of pairs of characters of three bytes each
		want []bool
	}{
		{"nothing", nil, []bool{}},
		{"one pair", []int{5}, []bool{false}},
		{"one pair that no page holds", []int{0}, []bool{false}},
		{"of two that overlap the less frequent", []int{5, 9}, []bool{true, false}},
		{"of two that are as frequent the second", []int{7, 7}, []bool{false, true}},
		{"a pair between two words", []int{300, 2, 400}, []bool{false, true, false}},
		{"a word in the middle that outweighs both sides", []int{1, 900, 1}, []bool{true, false, true}},
		{"words of two, one and two characters", []int{90, 1, 1, 80}, []bool{false, true, true, false}},
		{"three words", []int{50, 3, 60, 2, 70}, []bool{false, true, false, true, false}},
		{"a pair that no page holds", []int{0, 4}, []bool{true, false}},
	} {
		var run []Piece
		for i, docs := range tt.docs {
			run = append(run, Piece{3 * i, 3*i + 6, docs})
		}
		if got := crossing(run); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v gives %v, want %v", tt.name, tt.docs, got, tt.want)
		}
	}
}

// TestSharesOfRuns: pieces that do not overlap begin another run.
func TestSharesOfRuns(t *testing.T) {
	t.Parallel()
	got := crossing([]Piece{{0, 6, 5}, {3, 9, 2}, {10, 16, 0}, {17, 23, 7}, {20, 26, 9}})
	if want := []bool{false, true, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
