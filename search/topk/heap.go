package topk

import "slices"

// A Heap keeps the best of the values it gets, with the worst on top.
type Heap[T any] struct {
	All    []T // the worst first, the others in no order
	before func(a, b *T) bool
}

// NewHeap returns an empty heap in the memory of room. before reports whether a is better than
// b.
func NewHeap[T any](room []T, before func(a, b *T) bool) Heap[T] { return Heap[T]{room[:0], before} }

// Push adds a value.
func (h *Heap[T]) Push(v *T) {
	h.All = append(h.All, *v)
	i := len(h.All) - 1
	for up := (i - 1) / 2; i > 0 && h.before(&h.All[up], v); up = (i - 1) / 2 {
		h.All[i] = h.All[up]
		i = up
	}
	h.All[i] = *v
}

// Replace replaces the worst value; there must be one.
func (h *Heap[T]) Replace(v *T) {
	h.sink(0, v)
}

// sink puts a value in a place, or behind those below it that are worse.
func (h *Heap[T]) sink(i int, v *T) {
	for {
		down := 2*i + 1
		if down >= len(h.All) {
			break
		}
		if down+1 < len(h.All) && h.before(&h.All[down], &h.All[down+1]) {
			down++
		}
		if !h.before(v, &h.All[down]) {
			break
		}
		h.All[i] = h.All[down]
		i = down
	}
	h.All[i] = *v
}

// Sum adds the n largest values.
func Sum(values []float64, n int) float64 {
	values = slices.Sorted(slices.Values(values))
	sum := 0.0
	for _, v := range values[len(values)-min(n, len(values)):] {
		sum += v
	}
	return sum
}
