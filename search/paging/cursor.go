// Package paging keeps the position in a list of results that is read page by page while the
// index changes. The position is a cursor, which the reader hands back for the next page; the
// server remembers nothing.
//
// The first results go through a second stage of scoring, so that their order depends on all of
// them: a cursor lists those that were shown, and the best of the others come next. After
// these, results are ordered by a score that each page has by itself, once the rarities of the
// words and the languages they are searched in are frozen: there a cursor holds these and the
// last result.
//
// Floor: 4 (acts). Stability: engine. It is pure. A cursor can only leave results out; nobody
// sees anything by it that a search would not show him.
package paging

import (
	"errors"
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
)

// First stands for the cursor of the first page. No real cursor has this text.
const First = "start"

// MaxLength is the longest cursor, in characters.
const MaxLength = 16 << 10

// Bounds of what a cursor holds. A list that exceeds them has no next page.
const (
	maxShown = 640
	maxWords = 1000 // in a query of at most 1,000 bytes
	maxLangs = 8    // that a word is searched in
	maxHost  = 253  // bytes of the name of a host (RFC 1035, 2.3.4, without the root)
	maxNamed = 8    // hosts and sites that one word names
)

// MaxPinned is how many pinned pages a cursor holds.
const MaxPinned = 10

// MaxPreferred is how many preferred languages a cursor holds.
const MaxPreferred = 8

// Reasons for refusing a cursor.
var (
	ErrUnread = errors.New("the cursor is not understood: it is no whole cursor of this version of the program; begin with the first page")
	ErrOther  = errors.New("the cursor belongs to another search: query, order, per_site and copies must be those of the page that it came with; or begin with the first page, without a cursor")
	ErrOffset = errors.New("a cursor and an offset do not go together")
)

// Refused returns the error for a caller with such a cursor.
func Refused(err error) error {
	return &aranea.Error{Op: "search", Kind: aranea.Invalid, Err: err}
}

// A Cursor is a position in a list of results. The zero value is before the first result.
type Cursor struct {
	// Langs are the preferred languages of whoever began the list. Everyone who continues it
	// sees the same list.
	Langs  []analyze.Lang
	Passed int                // number of results before the position, without pinned ones
	Pinned []segment.ShortKey // the pages that are pinned to the query, which come before all others
	Pins   int                // how many of these are before the position
	Shown  []segment.ShortKey // the first results that were shown
	Tail   *Tail              // the position after the first results; nil while these continue
}

// A Tail is a position among the results that are ordered by a score of their own.
type Tail struct {
	Some  bool        // among the pages with only some of the words
	Score float64     // of the last result
	Key   segment.Key // of the last result
	Total int         // matching pages, as told with the first results
	More  bool        // Total is a lower bound
	// Full is what was frozen for the query, Loose for pages with only some of the words.
	Full, Loose Frozen
}

// NewTail returns the position before all results that were not shown among the first.
func NewTail(total int, more bool) *Tail {
	return &Tail{Score: math.Inf(1), Total: total, More: more}
}

// Loosen moves to before all pages with only some of the words.
func (t *Tail) Loosen() {
	t.Some, t.Score, t.Key = true, math.Inf(1), segment.Key{}
}

// Pass moves to a result.
func (t *Tail) Pass(score float64, key segment.Key) { t.Score, t.Key = score, key }

// Before reports whether a result comes after the position.
func (t *Tail) Before(score float64, key segment.Key) bool {
	if score != t.Score {
		return score < t.Score
	}
	return string(key[:]) > string(t.Key[:])
}
