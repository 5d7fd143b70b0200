package budget

import (
	"bytes"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// What pages of other sites name must not come before a site's own pages: whoever has a
// page can name as many URLs of a host as he likes, which the host may not even have.
const (
	// foreignEntries is how many URLs of an origin are known from which on those that
	// other sites name come after those that its own names.
	foreignEntries = 1000
	// ForeignPriority is the priority of these in the queue of their host.
	ForeignPriority int8 = -32
)

// Foreign reports whether a page or list of another site names the URL with an identity.
// What was found to be a mirror of the site, and what the operator or the site itself
// brings, is not meant.
func Foreign(id weburl.ID, d *aranea.Discovery) bool {
	return !d.FoundOn.IsZero() && d.How != aranea.HowMirror && d.How != aranea.HowSeed && d.Priority != aranea.PriorityNamed &&
		!bytes.Equal(id[:weburl.SiteIDSize], d.FoundOn[:weburl.SiteIDSize])
}

// Priority returns the priority of a URL with an identity in the queue of its host, of
// whose origin so many are known.
func Priority(id weburl.ID, d *aranea.Discovery, known uint64) int8 {
	if known < foreignEntries || !Foreign(id, d) {
		return d.Priority
	}
	return min(d.Priority, ForeignPriority)
}

// Lift ends that an entry with a level comes behind the others: many link to it.
func Lift(e *aranea.Entry) {
	if e.Nearer > 0 && e.Priority == ForeignPriority {
		e.Priority = 0
	}
}

// For returns the counts as they are for a URL that is foreign or not: others fill half of
// what a site may store at most, and the rest is left to what it names itself.
func (s Site) For(foreign bool) Site {
	if foreign {
		s.Origins, s.Entries = 2*s.Origins, 2*s.Entries
	}
	return s
}
