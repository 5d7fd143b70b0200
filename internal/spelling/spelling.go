// Package spelling finds the name for which a misspelled one was meant.
//
// Floor: 0 (leaves). Stability: engine. It knows only the words it is given; search handles
// misspelled queries.
package spelling

import (
	"iter"
	"slices"
	"strings"
)

// Nearest returns the known name that is most similar to a misspelled one, or "" if none is
// similar. Of equally similar ones it returns the first in alphabetical order.
func Nearest(name string, known iter.Seq[string]) string {
	best, at := "", len(name)/4+2
	for _, k := range slices.Sorted(known) {
		if d := distance(squeezed(name), squeezed(k)); d < at {
			best, at = k, d
		}
	}
	return best
}

// DidYouMean returns the end of an error message with the name that may be meant, if there is
// one.
func DidYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean " + name + "?"
}

// Meant returns the end of an error message about a misspelled name, with the most similar known
// one, if there is one.
func Meant(name string, known iter.Seq[string]) string { return DidYouMean(Nearest(name, known)) }

// squeezed removes characters that are often left out or added: "max_pages" becomes "maxpages".
func squeezed(s string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s))
}

// distance returns the number of bytes to insert, delete or change to get from a to b.
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
