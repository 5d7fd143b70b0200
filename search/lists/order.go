package lists

import "github.com/aranea-search/aranea/index/segment"

// Meet keeps those positions of a whose value plus off is in b; both ascend.
func Meet(a, b []uint32, off uint32) []uint32 {
	kept := a[:0]
	j := 0
	for _, s := range a {
		for j < len(b) && b[j] < s+off {
			j++
		}
		if j < len(b) && b[j] == s+off {
			kept = append(kept, s)
		}
	}
	return kept
}

// InOrder reports whether all words have a position, NoDoc if they have none, each
// after the one before.
func InOrder(pos []uint32) bool {
	for i, x := range pos {
		if x == segment.NoDoc || i > 0 && x <= pos[i-1] {
			return false
		}
	}
	return len(pos) > 1
}
