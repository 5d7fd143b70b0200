// Package spelling finds the name that a misspelled one stands for.
//
// Floor: 0 (leaves). Stability: engine. It knows no words but those it is given; what
// may be meant in queries is for search.
package spelling

import (
	"iter"
	"slices"
	"strings"
)

// Nearest returns the known name that is closest to a misspelled one, "" if none
// is close. Of equally close ones the first in order counts.
func Nearest(name string, known iter.Seq[string]) string {
	best, at := "", len(name)/4+2
	for _, k := range slices.Sorted(known) {
		if d := distance(squeezed(name), squeezed(k)); d < at {
			best, at = k, d
		}
	}
	return best
}

// DidYouMean ends a complaint with the name that may be meant, if there is one.
func DidYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean " + name + "?"
}

// Meant ends a complaint about a misspelled name with the known one that is closest to
// it, if one is close.
func Meant(name string, known iter.Seq[string]) string { return DidYouMean(Nearest(name, known)) }

// squeezed drops what people leave out or put in: "max_pages" is "maxpages".
func squeezed(s string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s))
}

// distance is the number of bytes to insert, delete or change to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, corner+1)
		}
	}
	return row[len(b)]
}
