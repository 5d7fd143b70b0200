package schedule

import "github.com/aranea-search/aranea"

// A sitemap may say when a page last changed. How far that is believed depends on what the
// visits that it brought forward found.
const (
	// unprovenHints is the number of pages that a sitemap brings forward while too few of the
	// dates of its origin have been checked, or too few were right.
	unprovenHints = 16
	// provenAt is the number of checked dates from which on the results are used.
	provenAt = 8
	// maxHints is the number of checked dates at which the older half is forgotten.
	maxHints = 256
)

// Believed returns how many pages the dates of one sitemap of an origin may bring forward: all,
// if most of its dates were right recently.
func Believed(h *aranea.Host) int {
	if n := int(h.HintsRight) + int(h.HintsWrong); n < provenAt || h.HintsRight < h.HintsWrong {
		return unprovenHints
	}
	return 1 << 30
}

// Proven updates the counts of right and wrong dates of an origin's sitemaps by a visit that a
// date brought forward: the date was right if the visit found a change. One that reads the page in
// another way proves nothing.
func Proven(right, wrong uint16, before, after *aranea.Entry) (r, w uint16) {
	if before.Reread {
		return right, wrong
	}
	if right+wrong >= maxHints {
		right, wrong = right/2, wrong/2
	}
	if changed(before, after) {
		return right + 1, wrong
	}
	return right, wrong + 1
}
