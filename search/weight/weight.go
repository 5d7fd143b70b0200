// Package weight tells how rare a word is, and what its impact in a page says: how much the
// word counts there, and in which titles it may stand.
//
// Floor: 4 (acts). Stability: engine. It is pure.
package weight

import (
	"math"
	"sort"

	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/invert"
)

// k1 is how fast further occurrences of a word stop to matter (BM25).
const k1 = 1.2

// Saturated returns BM25's share of the rarity of a word, by its impact.
func Saturated(impact uint8) float64 { return saturated[impact] }

// Rarity returns the inverse document frequency of a word that df of so many documents
// hold, as BM25 has it in Lucene: never below 0.
func Rarity(docs, df int) float64 {
	return math.Log(1 + (float64(max(docs-df, 0))+0.5)/(float64(df)+0.5))
}

// From returns from which impact on BM25's share of the rarity of a word is one at least,
// 256 if it never is.
func From(share float64) int {
	return sort.Search(len(saturated), func(i int) bool { return saturated[i] >= share })
}

// ShortestTitle returns of how many words a title has at least that a word of an impact
// stands in; 0 if it stands in none.
func ShortestTitle(impact uint8) int { return shortest[impact] }

// BeyondTemplate reports whether a word that occurs so often in a page must occur outside of the
// template, because its impact is larger than that of as many occurrences there.
func BeyondTemplate(impact uint8, times uint32) bool { return times < templated[impact] }

// templated is, by impact, how often a word without occurrences outside of the template occurs at
// least.
var templated = func() (t [256]uint32) {
	for i := range t {
		t[i] = uint32(math.Ceil(float64(impact.Weight(uint8(i))) / quantised / invert.TemplateWeight()))
	}
	return t
}()

var saturated = func() (t [256]float64) {
	for i := range t {
		w := float64(impact.Weight(uint8(i)))
		t[i] = w * (k1 + 1) / (k1 + w)
	}
	return t
}()

// quantised is how much a weighted frequency may be above the one that its
// impact stands for.
const quantised = 1.1

var shortest = func() (t [256]int) {
	for i := range t {
		w := float64(impact.Weight(uint8(i))) * quantised
		t[i] = 1 + sort.Search(math.MaxUint16, func(n int) bool { return invert.TitleWeight(n+1) <= w })
		if t[i] > math.MaxUint16 {
			t[i] = 0
		}
	}
	return t
}()
