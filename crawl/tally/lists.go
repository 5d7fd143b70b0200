package tally

import "github.com/aranea-search/aranea"

// Lists counts the sitemaps and feeds of a run that are broken or are not lists: the robot does
// not know what else they name, even if all that it knows is fine.
type Lists struct {
	Broken uint64 `json:"broken"`
	// First is the URL of the first of them, "" if there is none.
	First string `json:"first,omitempty"`
}

// Add returns the sum of both; the broken ones of l came first.
func (l Lists) Add(later Lists) Lists {
	if l.Broken == 0 {
		l.First = later.First
	}
	l.Broken += later.Broken
	return l
}

// count counts the result of a visit.
func (l *Lists) count(after *aranea.Entry) {
	if after.Reason == aranea.SitemapBroken {
		*l = l.Add(Lists{1, after.URL.String()})
	}
}
