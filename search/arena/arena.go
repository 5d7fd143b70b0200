// Package arena lends pieces of memory that are returned all at once, so that the next query
// reuses the memory of the last.
//
// Floor: 4 (acts). Stability: engine. It is pure, and knows nothing about the contents of the
// pieces.
package arena

// Of lends pieces of one array until all are returned at once. It is used by one goroutine.
type Of[T any] struct {
	all  []T
	used int
}

// Sizes in values: the initial one, and the largest that is kept.
const (
	first = 64
	kept  = 1 << 12
)

// Take lends n zero values.
func (s *Of[T]) Take(n int) []T {
	if s.used+n > len(s.all) {
		s.all, s.used = make([]T, max(n, 2*len(s.all), first)), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// TakeBack takes all pieces back.
func (s *Of[T]) TakeBack() {
	clear(s.all[:s.used])
	if s.used = 0; len(s.all) > kept {
		s.all = nil
	}
}
