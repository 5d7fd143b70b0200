package sitename

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// An Affix says how many positions at the beginning and at the end of a title most titles of its host have alike, such
// as 5 at the end of "Optional (Java SE 17 & JDK 17)", and how many the title had then. The zero Affix is that of a title
// of the page alone.
type Affix struct{ Front, Back, Of uint8 }

// For returns the affix as it holds for a title with so many positions: a page may have been indexed again since.
func (a Affix) For(words int) Affix {
	if int(a.Of) != words {
		return Affix{}
	}
	return a
}

// Len returns how many positions that are together.
func (a Affix) Len() int { return int(a.Front) + int(a.Back) }

// An affixed page is one whose title has an affix.
type affixed struct {
	key   rank.Key
	affix Affix
}

// Titles holds the affixes of the titles of pages. It is immutable and safe for concurrent use. The nil Titles has
// none.
type Titles struct {
	keys    []rank.Key // ascending
	affixes []Affix
	most    int
}

// newTitles returns those of some pages, which are sorted in place. Of two with one key one is left out.
func newTitles(all []affixed) (t Titles) {
	slices.SortFunc(all, func(a, b affixed) int { return cmp.Compare(a.key, b.key) })
	t.keys, t.affixes = make([]rank.Key, 0, len(all)), make([]Affix, 0, len(all))
	for _, p := range all {
		if n := len(t.keys); n == 0 || t.keys[n-1] != p.key {
			t.add(p)
		}
	}
	return t
}

// add adds a page whose key is larger than those before.
func (t *Titles) add(p affixed) {
	t.keys, t.affixes = append(t.keys, p.key), append(t.affixes, p.affix)
	t.most = max(t.most, p.affix.Len())
}

// Of returns the affix of the title of a page.
func (t *Titles) Of(key rank.Key) Affix {
	if t == nil {
		return Affix{}
	}
	if i, found := slices.BinarySearch(t.keys, key); found {
		return t.affixes[i]
	}
	return Affix{}
}

// Most returns the length of the longest affix.
func (t *Titles) Most() int {
	if t == nil {
		return 0
	}
	return t.most
}

// affix returns what of a title, which has some positions in the index, most titles of the host have at its beginning
// and at its end. A title that has nothing else has none.
func (h *host) affix(title []analyze.QueryToken, words int) Affix {
	if !isWhole(title, words) {
		return Affix{}
	}
	front, back := 0, 0
	for back < min(len(title), mostWords) && h.isUsualWord(&h.back[back], title[len(title)-1-back]) {
		back++
	}
	for front < min(len(title)-back, mostWords) && h.isUsualWord(&h.front[front], title[front]) {
		front++
	}
	if front+back == 0 || front+back == len(title) || words > math.MaxUint8 {
		return Affix{}
	}
	out := Affix{Front: uint8(title[front].Pos), Of: uint8(words)}
	if back > 0 {
		out.Back = uint8(words - title[len(title)-back].Pos)
	}
	return out
}

// isUsualWord reports whether most titles have the word of a title at its place.
func (h *host) isUsualWord(at *candidate, word analyze.QueryToken) bool {
	return at.word == word.Form && h.isUsual(at.pages)
}

// isWhole reports whether the words of a title have as many positions as it has in the index: it may be kept in part.
func isWhole(title []analyze.QueryToken, words int) bool {
	if len(title) == 0 {
		return false
	}
	last := title[len(title)-1]
	return last.Pos+1 == words || last.Unspaced && last.Pos+2 == words
}
