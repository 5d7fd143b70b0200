package weight

import (
	"math"
	"testing"

	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/invert"
)

// TestShortestTitle: a word that stands in a title alone has an impact of which the title
// is not too short, and one that counts half as much stands in none so short.
func TestShortestTitle(t *testing.T) {
	t.Parallel()
	for _, words := range []int{1, 2, 7, 30, 400} {
		w := invert.TitleWeight(words)
		if n := ShortestTitle(impact.Quantise(w)); n == 0 || n > words {
			t.Errorf("of a title of %d words %d are the fewest", words, n)
		}
		if n := ShortestTitle(impact.Quantise(w / 2)); 0 < n && n <= words {
			t.Errorf("half the weight of a word in a title of %d words may stand in one of %d", words, n)
		}
	}
}

// TestSaturated: a word counts more the larger its impact is, and never more than k1 + 1
// times its rarity.
func TestSaturated(t *testing.T) {
	t.Parallel()
	if Saturated(0) != 0 || Saturated(255) >= k1+1 {
		t.Errorf("none counts %g, the most %g", Saturated(0), Saturated(255))
	}
	for i := range uint8(255) {
		if Saturated(i) >= Saturated(i+1) {
			t.Errorf("impact %d counts %g, the next %g", i, Saturated(i), Saturated(i+1))
		}
	}
}

// TestRarity: the fewer documents hold a word the rarer it is; a word that all hold still
// counts, and one that more hold than there are documents does no harm.
func TestRarity(t *testing.T) {
	t.Parallel()
	before := math.Inf(1)
	for df := range 102 {
		r := Rarity(100, df)
		if r <= 0 || r >= before {
			t.Errorf("%d of 100 documents: %g, with one less %g", df, r, before)
		}
		before = r
	}
}

// TestBeyondTemplate: no number of occurrences in the template is taken for one outside of it, and a
// word of a text of usual length is told by its impact.
func TestBeyondTemplate(t *testing.T) {
	t.Parallel()
	for times := uint32(1); times < 5000; times++ {
		if BeyondTemplate(impact.Quantise(float64(times)*invert.TemplateWeight()), times) {
			t.Errorf("%d times in the template counts as outside of it", times)
		}
	}
	for _, tt := range []struct {
		name  string
		w     float64
		times uint32
		want  bool
	}{{"once in 400 words", 1, 1, true}, {"twice in 1,600", 0.6, 2, true}, {"once beside three in the menu", 1.12, 4, true}, {"in a very long text", 0.05, 1, false}} {
		if got := BeyondTemplate(impact.Quantise(tt.w), tt.times); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
