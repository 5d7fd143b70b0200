package postings

import "slices"

// A Sweep is the memory for reading windows, reused from segment to segment.
type Sweep struct {
	Place
	Lanes  []Lane // by word
	Token  Lane   // for one token of several
	Other  Lane   // for a condition
	Left   Bits   // documents that may still match
	counts []Bits // documents counted once, twice, and so on
}

// Fit makes room for the lanes of that many words, and returns s.
func (s *Sweep) Fit(words int) *Sweep {
	for len(s.Lanes) < words {
		s.Lanes = append(s.Lanes, Lane{})
	}
	return s
}

// Several returns the remaining documents that have several of the words, or none; for a single
// word it returns nothing.
func (s *Sweep) Several(words int) (out Bits) {
	if words == 1 {
		return out
	}
	var met [2]Bits // documents with one word, and with more
	for i := range s.Lanes[:words] {
		Count(met[:], &s.Lanes[i].Here)
	}
	met[0].Without(&met[1]) // exactly one
	out = s.Left
	out.Without(&met[0])
	return out
}

// Want begins to count in how many sets documents are, up to need.
func (s *Sweep) Want(need int) {
	s.counts = slices.Grow(s.counts[:0], need)[:need]
	clear(s.counts)
}

// Meet counts a set of documents, and, if must is set, removes all others. It reports whether
// any documents are left.
func (s *Sweep) Meet(set *Bits, must bool) bool {
	if len(s.counts) > 0 {
		Count(s.counts, set)
	}
	if must {
		s.Left.And(set)
	}
	return !s.Left.Empty()
}

// Enough keeps the documents that were counted as often as Want asked for.
func (s *Sweep) Enough() {
	if n := len(s.counts); n > 0 {
		s.Left.And(&s.counts[n-1])
	}
}
