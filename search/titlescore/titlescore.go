// Package titlescore says what a page gains by its title: the more of the rarities of the query are in it and the less
// else it has, the more; and again if it has the words in order, and if it is the query. What most titles of its site
// begin or end with is no part of what else it has (docs/ranking.md, "Titles with the name of the site").
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not know where words stand; it is told.
package titlescore

import (
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/weight"
)

// A Match collects what the words of a query are in a title, one after the other. It is used again and again.
type Match struct {
	rarity, named float64
	first, end    uint32 // where the words of the title that are not its site's stand
	of            int    // positions of the title
	words, own    int    // those that words of the query take, and of these, those that are not its site's
	twice         int    // those that stand for two words of the query
	places        []uint32
}

// Begin begins with a title that stands at a position and has so many positions, some of them its site's.
func (m *Match) Begin(first uint32, words int, affix sitename.Affix) {
	*m = Match{places: m.places[:0], first: first + uint32(affix.Front), end: first + uint32(words) - uint32(affix.Back), of: words}
}

// Found adds a word that stands at a position of the title, or segment.NoDoc, takes so many of them, and is so rare.
// again says that it is another word than the one before.
func (m *Match) Found(at uint32, words int, rarity float64, again bool) {
	if at != segment.NoDoc {
		m.rarity += rarity
		m.words += words
		if at >= m.first && at < m.end {
			m.own += words
		}
		if again && slices.Contains(m.places, at) {
			m.twice += words
		}
	}
	m.places = append(m.places, at)
}

// Named adds a word that is not in the title, but names the site: it counts as if each title of the site ended in it.
func (m *Match) Named(rarity float64) { m.named += rarity }

// Each passes what the title adds, by the sum of the rarities of the query.
func (m *Match) Each(sum float64, add func(name string, v float64)) {
	if m.rarity == 0 || sum == 0 {
		return
	}
	titled, full := m.rarity+m.named, share(m.own, int(m.end)-int(m.first))
	add("title", filled(titled, sum, full))
	if postings.InOrder(m.places) {
		add("title in order", weight.Order*sum*full)
	}
	if m.isQuery() && !slices.Contains(m.places, segment.NoDoc) && slices.IsSorted(m.places) {
		add("title is the query", weight.IsTitle*sum)
	}
}

// isQuery reports whether the title has no other words than the query: all of it, or all but what is its site's. A query
// that names the site does not ask for a title without its name.
func (m *Match) isQuery() bool {
	if m.words-m.twice >= max(m.of, 1) {
		return true
	}
	return m.named == 0 && m.own == m.words && m.own-m.twice >= max(int(m.end)-int(m.first), 1)
}

// Most bounds what a title adds with so many words that are not its site's, of which the query has some with a sum of
// rarities: all says that these are all words of the query, and several that they are more than one.
func Most(titled, sum float64, words, own int, all, several bool) float64 {
	full := share(words, own)
	gain := filled(titled, sum, full)
	if all && several {
		gain += weight.Order * sum * full
	}
	if all && words >= own {
		gain += weight.IsTitle * sum
	}
	return gain
}

// share returns the share of the words of a title.
func share(some, words int) float64 { return min(1, float64(some)/float64(max(words, 1))) }

// filled returns the weight of words in a title of which they are a share.
func filled(titled, sum, full float64) float64 {
	return weight.Title * titled * (titled / sum) * (0.25 + 0.75*full)
}
