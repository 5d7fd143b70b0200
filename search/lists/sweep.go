package lists

import "slices"

// A Sweep is the memory of a walk by windows, used by one segment after another.
type Sweep struct {
	Place
	Lanes  []Lane // by word
	Token  Lane   // of one token of several
	Other  Lane   // of a condition
	Left   Bits   // documents that may still match
	counts []Bits // documents that hold one word, two, and so on
}

// Fit makes room for the lanes of so many words.
func (s *Sweep) Fit(words int) {
	for len(s.Lanes) < words {
		s.Lanes = append(s.Lanes, Lane{})
	}
}

// Enough leaves the documents that stand in so many of some lanes, at least one.
func (s *Sweep) Enough(lanes []int, need int) {
	s.counts = slices.Grow(s.counts[:0], need)[:need]
	clear(s.counts)
	for _, i := range lanes {
		Count(s.counts, &s.Lanes[i].Here)
	}
	s.Left.And(&s.counts[need-1])
}
