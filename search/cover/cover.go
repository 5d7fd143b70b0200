// Package cover tells how much of a query the links to a page say, and what their words count for that.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package cover

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/search/lists"
)

const (
	// anchorShare is the weight of a word in the links to a page, relative to a word in the page itself, if
	// one of them says all words of the query. With fewer words it falls by coverPower. docs/ranking.md has
	// the figures.
	anchorShare = 0.5
	coverPower  = 8
)

// Most is the largest Share.
const Most = anchorShare

// Share returns the weight of the words that links have for a page, relative to words in the page itself:
// sum is the rarity of those that one link says together, all that of the words of the query. A link that
// says all of them names the page; one word of several says little.
func Share(sum, all float64) float64 {
	return anchorShare * math.Pow(min(1, sum/all), coverPower)
}

// Bound returns what words add at most of which links have at most a part and a rarity, of a query with the
// rarity all. slack exceeds the error of adding up in a different order.
func Bound(all, slack float64) func(part, rarity float64) float64 {
	return func(part, rarity float64) float64 { return Share(max(rarity, 0)*slack, all) * max(part, 0) * slack }
}

// A Reader finds what links say together. It keeps memory for the next page. The zero Reader is ready.
type Reader struct {
	all        []lists.Standing
	have, best []bool
}

// Reset forgets the words of the page before; the next page may have so many.
func (r *Reader) Reset(words int) {
	r.all = r.all[:0]
	r.have = append(r.have[:0], make([]bool, words)...)
	r.best = append(r.best[:0], r.have...)
}

// Everywhere notes that each link says a word: the name of the site.
func (r *Reader) Everywhere(word int) { r.best[word] = true }

// At notes the positions of a word in the links to the page. Different links have document.ElementGap
// positions between them.
func (r *Reader) At(word int, positions []uint32) {
	for _, p := range positions {
		r.all = append(r.all, lists.Standing{Pos: p, Form: word})
	}
}

// Together returns the rarity of the words that one link says, of all links the largest. A link with query
// words further apart than ElementGap counts as several.
func (r *Reader) Together(rarity func(word int) float64) float64 {
	slices.SortFunc(r.all, func(a, b lists.Standing) int { return cmp.Compare(a.Pos, b.Pos) })
	always := 0.0
	for word, is := range r.best {
		if is {
			always += rarity(word)
		}
	}
	most, sum := always, 0.0
	for i, s := range r.all {
		if i == 0 || s.Pos-r.all[i-1].Pos > document.ElementGap {
			copy(r.have, r.best)
			sum = always
		}
		if !r.have[s.Form] {
			r.have[s.Form] = true
			sum += rarity(s.Form)
		}
		most = max(most, sum)
	}
	return most
}
