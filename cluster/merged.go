package cluster

import (
	"container/heap"
	"context"
	"iter"
	"sync"
)

// aheadOf is how many values of a list are read before they are wanted.
const aheadOf = 64

// A part is the list of one node.
type part[T any] struct {
	n    *node
	list func(context.Context) iter.Seq2[T, error]
}

// A value is one of a list, or the error that ends it.
type value[T any] struct {
	v   T
	err error
}

// merged yields what the lists of nodes have, each in the order of compare, as one list in this order. All
// lists are read at once, aheadOf values ahead of the caller. The first error ends the list.
func merged[T any](ctx context.Context, f *Front, parts []part[T], compare func(a, b *T) int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		for _, p := range parts {
			if err := f.isAway(p.n); err != nil {
				yield(zero, err)
				return
			}
		}
		reading, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer stop()
		h := heads[T]{compare: compare}
		for i, p := range parts {
			values := make(chan value[T], aheadOf)
			wg.Go(func() {
				defer close(values)
				for v, err := range noting(ctx, reading, f, p) {
					select {
					case values <- value[T]{v, err}:
					case <-reading.Done():
						return
					}
				}
			})
			h.all = append(h.all, head[T]{number: i, rest: values})
		}
		if err := h.begin(); err != nil {
			yield(zero, err)
			return
		}
		for len(h.all) > 0 {
			if !yield(h.all[0].value, nil) {
				return
			}
			if err := h.advance(); err != nil {
				yield(zero, err)
				return
			}
		}
		if err := context.Cause(ctx); err != nil { // which may have ended lists without a word
			yield(zero, err)
		}
	}
}

// noting yields the list of a node, and notes whether the node is there if an error ends it. ctx is that of
// the caller; reading ends when nobody wants more.
func noting[T any](ctx, reading context.Context, f *Front, p part[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		within, cancel := whileThere(reading, p.n)
		defer cancel()
		for v, err := range p.list(within) {
			if err != nil && reading.Err() == nil {
				err = f.judge(ctx, p.n, within.Err() != nil, err)
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
		if reading.Err() == nil && within.Err() != nil { // which may have ended the list without a word
			var zero T
			yield(zero, f.judge(ctx, p.n, true, context.Cause(within)))
		}
	}
}

// inTurn yields what the lists of nodes have, one behind the other. The first error ends the list.
func inTurn[T any](ctx context.Context, f *Front, parts []part[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, p := range parts {
			if err := f.isAway(p.n); err != nil {
				var zero T
				yield(zero, err)
				return
			}
		}
		for _, p := range parts {
			for v, err := range noting(ctx, ctx, f, p) {
				if !yield(v, err) || err != nil {
					return
				}
			}
		}
	}
}

// A head is the first value of a list, with what follows it.
type head[T any] struct {
	value  T
	number int // of the list
	rest   <-chan value[T]
}

// next moves to the next value. It returns false at the end of the list.
func (h *head[T]) next() (bool, error) {
	v, more := <-h.rest
	h.value = v.v
	return more, v.err
}

// heads are the heads of lists, a heap with the first of all at its top.
type heads[T any] struct {
	all     []head[T]
	compare func(a, b *T) int
}

// begin moves each list to its first value, and drops the empty ones.
func (h *heads[T]) begin() error {
	begun := h.all[:0]
	for _, l := range h.all {
		more, err := l.next()
		if err != nil {
			return err
		}
		if more {
			begun = append(begun, l)
		}
	}
	h.all = begun
	heap.Init(h)
	return nil
}

// advance drops the first value of all.
func (h *heads[T]) advance() error {
	more, err := h.all[0].next()
	switch {
	case err != nil:
		return err
	case more:
		heap.Fix(h, 0)
	default:
		heap.Pop(h)
	}
	return nil
}

// Len implements heap.Interface.
func (h *heads[T]) Len() int { return len(h.all) }

// Less implements heap.Interface. Of two that are equal the one of the earlier node comes first.
func (h *heads[T]) Less(i, j int) bool {
	if c := h.compare(&h.all[i].value, &h.all[j].value); c != 0 {
		return c < 0
	}
	return h.all[i].number < h.all[j].number
}

// Swap implements heap.Interface.
func (h *heads[T]) Swap(i, j int) { h.all[i], h.all[j] = h.all[j], h.all[i] }

// Push implements heap.Interface; no list is added.
func (h *heads[T]) Push(x any) { h.all = append(h.all, x.(head[T])) }

// Pop implements heap.Interface.
func (h *heads[T]) Pop() any {
	last := h.all[len(h.all)-1]
	h.all = h.all[:len(h.all)-1]
	return last
}
