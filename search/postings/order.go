package postings

import (
	"sort"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// Meet keeps those positions p of a for which p+off is in b; both ascend. a and b may be the
// same slice unless off is 0.
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

// merge merges the ascending ranges [from, mid) and [mid, len).
func merge(all []uint32, from, mid int) []uint32 {
	end := len(all)
	all = append(all, all[mid:]...) // scratch space for the part that is overwritten
	later := all[end:]
	for at, i := end-1, mid-1; len(later) > 0; at-- {
		if last := len(later) - 1; i < from || all[i] <= later[last] {
			all[at], later = later[last], later[:last]
		} else {
			all[at] = all[i]
			i--
		}
	}
	return all[:end]
}

// InOrder reports whether all words have a position (not NoDoc), in ascending order.
func InOrder(pos []uint32) bool {
	for i, x := range pos {
		if x == segment.NoDoc || i > 0 && x <= pos[i-1] {
			return false
		}
	}
	return len(pos) > 1
}

// Closest returns the smallest distance between positions of two ascending lists, 0 if one is
// empty.
func Closest(a, b []uint32) uint32 {
	best := uint32(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		d := max(a[i], b[j]) - min(a[i], b[j])
		if d > 0 && (best == 0 || d < best) {
			best = d
		}
		if best == 1 {
			break
		}
		if a[i] < b[j] {
			i++
		} else {
			j++
		}
	}
	return best
}

// An Occurrence is that of a form of a phrase.
type Occurrence struct {
	Pos  uint32
	Form int // number of the form
}

// Windows appends the positions at which passages of at most width begin that have each form as
// often as required. all are the occurrences of the forms, by position.
func Windows(dst []uint32, all []Occurrence, wanted []int, width uint32) []uint32 {
	have, lacking, left := make([]int, len(wanted)), 0, 0
	for _, n := range wanted {
		lacking += n
	}
	for _, s := range all {
		if have[s.Form]++; have[s.Form] <= wanted[s.Form] {
			lacking--
		}
		for all[left].Pos+width <= s.Pos || have[all[left].Form] > wanted[all[left].Form] {
			f := all[left].Form
			if have[f]--; have[f] < wanted[f] {
				lacking++
			}
			left++
		}
		if at := all[left].Pos; lacking == 0 && (len(dst) == 0 || dst[len(dst)-1] != at) {
			dst = append(dst, at)
		}
	}
	return dst
}

// WindowsIn is Windows for passages within one of the elements, which ascend.
func WindowsIn(dst []uint32, all []Occurrence, wanted []int, width uint32, elements []document.Element) []uint32 {
	for _, e := range elements {
		n := sort.Search(len(all), func(i int) bool { return all[i].Pos >= e.First+e.Words })
		dst = Windows(dst, all[:n], wanted, width)
		all = all[n:]
	}
	return dst
}
