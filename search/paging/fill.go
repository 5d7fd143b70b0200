package paging

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/arrange"
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
	Item  arrange.Item
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

// A Shown is a result and the number of near copies folded under it.
type Shown[T any] struct {
	Value  T
	Copies int
	item   arrange.Item
}

// Wanted says which results are wanted.
type Wanted struct {
	Skip  int            // results to skip, page by page
	Page  int            // results of a page
	Begun int            // results that the page already has; Skip is 0 then
	First []arrange.Item // the first results
	Fold  bool           // fold near copies
}

// all returns the maximal number of results to read.
func (w Wanted) all() int { return w.Skip + w.Page - w.Begun }

// room returns how many results fit on the page that result number at falls on.
func (w Wanted) room(at int) int { return 1 + (w.all()-at-1)%w.Page }

// Fill returns the next results of a source after the position of a cursor, including those to
// skip, and moves the cursor past them. more reports whether there may be others; left counts
// the near copies of the first results and of others on the same page that were folded.
func Fill[T any](ctx context.Context, c *Cursor, src Source[T], w Wanted) (out []Shown[T], left int, more bool, err error) {
	shown := make(map[segment.ShortKey]bool, len(c.Shown))
	for _, key := range c.Shown {
		shown[key] = true
	}
	t, here := c.Tail, 0 // start of the page
	for range mostWindows {
		if !src.MayRead(t.Some) {
			break // the next page continues here
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

// cut returns the first results that are no near copies, and how many results were consumed for
// them.
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
