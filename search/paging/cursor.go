// Package paging keeps the place in a list of results that is read a page at a time
// while the index grows: as a cursor, which whoever reads the list hands back for the
// next page. The server remembers nothing.
//
// The first results are looked at twice before they are shown, so that their order
// depends on all of them: a cursor names those that were shown, and whatever else is
// best comes next. Behind them the order is that of a score that each page has by
// itself, once the rarities of the words and the languages that they were looked for
// in stand still: there a cursor holds these and the last place.
//
// Floor: 4 (acts). Stability: engine. It is pure. A cursor only leaves results out;
// nobody sees by it what a search does not show him.
package paging

import (
	"errors"
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
)

// First stands for the cursor of the first page. No cursor reads so.
const First = "start"

// MaxLength is the longest cursor, in characters.
const MaxLength = 16 << 10

// Bounds of what a cursor holds. Where they do not suffice, a list has no next page.
const (
	maxShown = 640
	maxWords = 1000 // of a query of at most 1,000 bytes
	maxLangs = 8    // that a word is looked for in
)

// MaxPreferred is how many languages that a searcher prefers a cursor holds.
const MaxPreferred = 8

// Why a cursor is refused.
var (
	ErrUnread = errors.New("the cursor is not understood: it is no whole cursor of this version of the program; begin with the first page")
	ErrOther  = errors.New("the cursor belongs to another search: query, order, per_site and copies must be those of the page that it came with; or begin with the first page, without a cursor")
	ErrOffset = errors.New("a cursor and an offset do not go together")
)

// Refused is the error of a caller with such a cursor.
func Refused(err error) error {
	return &aranea.Error{Op: "search", Kind: aranea.Invalid, Err: err}
}

// A Cursor is a place in a list of results. The zero value stands before the first.
type Cursor struct {
	// Langs are the languages that the searcher prefers who began the list: who goes
	// on with it sees the same list, whatever he prefers himself.
	Langs  []analyze.Lang
	Passed int                // results before the place
	Shown  []segment.ShortKey // the first results, as far as they were shown
	Tail   *Tail              // the place behind them; nil if they go on
}

// A Tail is a place among the results that are ordered by a score of their own.
type Tail struct {
	Some  bool        // among the pages with only some of the words
	Score float64     // of the last result
	Key   segment.Key // of the last result
	Total int         // pages that match, as the first results told it
	More  bool        // Total is a lower bound
	// Full is what was frozen of the query, and Loose of the one for pages with some
	// of the words.
	Full, Loose Frozen
}

// NewTail returns the place before all results that were not shown among the first.
func NewTail(total int, more bool) *Tail {
	return &Tail{Score: math.Inf(1), Total: total, More: more}
}

// Loosen moves to the place before all pages with only some of the words.
func (t *Tail) Loosen() {
	t.Some, t.Score, t.Key = true, math.Inf(1), segment.Key{}
}

// Pass moves to the place of a result.
func (t *Tail) Pass(score float64, key segment.Key) { t.Score, t.Key = score, key }

// Before reports whether a result comes behind the place.
func (t *Tail) Before(score float64, key segment.Key) bool {
	if score != t.Score {
		return score < t.Score
	}
	return string(key[:]) > string(t.Key[:])
}
