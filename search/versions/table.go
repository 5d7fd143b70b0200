package versions

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// mostOlder is how many versions older than the newest are told apart.
const mostOlder = math.MaxUint8

// A Place says which version of a page a URL has, or which page of a list it is, and which pages it is a translation
// of. The zero Place is that of a page with one version in one language.
type Place struct {
	Page  uint32 // the same for all versions of the page, or all pages of the list, and for no other page of the table
	Older uint8  // how many versions, or pages of the list, come before; 255 for more as well
	// Work is the same for a page in all of its languages and versions, and for no other page of the table; 0 for a
	// page that is known in one language.
	Work uint32
}

// listBit is set in the numbers of lists.
const listBit = 1 << 30

// SingleList is the number of the pages that are lists of others, such as those of a tag or a month, on a single page.
// They share it, and are not one page by it.
const SingleList = 1 << 29

// IsList reports whether a number is that of a list, and not of a page with several versions.
func IsList(page uint32) bool { return page&listBit != 0 }

// A Listed is a page of a list on several pages.
type Listed struct {
	Key    rank.Key
	Before uint8 // how many pages of the list come before; 255 for more as well
}

// An entry is the place of a URL.
type entry struct {
	key rank.Key
	Place
}

// A Table holds the pages with several versions, those of lists on several pages, and those in several languages. It
// is immutable and safe for concurrent use. The nil Table has none.
type Table struct {
	keys   []rank.Key // ascending
	places []Place
	works  []uint32 // which of them have a work: by that, the newest version of each first, and by key
}

// newTable returns the table of some entries, which are sorted in place. Of two with one key one is left out.
func newTable(entries []entry) *Table {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.Page, b.Page)) })
	t := &Table{keys: make([]rank.Key, 0, len(entries)), places: make([]Place, 0, len(entries))}
	for _, e := range entries {
		if n := len(t.keys); n == 0 || t.keys[n-1] != e.key {
			t.keys, t.places = append(t.keys, e.key), append(t.places, e.Place)
		}
	}
	t.order()
	return t
}

// order orders the pages by their works.
func (t *Table) order() {
	for i := range t.places {
		if t.places[i].Work != 0 {
			t.works = append(t.works, uint32(i))
		}
	}
	slices.SortFunc(t.works, func(a, b uint32) int {
		p, o := t.places[a], t.places[b]
		return cmp.Or(cmp.Compare(p.Work, o.Work), cmp.Compare(p.Older, o.Older), cmp.Compare(a, b))
	})
}

// With returns the table with the pages of lists, and single lists, as well. A page that is one of several versions stays
// that, and one of a list on several pages is no single list.
func (t *Table) With(lists [][]Listed, singles []rank.Key) *Table {
	places := make(map[rank.Key]Place, len(t.keys))
	for i, key := range t.keys {
		places[key] = t.places[i]
	}
	add := func(key rank.Key, page uint32, older uint8) {
		if p := places[key]; p.Page == 0 {
			places[key] = Place{Page: page, Older: older, Work: p.Work}
		}
	}
	for n, list := range lists {
		for _, p := range list {
			add(p.Key, listBit|uint32(n)+1, p.Before)
		}
	}
	for _, key := range singles {
		add(key, SingleList, 0)
	}
	all := make([]entry, 0, len(places))
	for key, p := range places {
		all = append(all, entry{key, p})
	}
	return newTable(all)
}

// Of returns the place of a page.
func (t *Table) Of(key rank.Key) Place {
	if t == nil {
		return Place{}
	}
	if i, found := slices.BinarySearch(t.keys, key); found {
		return t.places[i]
	}
	return Place{}
}

// Newest returns the key of the newest version of a page that has newer ones; false for other pages. It
// looks at the whole table.
func (t *Table) Newest(key rank.Key) (rank.Key, bool) {
	at := t.Of(key)
	if at.Older == 0 || IsList(at.Page) {
		return 0, false
	}
	i := slices.IndexFunc(t.places, func(p Place) bool { return p.Page == at.Page && p.Older == 0 })
	if i < 0 {
		return 0, false
	}
	return t.keys[i], true
}

// FirstPage returns the key of the first page of the list that a page is of, of those that the table has; false for
// pages of no list, and for that page itself. It looks at the whole table.
func (t *Table) FirstPage(key rank.Key) (first rank.Key, ok bool) {
	at := t.Of(key)
	if !IsList(at.Page) {
		return 0, false
	}
	first = key
	for i, p := range t.places {
		if p.Page == at.Page && p.Older < at.Older {
			first, at = t.keys[i], p
		}
	}
	return first, first != key
}

// Len returns how many pages the table has: each version, each page of a list, and each translation.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.keys)
}

// Equal reports whether two tables say the same. The nil Table equals no other one.
func (t *Table) Equal(o *Table) bool {
	if t == nil || o == nil {
		return t == o
	}
	return slices.Equal(t.keys, o.keys) && slices.Equal(t.places, o.places)
}

// A Current holds the current Table. It is safe for concurrent use.
type Current struct{ table atomic.Pointer[Table] }

// Table returns the current table, nil if there is none.
func (c *Current) Table() *Table { return c.table.Load() }

// Put replaces the current table.
func (c *Current) Put(t *Table) { c.table.Store(t) }
