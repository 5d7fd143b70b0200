package schedule

import "github.com/aranea-search/aranea"

// A sitemap may say when a page changed last. How far that is believed follows from
// what visits found that it had brought forward.
const (
	// unprovenHints is how many pages a sitemap brings forward while too few of the
	// dates of its origin were put to the proof, or too few were true.
	unprovenHints = 16
	// provenAt is the number of dates from which on they count.
	provenAt = 8
	// maxHints is the number at which the older half is forgotten.
	maxHints = 256
)

// Believed returns how many pages the dates of one sitemap of an origin may bring
// forward: all, if most of its dates were true lately.
func Believed(h *aranea.Host) int {
	if n := int(h.HintsRight) + int(h.HintsWrong); n < provenAt || h.HintsRight < h.HintsWrong {
		return unprovenHints
	}
	return 1 << 30
}

// Proven adds to what is known of the dates of an origin's sitemaps whether one was
// true: the visit that it brought forward found a change.
func Proven(right, wrong uint16, before, after *aranea.Entry) (r, w uint16) {
	if right+wrong >= maxHints {
		right, wrong = right/2, wrong/2
	}
	if changed(before, after) {
		return right + 1, wrong
	}
	return right, wrong + 1
}
