package lists

import "slices"

// A Sweep is the memory of a walk by windows, used by one segment after another.
type Sweep struct {
	Place
	Lanes  []Lane // by word
	Token  Lane   // of one token of several
	Other  Lane   // of a condition
	Left   Bits   // documents that may still match
	counts []Bits // documents that were met once, twice, and so on
}

// Fit makes room for the lanes of so many words.
func (s *Sweep) Fit(words int) {
	for len(s.Lanes) < words {
		s.Lanes = append(s.Lanes, Lane{})
	}
}

// Several returns the documents left that hold none of so many words, or more than one;
// nothing if there is only one word.
func (s *Sweep) Several(words int) (out Bits) {
	if words == 1 {
		return out
	}
	var met [2]Bits // once, and more often
	for i := range s.Lanes[:words] {
		Count(met[:], &s.Lanes[i].Here)
	}
	met[0].Without(&met[1]) // once
	out = s.Left
	out.Without(&met[0])
	return out
}

// Want begins to count how often documents are met, of which Enough leaves those that
// were met so many times.
func (s *Sweep) Want(need int) {
	s.counts = slices.Grow(s.counts[:0], need)[:need]
	clear(s.counts)
}

// Meet meets a set of documents, and leaves no others if all must be in it. It reports
// whether any are left.
func (s *Sweep) Meet(set *Bits, must bool) bool {
	if len(s.counts) > 0 {
		Count(s.counts, set)
	}
	if must {
		s.Left.And(set)
	}
	return !s.Left.Empty()
}

// Enough leaves the documents that were met so often as Want asked for.
func (s *Sweep) Enough() {
	if n := len(s.counts); n > 0 {
		s.Left.And(&s.counts[n-1])
	}
}
