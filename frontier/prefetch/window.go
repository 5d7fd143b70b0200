package prefetch

import (
	"container/list"
	"fmt"
	"math"
	"slices"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// WindowMax is the number of keys of its queue that an origin keeps in memory.
	WindowMax = 64
	// AllMax is the number of keys that all origins together keep in memory, in 24 bytes each.
	// Beyond that, the least recently used origins drop theirs and read them again.
	AllMax = 1 << 19
)

// A Window holds the first keys of an origin's queue, up to and including an edge, except for
// those that are out. The zero Window is that of a queue that has not been read.
type Window struct {
	keys    []record.Queued
	edge    record.Position
	whole   bool    // there are no keys beyond the edge
	entries entries // those of the keys that were read with them
	used    *list.Element
}

// NewWindow returns the window of an empty queue.
func NewWindow() Window { return Window{whole: true} }

// Len returns the number of keys.
func (w *Window) Len() int { return len(w.keys) }

// Pending reports whether the queue may contain keys that are not out.
func (w *Window) Pending() bool { return len(w.keys) > 0 || !w.whole }

// First returns the position of the first key that is not out; if that is not known, was, which
// is no later.
func (w *Window) First(was record.Position) record.Position {
	switch {
	case len(w.keys) > 0:
		return w.keys[0].Position
	case w.whole:
		return record.Position{Order: math.MaxUint8} // none
	}
	return was
}

func (w *Window) insert(q record.Queued) {
	if !w.whole && q.Compare(w.edge) > 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(w.keys, q.Position, func(k record.Queued, p record.Position) int { return k.Compare(p) })
	w.keys = slices.Insert(w.keys, i, q)
	if len(w.keys) > WindowMax {
		w.keys = slices.Clip(w.keys[:WindowMax/2])
		w.edge, w.whole = w.keys[len(w.keys)-1].Position, false
		return
	}
	if q.Compare(w.edge) > 0 {
		w.edge = q.Position
	}
}

// drop releases the memory of the keys; they are read again later.
func (w *Window) drop() {
	if len(w.keys) == 0 {
		return
	}
	w.edge = w.keys[0].Position
	w.edge.Seq-- // sequence numbers start at 1
	w.keys, w.whole = nil, false
}

// Windows are the windows of all origins in memory, with a limit on what they keep together.
type Windows struct {
	Max   int       // keys
	order list.List // of those with keys, most recently used first
	keys  int
	shelf shelf
}

// NewWindows returns windows with room for a number of bytes of entries.
func NewWindows(bytes int) Windows { return Windows{Max: AllMax, shelf: shelf{limit: bytes}} }

// Keys returns the number of keys.
func (a *Windows) Keys() int { return a.keys }

// Bytes returns the approximate size of the entries that were read with the keys.
func (a *Windows) Bytes() int { return a.shelf.used }

// change runs f, which may change the keys of w, and updates order and count.
func (a *Windows) change(w *Window, f func()) {
	before := len(w.keys)
	f()
	a.keys += len(w.keys) - before
	switch {
	case len(w.keys) == 0 && w.used != nil:
		a.order.Remove(w.used)
		w.used = nil
	case len(w.keys) > 0 && w.used != nil:
		a.order.MoveToFront(w.used)
	case len(w.keys) > 0:
		w.used = a.order.PushFront(w)
	}
}

// Insert adds a key that was stored, if it belongs in the window. A key beyond the edge of a
// window that is not whole is read from the store later.
func (a *Windows) Insert(w *Window, q record.Queued) { a.change(w, func() { w.insert(q) }) }

// Take removes the first key, and the record of its entry, nil if that is not in memory.
func (a *Windows) Take(w *Window) (q record.Queued, entry []byte) {
	a.change(w, func() {
		q = w.keys[0]
		if w.keys = w.keys[1:]; len(w.keys) == 0 {
			w.keys = nil
		}
	})
	return q, w.entries.take(&a.shelf, q)
}

// FirstLink returns the first key of an origin's queue, except for those that are out, that is of the
// target of a link that is only checked: it does not wait for new pages when a limit permits none.
func (a *Windows) FirstLink(kv store.KV, w *Window, o weburl.OriginID, keyed bool, out []record.Queued) (q record.Queued, found bool, err error) {
	if i := slices.IndexFunc(w.keys, isLink); i >= 0 || w.whole {
		return at(w.keys, i)
	}
	if !keyed {
		a.Drop(w)
		err = a.Refill(kv, w, o, keyed, out)
		if err != nil {
			return record.Queued{}, false, err
		}
		return at(w.keys, slices.IndexFunc(w.keys, isLink))
	}
	lo, hi := record.LinkKeys(o)
	for p, err := range kv.Scan(lo, hi) {
		if err != nil {
			return record.Queued{}, false, fmt.Errorf("read queue of %x: %w", o, err)
		}
		if q, err := record.ParseQueued(p.Key, p.Value); err != nil || !slices.Contains(out, q) {
			return q, err == nil, err
		}
	}
	return record.Queued{}, false, nil
}

func isLink(q record.Queued) bool { return q.IsLink() }

// at returns the key with an index, if that is not negative.
func at(keys []record.Queued, i int) (record.Queued, bool, error) {
	if i < 0 {
		return record.Queued{}, false, nil
	}
	return keys[i], true, nil
}

// Entry returns the record of an entry in the queue of a window, nil if it is not in memory. It
// is valid until the window changes.
func (w *Window) Entry(id weburl.ID) []byte {
	return w.entries.of([hashLen]byte(id[record.OriginLen:]))
}

// Remove removes a key that leaves the queue, or whose entry changes.
func (a *Windows) Remove(w *Window, q record.Queued) {
	w.entries.take(&a.shelf, q)
	a.change(w, func() { w.keys = slices.DeleteFunc(w.keys, func(k record.Queued) bool { return k == q }) })
}

// Drop releases all memory of a window.
func (a *Windows) Drop(w *Window) {
	a.change(w, w.drop)
	w.entries.drop(&a.shelf)
}

// Refill reads the next positions of an origin's queue if the window has none: for a queue with
// keys those beyond the edge, so that deleted keys are not scanned, otherwise all.
func (a *Windows) Refill(kv store.KV, w *Window, o weburl.OriginID, keyed bool, out []record.Queued) (err error) {
	if len(w.keys) > 0 || w.whole {
		return nil
	}
	a.change(w, func() {
		if keyed {
			w.keys, w.whole, err = keys(kv, o, w.edge, out)
		} else {
			w.keys, err = w.entries.all(kv, &a.shelf, o, out)
			w.whole = err == nil
		}
		if n := len(w.keys); n > 0 {
			w.edge = w.keys[n-1].Position
		}
	})
	return err
}

// Shrink drops the least recently used windows until at most Max keys are left.
func (a *Windows) Shrink() {
	for a.keys > a.Max && a.order.Len() > 0 {
		a.Drop(a.order.Back().Value.(*Window))
	}
}
