package linkcheck

import (
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/weburl"
)

// A Check is one of those that list what is wrong with pages that others name. Its text is the beginning of
// the names of its calls in the API.
type Check string

// The checks.
const (
	Alternates Check = "alternate" // versions of pages in other languages
	Canonicals Check = "canonical"
	Chains     Check = "chain" // redirects and canonical links that lead on
	Sitemaps   Check = "sitemap"
)

// Checks returns all checks.
func Checks() []Check { return []Check{Chains, Alternates, Sitemaps, Canonicals} }

// A FaultFilter selects faults of a Check.
type FaultFilter struct {
	Check Check
	Host  string // only those of URLs of this host, "" for all
	// Faults are the names of those that are listed, none for all that are not for information.
	Faults []string
	// Offset and Limit select a part of the list; Limit 0 means no limit.
	Offset, Limit int
	// WithCounts asks for a last one that has nothing but Counts: in the one pass that the list takes.
	WithCounts bool
}

// A Fault is what is wrong with a URL.
type Fault struct {
	Fault string     `json:"fault,omitempty"` // not empty, but beside Counts
	URL   weburl.URL `json:"url,omitzero"`    // likewise
	Lang  string     `json:"lang,omitempty"`  // of the alternate, as it is written
	To    string     `json:"to,omitempty"`    // the alternate, or the page that stands in its place
	By    string     `json:"by,omitempty"`    // the sitemap or robots file that names it, "" for the page itself
	// Status and Reason are those of the URL of a sitemap, or of the alternate, that is not in the index,
	// and LeadsTo is where that redirects to; or those of LeadsTo, the end of a chain.
	Status  int    `json:"status,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Detail  string `json:"detail,omitempty"` // what is wrong, for people
	LeadsTo string `json:"leads_to,omitempty"`
	// Way has the URLs of a chain, from URL to LeadsTo.
	Way []chains.Step `json:"way,omitempty"`
	// Counts are in the last one only, if they were asked for.
	Counts *FaultCounts `json:"counts,omitempty"`
}

// FaultCounts counts what a check looked at, and the faults.
type FaultCounts struct {
	Sitemaps int            `json:"sitemaps,omitempty"` // that list pages
	Pages    int            `json:"pages"`              // that sitemaps list; of the index that have alternates; that name other pages canonical; that lead on
	Faults   map[string]int `json:"faults"`             // by name, those for information as well
	// Unchecked counts the pages, or alternates, of which not everything is known that would tell.
	Unchecked int `json:"unchecked"`
	// Unsure counts the pages of the index that no sitemap lists, as far as the sitemaps of their hosts
	// were read.
	Unsure int `json:"unsure,omitempty"`
	// Older says that a version of the program that kept no alternates, or not what sitemaps list, was the
	// last to visit some pages or sitemaps.
	Older bool `json:"older,omitempty"`
}

// Steps returns the URLs of a chain behind the first.
func (f *Fault) Steps() []string {
	var steps []string
	for _, s := range f.Way[min(1, len(f.Way)):] {
		steps = append(steps, s.URL)
	}
	return steps
}
