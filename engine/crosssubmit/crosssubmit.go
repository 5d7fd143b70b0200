// Package crosssubmit tells which sitemaps speak for other sites than their own, by who named them.
//
// Floor: 5 (owner), inside engine. Stability: engine. Memory: a few entries. It reads entries, and
// decides nothing about which of them are visited.
package crosssubmit

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Entries looks up what is known of URLs.
type Entries interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// maxIndexes is how many indexes of sitemaps in one another are asked for who named the first.
const maxIndexes = 8

// IsVouched reports whether a sitemap may list all pages of another site (sitemaps.org, "Sitemaps & Cross
// Submits"): whether the robots file of another origin, or the operator, named it or the index that it is
// in. Others have pages of strangers by mistake.
func IsVouched(entries Entries, sitemap *aranea.Entry) (bool, error) {
	e := *sitemap
	for range maxIndexes {
		switch e.How {
		case aranea.HowSeed:
			return true, nil
		case aranea.HowRobots:
			return e.FoundOn != e.URL.Origin().RobotsURL().ID(), nil
		}
		var known bool
		var err error
		if e, known, err = entries.EntryByID(e.FoundOn); err != nil || !known {
			return false, err
		}
	}
	return false, nil
}
