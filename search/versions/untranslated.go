package versions

import (
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// untranslatedBits is in how many bits of 64 the sketches of a page at the address of its own language and at
// that of another one may differ. docs/duplicates.md tells how it was measured.
const untranslatedBits = 16

// An untranslatedPage is one that may be at the addresses of several languages.
type untranslatedPage struct {
	page   pageIn
	key    rank.Key
	sketch uint64
	place  translation.Place
}

// A pageIn is a page, by the hash of its address without the name of a language, with the language of its
// text.
type pageIn struct {
	page uint64
	lang analyze.Lang
}

// untranslated returns the pages that a site shows in place of their translations, as it does with what nobody
// has translated: they are in one language, their addresses differ in the name of a language alone, of which
// one at least is another one, and their texts are nearly the same. Around that text some words of each
// language stand, so they are often no near copies. The one at an address of its own language, or of none, comes
// before the others, as if these were older. They are numbered behind those of versions; these are left out.
func untranslated(pages Pages, versions []entry) ([]entry, error) {
	seed := maphash.MakeSeed()
	elsewhere := map[pageIn]bool{} // what is shown at an address of another language
	err := eachTold(pages, seed, func(p untranslatedPage) {
		if p.place == translation.Other && len(elsewhere) < mostMembers {
			elsewhere[p.page] = true
		}
	})
	if err != nil || len(elsewhere) == 0 {
		return nil, err
	}
	known := newTable(slices.Clone(versions))
	var found []untranslatedPage
	err = eachTold(pages, seed, func(p untranslatedPage) {
		if elsewhere[p.page] && len(found) < mostMembers && known.Of(p.key).Page == 0 {
			found = append(found, p)
		}
	})
	slices.SortFunc(found, func(a, b untranslatedPage) int {
		return cmp.Or(cmp.Compare(a.page.page, b.page.page), cmp.Compare(a.page.lang, b.page.lang), cmp.Compare(a.place, b.place), cmp.Compare(a.key, b.key))
	})
	return numbered(found, versions), err
}

// eachTold calls a function with each page whose text is long enough and in a known language.
func eachTold(pages Pages, seed maphash.Seed, do func(untranslatedPage)) error {
	for p, err := range pages() {
		if err != nil {
			return err
		}
		if u, err := weburl.Parse(p.URL); err == nil && p.Sketch != 0 && p.Lang != analyze.Und {
			do(untranslatedPage{pageIn{maphash.String(seed, translation.Page(u)), p.Lang}, p.Key, p.Sketch, translation.Of(u, p.Lang.String())})
		}
	}
	return nil
}

// numbered numbers pages that are ordered, those at the address of their own language before others: all that
// are nearly the first one have one number. Numbers follow the keys of the first ones, so that the same pages
// make the same table.
func numbered(found []untranslatedPage, versions []entry) []entry {
	var chains [][]untranslatedPage
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].page == found[0].page {
			n++
		}
		near := slices.DeleteFunc(slices.Clone(found[:n]), func(p untranslatedPage) bool {
			return dedupe.Distance(p.sketch, found[0].sketch) > untranslatedBits
		})
		if found = found[n:]; len(near) > 1 {
			chains = append(chains, near)
		}
	}
	slices.SortFunc(chains, func(a, b []untranslatedPage) int { return cmp.Compare(a[0].key, b[0].key) })
	var last uint32
	for _, e := range versions {
		last = max(last, e.Page)
	}
	var out []entry
	for i, chain := range chains {
		for _, p := range chain {
			place := Place{Page: last + uint32(i) + 1}
			if p.place == translation.Other && chain[0].place != translation.Other {
				place.Older = 1
			}
			out = append(out, entry{p.key, place})
		}
	}
	return out
}
