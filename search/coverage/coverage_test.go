package coverage

import (
	"testing"

	"github.com/aranea-search/aranea/document"
)

// TestTogether: words count together that one link says, and the name of the site with those of each.
func TestTogether(t *testing.T) {
	t.Parallel()
	const next = document.ElementGap + 1 // where the link behind one of a single word begins
	rarities := []float64{1, 2, 4}
	for _, tt := range []struct {
		name   string
		at     [][]uint32
		always []int
		want   float64
	}{
		{"nothing", [][]uint32{nil, nil, nil}, nil, 0},
		{"one link says all", [][]uint32{{5}, {4}, {3}}, nil, 7},
		{"each word is in another link", [][]uint32{{0}, {next}, {2 * next}}, nil, 4},
		{"the second link says more", [][]uint32{{0, 2 * next}, {next}, {2*next + 3}}, nil, 5},
		{"twice in one link", [][]uint32{{0, 1, 2}, nil, nil}, nil, 1},
		{"the name of the site is in each", [][]uint32{nil, {0}, {next}}, []int{0}, 5},
		{"the name of the site alone", [][]uint32{nil, nil, nil}, []int{2}, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var r Reader
			r.Reset(1)
			r.At(0, []uint32{3}) // of a page before
			r.Reset(len(tt.at))
			for word, at := range tt.at {
				r.At(word, at)
			}
			for _, word := range tt.always {
				r.Everywhere(word)
			}
			if got := r.Together(func(word int) float64 { return rarities[word] }); got != tt.want {
				t.Errorf("%g", got)
			}
		})
	}
}

// TestShare: a link that says all words counts the most, one that says half of them nearly nothing.
func TestShare(t *testing.T) {
	t.Parallel()
	if got := Share(10, 10); got != Most {
		t.Errorf("all words: %g", got)
	}
	if got := Share(10.1, 10); got != Most {
		t.Errorf("more by rounding: %g", got)
	}
	if got := Share(5, 10); got <= 0 || got > Most/100 {
		t.Errorf("half of the words: %g", got)
	}
}
