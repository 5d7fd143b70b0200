package topk

// A Best keeps the best of the values it gets. Values stay where they are until they are
// replaced; only their scores move in a heap.
type Best[T any] struct {
	All   []T // in no order
	heap  []ranked
	score func(*T) float64
	// before reports whether a is better than b, for values with equal scores.
	before func(a, b *T) bool
}

// A ranked is the score of a value and its index.
type ranked struct {
	score float64
	at    int32
}

// NewBest returns a Best with room for n values. before reports whether a is better than b, for
// values with equal scores.
func NewBest[T any](n int, score func(*T) float64, before func(a, b *T) bool) Best[T] {
	return Best[T]{make([]T, 0, n), make([]ranked, 0, n), score, before}
}

// Emptied returns an empty Best in the same memory.
func (b Best[T]) Emptied() Best[T] {
	b.All, b.heap = b.All[:0], b.heap[:0]
	return b
}

// Worst returns the worst value; there must be one.
func (b *Best[T]) Worst() *T { return &b.All[b.heap[0].at] }

// Push adds a value.
func (b *Best[T]) Push(v *T) {
	x := ranked{b.score(v), int32(len(b.All))}
	b.All, b.heap = append(b.All, *v), append(b.heap, x)
	i := len(b.heap) - 1
	for up := (i - 1) / 2; i > 0 && b.better(b.heap[up], x); up = (i - 1) / 2 {
		b.heap[i] = b.heap[up]
		i = up
	}
	b.heap[i] = x
}

// Replace replaces the worst value; there must be one.
func (b *Best[T]) Replace(v *T) {
	at := b.heap[0].at
	b.All[at] = *v
	b.sink(0, ranked{b.score(v), at})
}

// Delete removes values.
func (b *Best[T]) Delete(gone func(*T) bool) {
	n := 0
	for i := range b.All {
		if gone(&b.All[i]) {
			continue
		}
		if i > n {
			b.All[n] = b.All[i]
		}
		n++
	}
	clear(b.All[n:])
	b.All, b.heap = b.All[:n], b.heap[:0]
	for i := range b.All {
		b.heap = append(b.heap, ranked{b.score(&b.All[i]), int32(i)})
	}
	for i := n/2 - 1; i >= 0; i-- {
		b.sink(i, b.heap[i])
	}
}

// better reports whether a value is better than another.
func (b *Best[T]) better(x, y ranked) bool {
	if x.score != y.score {
		return x.score > y.score
	}
	return b.before(&b.All[x.at], &b.All[y.at])
}

// sink puts a value at a place of the heap, or below it after worse ones.
func (b *Best[T]) sink(i int, x ranked) {
	for {
		down := 2*i + 1
		if down >= len(b.heap) {
			break
		}
		if down+1 < len(b.heap) && b.better(b.heap[down], b.heap[down+1]) {
			down++
		}
		if !b.better(x, b.heap[down]) {
			break
		}
		b.heap[i] = b.heap[down]
		i = down
	}
	b.heap[i] = x
}
