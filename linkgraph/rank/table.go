package rank

import (
	"math"
	"math/bits"
	"sort"
	"sync/atomic"

	"github.com/aranea-search/aranea/weburl"
)

// Levels are what links say of a page, each from 0, nothing, to 255.
type Levels struct {
	// Page is its link popularity: 255 for the first of all pages, less by the
	// logarithm of its place, 0 for those that nothing tells from the last.
	Page uint8
	// Site is the popularity of its site among all sites, likewise.
	Site uint8
	// Sites is how many other sites link to it, by SitesLevel.
	Sites uint8
}

// sitesScale is the level of one doubling of the sites that link to a page.
const sitesScale = 16

// SitesLevel is the level of a page that so many other sites link to: 16 for each
// doubling.
func SitesLevel(n int) uint8 {
	return uint8(min(math.Round(sitesScale*math.Log2(1+float64(n))), math.MaxUint8))
}

// SitesOf returns about how many other sites link to a page of a level.
func SitesOf(level uint8) int { return int(math.Round(math.Exp2(float64(level)/sitesScale) - 1)) }

// A Key stands for a URL: the first 8 bytes of the SHA-256 of its canonical form,
// which the keys of the index begin with too. To take the rank of a given URL takes
// 2^64 hashes.
type Key uint64

// KeyOf returns the key of a URL's identity.
func KeyOf(id weburl.ID) Key { return keyOf(id[weburl.OriginIDSize:]) }

// A Table holds the levels of pages. It does not change and is safe for concurrent
// use. The nil Table knows no page.
type Table struct {
	keys   []Key // ascending
	levels []Levels
	sum    uint64 // of what it was computed from
}

// Len returns of how many pages the levels are known.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.keys)
}

// Levels returns the levels of a page, zero for one that is not known.
func (t *Table) Levels(key Key) Levels {
	if t == nil || len(t.keys) == 0 {
		return Levels{}
	}
	i, found := search(len(t.keys), key, func(i int) Key { return t.keys[i] })
	if !found {
		return Levels{}
	}
	return t.levels[i]
}

// search returns where a key is in a list of ascending ones, and whether it is there.
// Keys are spread evenly, so a key says about where it is.
func search(n int, key Key, at func(i int) Key) (int, bool) {
	high, _ := bits.Mul64(uint64(key), uint64(n))
	lo, hi := int(high), int(high)
	for step := 64; lo > 0 && at(lo) >= key; step *= 4 {
		lo = max(lo-step, 0)
	}
	for step := 64; hi < n && at(hi) <= key; step *= 4 {
		hi = min(hi+step, n)
	}
	i := lo + sort.Search(hi-lo, func(i int) bool { return at(lo+i) >= key })
	return i, i < n && at(i) == key
}

// A Current is the Table in force. It is safe for concurrent use.
type Current struct{ table atomic.Pointer[Table] }

// Table returns the table in force, nil if there is none.
func (c *Current) Table() *Table { return c.table.Load() }

// Put puts a table into force.
func (c *Current) Put(t *Table) { c.table.Store(t) }
