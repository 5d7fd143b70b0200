// Package coverage tells how much of a query the links to a page say, and what their words count for that.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package coverage

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/search/postings"
)

const (
	// Most is the weight of a word in the links to a page, relative to a word in the page itself, if one of
	// them says all words of the query: the largest Share. With fewer words it falls by coverPower.
	// docs/ranking.md has the figures.
	Most       = 0.5
	coverPower = 8
)

// Share returns the weight of the words that links have for a page, relative to words in the page itself:
// sum is the rarity of those that one link says together, all that of the words of the query. A link that
// says all of them names the page; one word of several says little.
func Share(sum, all float64) float64 {
	return Most * math.Pow(min(1, sum/all), coverPower)
}

// Bound returns a function that bounds what words of a query with the rarity all add to a score: of those
// that the links to a page have, part is the largest sum of what they would add by themselves, and rarity
// that of their rarities. slack, just above 1, exceeds the error of adding up in a different order.
func Bound(all, slack float64) func(part, rarity float64) float64 {
	return func(part, rarity float64) float64 { return Share(max(rarity, 0)*slack, all) * max(part, 0) * slack }
}

// A Reader finds what links say together. It keeps memory for the next page. The zero Reader is ready.
type Reader struct {
	all    []postings.Occurrence
	always []bool // by word: whether each link says it
	have   []bool // or the one that is looked at does
}

// Reset forgets the words of the page before; the next page may have so many.
func (r *Reader) Reset(words int) {
	r.all = r.all[:0]
	r.have = append(r.have[:0], make([]bool, words)...)
	r.always = append(r.always[:0], r.have...)
}

// Everywhere notes that each link says a word: the name of the site.
func (r *Reader) Everywhere(word int) { r.always[word] = true }

// At notes the positions of a word in the links to the page. Different links have document.ElementGap
// positions between them.
func (r *Reader) At(word int, positions []uint32) {
	for _, p := range positions {
		r.all = append(r.all, postings.Occurrence{Pos: p, Form: word})
	}
}

// Together returns the rarity of the words that one link says, of all links the largest. A link with query
// words further apart than ElementGap counts as several.
func (r *Reader) Together(rarity func(word int) float64) float64 {
	slices.SortFunc(r.all, func(a, b postings.Occurrence) int { return cmp.Compare(a.Pos, b.Pos) })
	named := 0.0 // the rarity of the words that each link says
	for word, is := range r.always {
		if is {
			named += rarity(word)
		}
	}
	most, sum := named, 0.0
	for i, s := range r.all {
		if i == 0 || s.Pos-r.all[i-1].Pos > document.ElementGap {
			copy(r.have, r.always)
			sum = named
		}
		if !r.have[s.Form] {
			r.have[s.Form] = true
			sum += rarity(s.Form)
		}
		most = max(most, sum)
	}
	return most
}
