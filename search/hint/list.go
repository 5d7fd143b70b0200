package hint

import "slices"

// A List is hints in the order in which they were told, each once.
type List []Hint

// Tell adds a hint, unless it is empty.
func (l *List) Tell(h Hint) {
	if h.Code != "" && !slices.Contains(*l, h) {
		*l = append(*l, h)
	}
}
