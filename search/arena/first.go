package arena

// A First lends its slice to the first who asks, until it is taken back; others get one of their own. It is used
// by one goroutine.
type First[T any] struct {
	kept []T
	lent bool
}

// Take lends an empty slice with room for n values.
func (f *First[T]) Take(n int) []T {
	if f.lent {
		return make([]T, 0, n)
	}
	f.lent = true
	if cap(f.kept) < n {
		f.kept = make([]T, n)
	}
	return f.kept[:0]
}

// TakeBack takes the slice back, and erases it.
func (f *First[T]) TakeBack() {
	clear(f.kept[:cap(f.kept)])
	f.lent = false
}
