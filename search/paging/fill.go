package paging

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/arrange"
)

// WindowHits is how many results are read at once, and mostWindows how often for one
// page of them, if near copies leave too few to show.
const (
	WindowHits  = 100
	mostWindows = 8
)

// A Found is a result behind those that are looked at twice.
type Found[T any] struct {
	Value T
	Score float64
	Key   segment.Key
	Item  arrange.Item
}

// A Source reads results by their score, with what is frozen in a cursor.
type Source[T any] interface {
	// MayRead reports whether a page may cost one more window, which it counts.
	MayRead(some bool) bool
	// Window returns the best most of the results that keeps lets through, by
	// their score and key: those with everything, or those with only some of the
	// words. nil without an error says that the latter are not looked for.
	Window(ctx context.Context, some bool, most int, keeps func(score float64, key segment.Key) bool) ([]Found[T], error)
}

// A Shown is a result and how many others it stands for, because their text is nearly
// its own.
type Shown[T any] struct {
	Value  T
	Copies int
	item   arrange.Item
}

// Wanted says which results are wanted.
type Wanted struct {
	Skip  int            // results that are passed over, page by page
	Page  int            // results of a page
	Begun int            // so many of the page are there already; then Skip is 0
	First []arrange.Item // of the first results
	Fold  bool           // near copies are left out
}

// all returns how many results are read at most.
func (w Wanted) all() int { return w.Skip + w.Page - w.Begun }

// room returns how many results the page has room for on which a result with a number
// comes.
func (w Wanted) room(at int) int { return 1 + (w.all()-at-1)%w.Page }

// Fill returns the next results of a source behind the place of a cursor, those that
// are passed over and a page, and moves the cursor behind them. more reports whether
// there may be others, and left counts those that were left out as near copies: of the
// first results, and of others on the same page.
func Fill[T any](ctx context.Context, c *Cursor, src Source[T], w Wanted) (out []Shown[T], left int, more bool, err error) {
	shown := make(map[segment.ShortKey]bool, len(c.Shown))
	for _, key := range c.Shown {
		shown[key] = true
	}
	t, here := c.Tail, 0 // where the page began
	for range mostWindows {
		if !src.MayRead(t.Some) {
			break // the next page goes on here
		}
		most := max(WindowHits, w.all()-len(out))
		found, err := src.Window(ctx, t.Some, most, func(score float64, key segment.Key) bool {
			return t.Before(score, key) && !shown[key.Short()]
		})
		if err != nil {
			return nil, 0, false, err
		}
		done := len(found) < most
		for len(found) > 0 && len(out) < w.all() {
			room, have := w.room(len(out)), slices.Clone(w.First)
			for _, x := range out[here:] {
				have = append(have, x.item)
			}
			next, passed := cut(found, room, have, w.Fold)
			out, left = append(out, next...), left+passed-len(next)
			if t.Pass(found[passed-1].Score, found[passed-1].Key); len(next) == room {
				here = len(out)
			}
			found = found[passed:]
		}
		done = done && len(found) == 0
		if done && t.Some {
			return out, left, false, nil
		}
		if done {
			t.Loosen()
		}
		if len(out) == w.all() {
			break
		}
	}
	return out, left, true, nil
}

// cut returns the first of the results that are no near copies, and how many results
// were passed for them.
func cut[T any](found []Found[T], want int, first []arrange.Item, fold bool) (out []Shown[T], passed int) {
	items := append([]arrange.Item{}, first...)
	for _, f := range found {
		items = append(items, f.Item)
	}
	for _, p := range arrange.Of(items, arrange.Options{Fold: fold}) {
		i := p.At - len(first)
		switch {
		case i < 0:
		case len(out) == want:
			return out, i
		default:
			out = append(out, Shown[T]{found[i].Value, p.Copies, found[i].Item})
		}
	}
	return out, len(found)
}
