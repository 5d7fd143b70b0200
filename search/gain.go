package search

import (
	"math"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/titlescore"
	"github.com/aranea-search/aranea/search/weight"
)

const nearestWindow = document.ElementGap // words of different elements are never so near

// weighPairs precomputes what words add next to each other, and the title bits they may have.
func (p *plan) weighPairs() {
	for i, w := range p.words {
		if i > 0 {
			w.beside = weight.Near * p.pair(i, nil)
		}
		p.counts = append(p.counts, w.counted)
		for _, t := range w.tokens {
			p.titled |= t.Bits
		}
	}
}

// anyGain bounds what the second stage adds to a page with any title whose words have at most these impacts.
func (p *plan) anyGain(most []uint8) float64 {
	best := 0.0
	for _, v := range most {
		if n := weight.ShortestTitle(v); n > 0 {
			best = max(best, p.titleGain(most, n, max(1, n-p.signals.MostAffix()), math.MaxUint64))
		}
	}
	return best + p.nearGain(most)
}

// gain bounds what the second stage adds to a page whose words have these impacts.
func (p *plan) gain(most []uint8, seg int, doc uint32) float64 {
	title := p.snap.Title(seg, doc)
	if title&p.titled == 0 {
		return p.nearGain(most)
	}
	return p.titleGainOf(most, seg, doc, title) + p.nearGain(most)
}

// mayStand reports whether a word with an impact may be in a title with that many words and this filter.
func (w *word) mayStand(impact uint8, words int, title uint64) bool {
	if n := weight.ShortestTitle(impact); n == 0 || n > words {
		return false
	}
	for _, t := range w.tokens {
		if title&t.Bits == 0 {
			return false
		}
	}
	return true
}

// isNamed reports whether a page in which a word has an impact may be on a site that it names.
func (w *word) isNamed(impact uint8) bool { return w.names && impact == postings.NamedImpact }

// pair returns what a word counts next to the one before it. One that only names the site of the page,
// by word, stands nowhere; named is nil for any page.
func (p *plan) pair(i int, named []bool) float64 {
	if named != nil && (named[i-1] || named[i]) {
		return 0
	}
	return min(p.words[i-1].idf, p.words[i].idf)
}

// nearGain bounds what nearness adds.
func (p *plan) nearGain(most []uint8) float64 {
	gain := 0.0
	for i := 1; i < len(p.words); i++ {
		if most[i-1] > 0 && most[i] > 0 {
			gain += p.words[i].beside
		}
	}
	return gain
}

// titleGainOf bounds what the title of a document adds, which has a filter.
func (p *plan) titleGainOf(most []uint8, seg int, doc uint32, title uint64) float64 {
	words := p.snap.TitleWords(seg, doc)
	return p.titleGain(most, words, words-p.affix(seg, doc).Len(), title)
}

// titleGain bounds what a title with that many words, some of them its own, and this filter adds.
func (p *plan) titleGain(most []uint8, words, own int, title uint64) float64 {
	titled, named, tokens, all := 0.0, 0.0, 0, true
	for i, w := range p.words {
		switch {
		case w.mayStand(most[i], words, title):
			titled, tokens = titled+w.idf, tokens+len(w.tokens)
		case w.isNamed(most[i]):
			named += w.idf
		default:
			all = false
		}
	}
	if titled == 0 || p.sumIDF == 0 {
		return 0
	}
	titled += named
	return titlescore.Most(titled, p.sumIDF, tokens, own, all, len(p.words) > 1)
}

// affix returns what of the title of a document is its site's.
func (p *plan) affix(seg int, doc uint32) sitename.Affix {
	return p.signals.Affix(seg, doc).For(p.snap.TitleWords(seg, doc))
}

// rounding exceeds the error of adding up in a different order.
const rounding = 1 + 1e-9

// mostStatic bounds what pages have whatever their words.
func (p *plan) mostStatic() float64 { return p.base.Most() * p.full * rounding }
