package rank

import (
	"math"
	"math/bits"
	"sort"
	"sync/atomic"

	"github.com/aranea-search/aranea/weburl"
)

// Levels are what links say of a page, each from 0 (nothing) to 255.
type Levels struct {
	// Page is its link popularity: 255 for the first of all pages, less by the logarithm of its
	// place, 0 for those that cannot be distinguished from the last.
	Page uint8
	// Site is the popularity of its site among all sites, on the same scale.
	Site uint8
	// Sites is the number of other sites that link to it, as a SitesLevel.
	Sites uint8
}

// sitesScale is the increase of the level when the number of linking sites doubles.
const sitesScale = 16

// SitesLevel returns the level of a page that n other sites link to: 16 for each doubling of
// 1+n.
func SitesLevel(n int) uint8 {
	return uint8(min(math.Round(sitesScale*math.Log2(1+float64(n))), math.MaxUint8))
}

// SitesOf returns the approximate number of other sites that link to a page of a level.
func SitesOf(level uint8) int { return int(math.Round(math.Exp2(float64(level)/sitesScale) - 1)) }

// A Key identifies a URL: the first 8 bytes of the SHA-256 of its canonical form, which the
// keys of the index begin with too. Finding another URL with the key of a given one takes 2^64
// hashes.
type Key uint64

// KeyOf returns the key of a URL's ID.
func KeyOf(id weburl.ID) Key { return keyOf(id[weburl.OriginIDSize:]) }

// A Table holds the levels of pages. It is immutable and safe for concurrent use. The nil Table
// knows no page.
type Table struct {
	keys   []Key // ascending
	levels []Levels
	sum    uint64 // checksum of the input
	alone  bool
}

// Alone reports whether the table was written by a version of the program that wrote what is learned of names
// and of versions of manuals only if there was some. Otherwise these files lie beside it.
func (t *Table) Alone() bool { return t != nil && t.alone }

// Len returns the number of pages with known levels.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.keys)
}

// Levels returns the levels of a page, zero if it is unknown.
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

// search returns the position of a key among n ascending ones, and whether it is there. Keys
// are evenly distributed, so the search starts at an estimate of the position.
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

// A Current holds the current Table. It is safe for concurrent use.
type Current struct{ table atomic.Pointer[Table] }

// Table returns the current table, nil if there is none.
func (c *Current) Table() *Table { return c.table.Load() }

// Put replaces the current table.
func (c *Current) Put(t *Table) { c.table.Store(t) }
