package search

import (
	"math"
	"sort"

	"github.com/aranea-search/aranea/index/invert"
	"github.com/aranea-search/aranea/index/segment"
)

// Weights of the second stage, as shares of the sum of the words' rarities.
const (
	titleShare    = 1.6  // all words in the title, and nothing else there
	orderShare    = 0.5  // the title holds the words in order
	isTitleShare  = 2.5  // the title is the query
	nearShare     = 0.5  // neighbouring words stand side by side
	depthPenalty  = 0.01 // for each link away from a seed, at most mostDepth
	mostDepth     = 10
	nearestWindow = 8

	// Of the static rank; docs/ranking.md has how they were chosen.
	pageShare  = 0.10 // the page's link popularity
	siteShare  = 0.05 // that of its site
	sitesShare = 0.10 // other sites that link to it
	rankShare  = pageShare + siteShare + sitesShare
)

// quantised is how much a weighted frequency may be above the one that its
// impact stands for.
const quantised = 1.1

// shortest is, by impact, of how many words a title has at least that a word of
// that impact stands in; 0 if it stands in none.
var shortest = func() (t [256]int) {
	for i := range t {
		w := float64(segment.Weight(uint8(i))) * quantised
		t[i] = 1 + sort.Search(math.MaxUint16, func(n int) bool { return invert.TitleWeight(n+1) <= w })
		if t[i] > math.MaxUint16 {
			t[i] = 0
		}
	}
	return t
}()

// anyGain bounds what the second stage adds to a page whose words have at most
// these impacts, whatever its title.
func (p *plan) anyGain(most []uint8) float64 {
	best := 0.0
	for _, v := range most {
		if n := shortest[v]; n > 0 {
			best = max(best, p.titleGain(most, n))
		}
	}
	return best + p.nearGain(most)
}

// gain bounds what the second stage adds to a page with a title of so many words
// whose words have these impacts.
func (p *plan) gain(most []uint8, words int) float64 {
	return p.titleGain(most, words) + p.nearGain(most)
}

// nearGain bounds what nearness adds.
func (p *plan) nearGain(most []uint8) float64 {
	gain := 0.0
	for i := 1; i < len(p.words); i++ {
		if most[i-1] > 0 && most[i] > 0 {
			gain += nearShare * min(p.words[i-1].idf, p.words[i].idf)
		}
	}
	return gain
}

// titleGain bounds what a title of so many words adds.
func (p *plan) titleGain(most []uint8, words int) float64 {
	titled, tokens, all := 0.0, 0, true
	for i, w := range p.words {
		if n := shortest[most[i]]; n > 0 && n <= words {
			titled, tokens = titled+w.idf, tokens+len(w.tokens)
		} else {
			all = false
		}
	}
	if titled == 0 || p.sumIDF == 0 {
		return 0
	}
	full := min(1, float64(tokens)/float64(words))
	gain := titleShare * titled * (titled / p.sumIDF) * (0.25 + 0.75*full)
	if all && len(p.words) > 1 {
		gain += orderShare * p.sumIDF * full
	}
	if all && tokens >= words {
		gain += isTitleShare * p.sumIDF
	}
	return gain
}

// rounding is more than sums in another order differ by.
const rounding = 1 + 1e-9

// mostRank bounds what the static rank adds to a score.
func (p *plan) mostRank() float64 {
	switch {
	case p.ranks == nil:
		return 0
	case p.filterOnly:
		return rounding
	}
	return rankShare * p.sumIDF * rounding
}
