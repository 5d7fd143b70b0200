package budget

import (
	"bytes"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// URLs named by pages of other sites must not come before those of a site's own pages: anyone
// with a page can name any number of URLs of a host, which need not even exist.
const (
	// foreignEntries is the number of known URLs of an origin from which on those that other
	// sites name come after those that its own site names.
	foreignEntries = 1000
	// ForeignPriority is their priority in the queue of their host.
	ForeignPriority int8 = -32
)

// Foreign reports whether a page or list of another site names the URL with an ID. A URL found
// as a mirror of the site, or brought by the operator or the site itself, is not foreign.
func Foreign(id weburl.ID, d *aranea.Discovery) bool {
	return !d.FoundOn.IsZero() && d.How != aranea.HowMirror && d.How != aranea.HowSeed && d.Priority != aranea.PriorityNamed &&
		!bytes.Equal(id[:weburl.SiteIDSize], d.FoundOn[:weburl.SiteIDSize])
}

// Priority returns the queue priority of the URL with an ID, whose origin has a number of known
// URLs.
func Priority(id weburl.ID, d *aranea.Discovery, known uint64) int8 {
	if known < foreignEntries || !Foreign(id, d) {
		return d.Priority
	}
	return min(d.Priority, ForeignPriority)
}

// Lift restores the priority of a foreign entry that has a level, because many pages link to it.
func Lift(e *aranea.Entry) {
	if e.Nearer > 0 && e.Priority == ForeignPriority {
		e.Priority = 0
	}
}

// For returns the counts to apply to a URL that is foreign or not: foreign URLs may fill at most
// half of what a site may store, and the rest is left to those that it names itself.
func (s Site) For(foreign bool) Site {
	if foreign {
		s.Origins, s.Entries = 2*s.Origins, 2*s.Entries
	}
	return s
}
