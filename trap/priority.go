package trap

import "hash/fnv"

const (
	sampleOf  = 16 // of so many URLs of a view or family one is visited all the same, so that a wrong verdict is revoked
	keepEvery = 8  // pages of one after which its counts are stored
)

// Priorities of entries in a full list, in addition to the number of visits.
const (
	byVerdict = 1 << 30
	forGood   = 1 << 31
)

// weight returns the priority of an entry in a full list.
func weight(seen uint32, why string, allowed bool) uint32 {
	switch {
	case allowed:
		return forGood
	case why != "":
		return byVerdict
	}
	return min(seen, byVerdict-1)
}

// leastOf returns the index of the first entry with the least weight, and that weight.
func leastOf[E any](all []E, weight func(*E) uint32) (least int, of uint32) {
	of = weight(&all[0])
	for i := range all {
		if w := weight(&all[i]); w < of {
			least, of = i, w
		}
	}
	return least, of
}

func sum(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // a hash never fails to write
	return h.Sum64()
}

// shortSum returns a number for a family, or a filter. If two have the same, one may count as the other where a
// page leads to it.
func shortSum(family string) uint32 {
	n := sum(family)
	return uint32(n ^ n>>32) //nolint:gosec // half of the bits are enough
}
