package search

import "github.com/aranea-search/aranea/search/lists"

// A sweep is the memory of a walk by windows, used by one segment after another.
type sweep struct {
	lists.Place
	lanes  []lists.Lane // by word of the plan
	token  lists.Lane   // of one token of several
	other  lists.Lane   // of a condition
	left   lists.Bits   // documents that may still match
	counts []lists.Bits // documents that hold one word, two, and so on
}

// sweep returns the memory of a walk with so many words.
func (s *scratch) sweep(words int) *sweep {
	if s.swept == nil {
		s.swept = &sweep{}
	}
	for len(s.swept.lanes) < words {
		s.swept.lanes = append(s.swept.lanes, lists.Lane{})
	}
	return s.swept
}
