package top

import "slices"

// A Lowest keeps the best scores, so many at most. The zero value keeps none.
type Lowest struct {
	list []float64 // ascending
	most int
}

// NewLowest returns one that keeps the best most scores, in the memory of room if
// that is large enough.
func NewLowest(most int, room []float64) Lowest { return Lowest{room[:0], most} }

// Add takes a score.
func (l *Lowest) Add(score float64) {
	if l.most == 0 {
		return
	}
	if len(l.list) == l.most {
		if score <= l.list[0] {
			return
		}
		copy(l.list, l.list[1:])
		l.list = l.list[:len(l.list)-1]
	}
	at, _ := slices.BinarySearch(l.list, score)
	l.list = slices.Insert(l.list, at, score)
}

// Score returns the lowest of the best scores; false if there are fewer than
// wanted.
func (l *Lowest) Score() (float64, bool) {
	if l.most == 0 || len(l.list) < l.most {
		return 0, false
	}
	return l.list[0], true
}

// Room returns the memory of the scores, for another one.
func (l *Lowest) Room() []float64 { return l.list[:0] }
