package paging

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collapse"
)

// WindowHits is how many results are read at once; mostWindows is how often at most for one
// page, if near copies leave too few to show.
const (
	WindowHits  = 100
	mostWindows = 8
)

// A Found is a result after those that go through the second stage.
type Found[T any] struct {
	Value T
	Score float64
	Key   segment.Key
	Item  collapse.Item
}

// A Source reads results by score, with what a cursor has frozen.
type Source[T any] interface {
	// MayRead reports whether a page may cost one more window, and counts it.
	MayRead(some bool) bool
	// Window returns the best most results that keeps accepts by score and key: those with
	// everything, or those with only some of the words. nil without an error says that the
	// latter are not searched for.
	Window(ctx context.Context, some bool, most int, keeps func(score float64, key segment.Key) bool) ([]Found[T], error)
}

// A Shown is a result, the number of near copies and versions folded under it, and those that are versions.
type Shown[T any] struct {
	Value    T
	Copies   int
	Versions []T
	item     collapse.Item
}

// Wanted says which results are wanted.
type Wanted struct {
	Skip  int             // results to skip, page by page
	Page  int             // results of a page
	Begun int             // results that the page already has; Skip is 0 then
	First []collapse.Item // the first results
	Fold  bool            // fold near copies
}

// all returns the maximal number of results to read.
func (w Wanted) all() int { return w.Skip + w.Page - w.Begun }

// A filling is what is filled in so far.
type filling[T any] struct {
	Wanted
	out       []Shown[T]
	left      int // results that were folded
	here, end int // where the page begins and ends
}

// full reports whether there is no room on the page.
func (f *filling[T]) full() bool { return len(f.out) == f.end }

// all reports whether there are as many results as wanted.
func (f *filling[T]) all() bool { return len(f.out) == f.Wanted.all() }

// turn begins the next page.
func (f *filling[T]) turn() { f.here, f.end = f.end, f.end+f.Page }

// take takes results, and moves a position past them. It reports whether some are left because all that is
// wanted is there.
func (f *filling[T]) take(found []Found[T], t *Tail) (rest bool) {
	for len(found) > 0 {
		have := slices.Clone(f.First)
		for _, x := range f.out[f.here:] {
			have = append(have, x.item)
		}
		next, passed := cut(found, f.end-len(f.out), have, f.Fold)
		if f.out, f.left = append(f.out, next...), f.left+passed-len(next); passed > 0 {
			t.Pass(found[passed-1].Score, found[passed-1].Key)
		}
		if found = found[passed:]; len(found) > 0 {
			if f.all() {
				return true
			}
			f.turn()
		}
	}
	return false
}

// Fill returns the next results of a source after the position of a cursor, including those to
// skip, and moves the cursor past them. more reports whether there may be others; left counts
// the near copies of the first results and of others on the same page that were folded. A page ends
// before the first result for which it has no room, however many are read at once: so the list is the same
// whether some of it is skipped or not.
func Fill[T any](ctx context.Context, c *Cursor, src Source[T], w Wanted) (out []Shown[T], left int, more bool, err error) {
	shown := make(map[segment.ShortKey]bool, len(c.Shown))
	for _, key := range c.Shown {
		shown[key] = true
	}
	t, f := c.Tail, filling[T]{Wanted: w, end: 1 + (w.all()-1)%w.Page}
	for range mostWindows {
		if !src.MayRead(t.Some) {
			break // the next page continues here
		}
		most := max(WindowHits, w.all()-len(f.out))
		found, err := src.Window(ctx, t.Some, most, func(score float64, key segment.Key) bool {
			return t.Before(score, key) && !shown[key.Short()]
		})
		if err != nil {
			return nil, 0, false, err
		}
		done := len(found) < most
		if f.take(found, t) || f.all() && !done && !w.Fold {
			break
		}
		if done && t.Some {
			return f.out, f.left, false, nil
		}
		if done {
			if t.Loosen(); f.full() && !f.all() {
				f.turn()
			}
		}
	}
	return f.out, f.left, true, nil
}

// cut returns the first results that are no near copies, and how many results were consumed for
// them.
func cut[T any](found []Found[T], want int, first []collapse.Item, fold bool) (out []Shown[T], passed int) {
	items := append([]collapse.Item{}, first...)
	for _, f := range found {
		items = append(items, f.Item)
	}
	for _, p := range collapse.Of(items, collapse.Options{Fold: fold}) {
		i := p.At - len(first)
		switch {
		case i < 0:
		case len(out) == want:
			return cut(found[:i], want, first, fold) // what comes later is folded under none of these
		default:
			s := Shown[T]{Value: found[i].Value, Copies: p.Copies, item: found[i].Item}
			for _, at := range p.Versions {
				s.Versions = append(s.Versions, found[at-len(first)].Value) // they come after it
			}
			out = append(out, s)
		}
	}
	return out, len(found)
}
