package arena

// Lists lends slices of numbers, such as positions, and takes them back one by one. It is used
// by one goroutine.
type Lists struct{ kept [][]uint32 }

// Bounds of the lists that are kept.
const (
	keptLists  = 32
	keptLength = 1 << 14
)

// Take lends an empty slice, nil if none is available.
func (l *Lists) Take() []uint32 {
	if len(l.kept) == 0 {
		return nil
	}
	last := len(l.kept) - 1
	out := l.kept[last]
	l.kept = l.kept[:last]
	return out[:0]
}

// Keep takes a list back.
func (l *Lists) Keep(list []uint32) {
	if len(l.kept) < keptLists && cap(list) > 0 && cap(list) <= keptLength {
		l.kept = append(l.kept, list)
	}
}
