// Package keptlist keeps lists whose first value costs a walk over all records, so that all pages of
// such a list cost one walk.
//
// Floor: 5 (owner), a part of engine. Stability: engine. Memory: MaxBytes for each Keeper. It does not
// know what is listed.
package keptlist

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/aranea-search/aranea/engine/wire"
)

// Limits of a Keeper.
const (
	// MaxBytes is how much is kept of all lists together, by the sizes that the caller gives. Of a longer list its
	// beginning is kept.
	MaxBytes = 8 << 20
	// maxLists is the number of lists that are kept.
	maxLists = 16
	// MaxLimit is the longest part of a list for which the list is walked to its end and kept.
	MaxLimit = 2000
	// MaxAge is how old a list may be whose records have changed since, for the parts behind its first one.
	MaxAge = 5 * time.Minute
	// A walk that has the part that was asked for goes on for the parts behind it: for as long as it took so far, but
	// for leastWalk at least and for mostWalk at most.
	leastWalk = 250 * time.Millisecond
	mostWalk  = 5 * time.Second
)

// A State is that of the records of a list.
type State struct {
	Changes uint64 // differs after each change of the records
	Clock   func() time.Time
}

// A List is one that costs a walk over all records.
type List[T any] struct {
	Op   string                                    // names the list in errors
	Size func(*T) int                              // about how many bytes a value takes
	Walk func(context.Context) iter.Seq2[T, error] // yields all values, and ends soon after its context
}

// A Keeper keeps lists by what selects their values. The zero value keeps none yet. It is safe for concurrent use.
type Keeper[K comparable, T any] struct {
	mu    sync.Mutex
	lists map[K]*list[T]
}

type list[T any] struct {
	changes uint64    // of the records when it was walked
	at      time.Time // when that began
	values  []T
	bytes   int
	whole   bool // nothing is missing behind the values
}

// Part yields what offset and limit select of a list, as wire.Part does; the list is the one that key selects. The
// first part is as the records are now. A part behind it may be of the walk for an earlier part, up to MaxAge ago: so
// parts fit together. For the parts behind, a walk goes on for as long as it took to the end of the part, but for 250
// ms at least and for 5 s at most. Without a limit, or with one over MaxLimit, nothing is kept.
func (k *Keeper[K, T]) Part(ctx context.Context, key K, now State, offset, limit int, of List[T]) iter.Seq2[T, error] {
	if limit <= 0 || limit > MaxLimit || offset < 0 || offset > wire.MaxOffset {
		return wire.Part(of.Op, offset, limit, of.Walk(ctx))
	}
	return func(yield func(T, error) bool) {
		asked, err := k.part(ctx, key, now, offset, limit, of)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		for _, v := range asked {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// part returns a part of a list.
func (k *Keeper[K, T]) part(ctx context.Context, key K, now State, offset, limit int, of List[T]) ([]T, error) {
	if l := k.kept(key, now, offset, limit); l != nil {
		return l.values[min(offset, len(l.values)):min(offset+limit, len(l.values))], nil
	}
	l := &list[T]{changes: now.Changes, at: now.Clock()}
	asked, err := l.fill(ctx, offset, limit, of)
	if err == nil {
		k.keep(key, l)
	}
	return asked, err
}

// kept returns a list that has the part that is asked for, nil if none is kept.
func (k *Keeper[K, T]) kept(key K, now State, offset, limit int) *list[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.lists[key]
	switch {
	case l == nil, !l.whole && offset+limit > len(l.values):
		return nil
	case l.changes != now.Changes && (offset == 0 || now.Clock().Sub(l.at) > MaxAge):
		return nil
	}
	return l
}

// fill walks over a list and keeps its beginning. It returns the part that is asked for; what is wrong behind it
// concerns the parts there.
func (l *list[T]) fill(ctx context.Context, offset, limit int, of List[T]) (asked []T, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	began, n, full := time.Now(), 0, false
	for v, err := range of.Walk(ctx) {
		switch {
		case err != nil && n >= offset+limit:
			return asked, nil //nolint:nilerr // the part is whole
		case err != nil:
			return nil, err
		}
		bytes := of.Size(&v)
		if full = full || l.bytes+bytes > MaxBytes; !full {
			l.values, l.bytes = append(l.values, v), l.bytes+bytes
		}
		if n++; n > offset && n <= offset+limit {
			asked = append(asked, v)
		}
		if n == offset+limit {
			further := min(max(time.Since(began), leastWalk), mostWalk)
			defer time.AfterFunc(further, stop).Stop()
		}
		if n >= offset+limit && (full || ctx.Err() != nil) {
			return asked, nil
		}
	}
	l.whole = !full && ctx.Err() == nil
	return asked, nil
}

// keep keeps a list in place of the one before, and of the oldest ones if there is no room.
func (k *Keeper[K, T]) keep(key K, l *list[T]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lists == nil {
		k.lists = map[K]*list[T]{}
	}
	k.lists[key] = l
	for {
		oldest, bytes := key, 0
		for name, o := range k.lists {
			if bytes += o.bytes; name != key && (oldest == key || o.at.Before(k.lists[oldest].at)) {
				oldest = name
			}
		}
		if oldest == key || bytes <= MaxBytes && len(k.lists) <= maxLists {
			return
		}
		delete(k.lists, oldest)
	}
}
