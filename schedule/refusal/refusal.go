// Package refusal distinguishes a site that takes pages back from one that turns the robot away.
//
// Both refuse pages that they gave before. A site that takes some back gives others in between; a
// firewall refuses everything, while the owner may wish nothing of the sort. A host that refuses
// everything is left alone, and its pages stay in the index for a while.
//
// Floor: 2 (pure), a part of schedule. Stability: engine. It keeps no state: what it counts are
// fields of aranea.Host, which the frontier stores.
package refusal

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

const (
	// InRow is the number of refusals in a row from which on a host counts as one that refuses
	// everything.
	InRow = 8
	// OfHome is that number if the last is the refusal of its home page.
	OfHome = 3
	// AskHome is the number at which the home page is requested, to find out.
	AskHome = 4
	// Rest is how long no page is requested then. After it, tries pages are, and if the host
	// refuses them as well, it is left alone for twice as long.
	Rest = time.Hour
	// RestMost limits that.
	RestMost = 24 * time.Hour
	tries    = 3
	// maxDoublings and maxRefusals bound the arithmetic.
	maxDoublings = 5
	maxRefusals  = 1 << 15
)

// Count returns the host after it refused a page that it had given before, or any page while it
// refuses everything. home says that it is its home page.
func Count(h aranea.Host, home bool, now time.Time) aranea.Host {
	if now.Before(h.RefusedUntil) { // the request was under way already
		return h
	}
	if h.Refusals < maxRefusals {
		h.Refusals++
	}
	switch {
	case !h.RefusedSince.IsZero():
	case h.Refusals >= InRow || home && h.Refusals >= OfHome:
		h.Refusals, h.RefusedSince = InRow, now
	default:
		return h
	}
	over := h.Refusals - InRow
	if over%tries == 0 && Holds(&h, now) {
		h.RefusedUntil = now.Add(min(Rest<<min(over/tries, maxDoublings), RestMost))
	}
	return h
}

// Holds reports whether the host refuses everything that it gave before, and does not do so for
// too long: what is in the index of it stays meanwhile.
func Holds(h *aranea.Host, now time.Time) bool {
	return !h.RefusedSince.IsZero() && now.Before(Ends(h))
}

// Ends returns the instant from which on the refusals of a host that refuses everything count.
func Ends(h *aranea.Host) time.Time { return h.RefusedSince.Add(schedule.UnreachableFor) }

// After returns the host after an exchange for one of its pages: a page, a redirect, or the
// answer that there is none ends a row of refusals.
func After(h aranea.Host, f *aranea.Fetched) aranea.Host {
	const ok, badRequest, notFound, gone = 200, 400, 404, 410
	if f.Status >= ok && f.Status < badRequest || f.Status == notFound || f.Status == gone {
		h.Refusals, h.RefusedSince, h.RefusedUntil = 0, time.Time{}, time.Time{}
	}
	return h
}
