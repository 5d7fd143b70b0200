package postings

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collection"
)

// Bounds of the languages that a word is searched in: those of at least a tenth of the pages
// that have it, and at most maxStemmers.
const (
	maxStemmers = 4
	langShare   = 10
)

// Wanted are the languages that a query names, as lang: does, and those that its searcher prefers.
type Wanted struct {
	Named, Preferred []analyze.Lang
}

// A spoken value is a language and how many pages are in it.
type spoken struct {
	lang  analyze.Lang
	pages int
}

// A tally counts pages by language.
type tally []spoken

func (t *tally) add(l analyze.Lang, pages int) {
	i := slices.IndexFunc(*t, func(s spoken) bool { return s.lang == l })
	if i < 0 {
		i, *t = len(*t), append(*t, spoken{lang: l})
	}
	(*t)[i].pages += pages
}

// Languages returns the languages whose stemmers apply to the word that cursors read, one
// cursor per segment: those of the pages that have its form, by a sample of the first pages of
// each segment; if there are none, those of most pages. Before all others come the languages that
// the query names, even if no page in them has the form, and then preferred ones.
// Afterwards the cursors are before the first document.
func Languages(snap *index.Snapshot, cursors []Cursor, q analyze.QueryToken, wanted Wanted) []analyze.Lang {
	var few [2 * maxStemmers]spoken
	all := tally(few[:0])
	total := all.sample(snap, cursors, q)
	if total == 0 {
		for seg := range cursors {
			for _, l := range snap.Langs(seg) {
				all.add(q.Stemmer(l), pagesIn(snap, seg, l))
			}
		}
	}
	return all.chosen(q, total, wanted)
}

// GlobalLanguages is Languages for all indexes of a collection, by what they say.
func GlobalLanguages(x *collection.Index, q analyze.QueryToken, wanted Wanted) []analyze.Lang {
	var all tally
	total := 0
	for l, pages := range x.Langs[q.Form] {
		all.add(l, pages)
		total += pages
	}
	if total == 0 {
		for l, pages := range x.All {
			all.add(q.Stemmer(l), pages)
		}
	}
	return all.chosen(q, total, wanted)
}

// CountLanguages notes the languages of the pages that have the form of a word which cursors read, one cursor per
// segment, and those of all pages, for GlobalLanguages. Afterwards the cursors are before the first document.
func CountLanguages(x *collection.Index, snap *index.Snapshot, cursors []Cursor, q analyze.QueryToken) {
	var all tally
	total := all.sample(snap, cursors, q)
	if len(x.All) == 0 {
		for seg := range cursors {
			for _, l := range snap.Langs(seg) {
				x.All[l] += pagesIn(snap, seg, l)
			}
		}
	}
	if total == 0 {
		return
	}
	langs := map[analyze.Lang]int{}
	for _, s := range all {
		langs[s.lang] = s.pages
	}
	x.Langs[q.Form] = langs
}

// sample adds the languages of the stemmers that apply to a word on the first pages with its
// form, and returns how many pages these are.
func (t *tally) sample(snap *index.Snapshot, cursors []Cursor, q analyze.QueryToken) (total int) {
	for seg := range cursors {
		p := cursors[seg].First()
		if p == nil {
			continue
		}
		var pages [256]uint8 // by language number of the segment
		for _, doc := range p.Docs(0) {
			pages[snap.Lang(seg, doc)]++
			total++
		}
		p.Rewind()
		for i, l := range snap.Langs(seg) {
			if n := pages[min(i, len(pages)-1)]; n > 0 {
				t.add(q.Stemmer(l), int(n))
			}
		}
	}
	return total
}

// chosen returns the languages of a tally that a word is searched in, of so many pages with its form.
func (t tally) chosen(q analyze.QueryToken, total int, wanted Wanted) []analyze.Lang {
	var named []analyze.Lang
	for _, l := range wanted.Named {
		named = append(named, q.Stemmer(l))
		t.add(q.Stemmer(l), 0)
	}
	rank := func(l analyze.Lang) int {
		switch {
		case slices.Contains(named, l):
			return 0
		case slices.Contains(wanted.Preferred, l):
			return 1
		}
		return 2
	}
	all := slices.DeleteFunc(t, func(s spoken) bool {
		return s.lang == analyze.Und || s.pages*langShare < total && rank(s.lang) == 2
	})
	slices.SortFunc(all, func(a, b spoken) int {
		return cmp.Or(rank(a.lang)-rank(b.lang), b.pages-a.pages, int(a.lang)-int(b.lang))
	})
	out := make([]analyze.Lang, 0, maxStemmers)
	for _, s := range all[:min(len(all), maxStemmers)] {
		out = append(out, s.lang)
	}
	return out
}

// pagesIn returns how many pages of a segment are in a language. What cannot be read counts as none:
// who reads the lists of the word finds it out.
func pagesIn(snap *index.Snapshot, seg int, l analyze.Lang) int {
	p, err := snap.Postings(seg, segment.PrefixFilter+"lang:"+l.String())
	if err != nil || p == nil {
		return 0
	}
	return p.DocFreq()
}

// Guard line: the documents of a block can be counted in a byte.
const _ uint8 = segment.BlockDocs

// Accepted returns, for each of some languages, whether pages in it hold a word under the stems
// of a stemmer.
func Accepted(langs []analyze.Lang, word analyze.QueryToken, stemmer analyze.Lang) []bool {
	var out []bool
	for _, l := range langs {
		out = append(out, word.Stemmer(l) == stemmer)
	}
	return out
}

// Scarce returns how much rarer a word of a language is among all pages than among those in it, as the
// logarithm of the quotient of their numbers; 0 if there is no page in it. x is what all indexes of a collection
// say, nil for a snapshot alone.
func Scarce(x *collection.Index, snap *index.Snapshot, l analyze.Lang) float64 {
	in := 0
	if x != nil {
		in = x.All[l]
	} else {
		for seg := range snap.Segments() {
			in += pagesIn(snap, seg, l)
		}
	}
	if in == 0 {
		return 0
	}
	return max(0, math.Log(float64(x.Documents(snap.Stored()))/float64(in)))
}
