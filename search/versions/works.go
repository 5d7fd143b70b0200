package versions

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// WithWorks returns the table with the pages in several languages as well, each of which is told by the keys of its
// translations. All versions of a page are of its work, so what is the same page in some version is one work.
func (t *Table) WithWorks(works [][]rank.Key) *Table {
	of := make([]uint32, len(works)) // the work that one is a part of, the first of those that have a version in common
	byPage := map[uint32]uint32{}    // the works of pages with several versions
	root := func(n uint32) uint32 {
		for of[n] != n {
			of[n] = of[of[n]] // so that no chain stays long, whatever sites name
			n = of[n]
		}
		return n
	}
	for n, keys := range works {
		of[n] = uint32(n)
		for _, key := range keys {
			page := t.Of(key).Page
			if page == 0 || page == SingleList || IsList(page) {
				continue
			}
			a, b := root(uint32(n)), uint32(n)
			if other, known := byPage[page]; known {
				b = root(other)
			}
			of[max(a, b)] = min(a, b)
			byPage[page] = min(a, b)
		}
	}
	var all []entry
	for i, key := range t.keys {
		e := entry{key, t.places[i]}
		if n, known := byPage[e.Page]; known {
			e.Work = root(n) + 1
		}
		all = append(all, e)
	}
	for n, keys := range works {
		for _, key := range keys {
			if i, known := slices.BinarySearch(t.keys, key); known {
				all[i].Work = root(uint32(n)) + 1
			} else {
				all = append(all, entry{key, Place{Work: root(uint32(n)) + 1}})
			}
		}
	}
	return newTable(all)
}

// mostTranslations is how many pages of a work are told of, because each result looks at all of them: 25 versions in 20
// languages.
const mostTranslations = 500

// Translations returns the keys of the pages of a work, the newest version of each first, mostTranslations at most;
// none of the zero work.
func (t *Table) Translations(work uint32) (keys []rank.Key) {
	if t == nil || work == 0 {
		return nil
	}
	at, _ := slices.BinarySearchFunc(t.works, work, func(i, work uint32) int { return cmp.Compare(t.places[i].Work, work) })
	for _, i := range t.works[at:min(at+mostTranslations, len(t.works))] {
		if t.places[i].Work != work {
			break
		}
		keys = append(keys, t.keys[i])
	}
	return keys
}
