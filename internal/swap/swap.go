// Package swap holds values that are not changed but replaced, by several at once.
//
// Floor: 0 (leaf). Stability: engine. It knows nothing of what it holds.
package swap

import "sync"

// A Value holds a T, which nobody changes in place. The zero Value holds the zero T. It is safe for
// concurrent use.
type Value[T any] struct {
	mu  sync.Mutex
	now T
}

// Now returns the value.
func (v *Value[T]) Now() T {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Change replaces the value by the result of f, which must not call v.
func (v *Value[T]) Change(f func(T) T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.now = f(v.now)
}
