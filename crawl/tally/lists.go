package tally

import "github.com/aranea-search/aranea"

// Lists counts the sitemaps and feeds of a run that are broken, or none at all: of what they
// name further on the robot knows nothing, though all that it knows may be well.
type Lists struct {
	Broken uint64 `json:"broken"`
	// First is the URL of the first of them, "" if there is none.
	First string `json:"first,omitempty"`
}

// Add returns the sum of both; those of l came first.
func (l Lists) Add(later Lists) Lists {
	if l.Broken == 0 {
		l.First = later.First
	}
	l.Broken += later.Broken
	return l
}

// count takes in what came of a visit.
func (l *Lists) count(after *aranea.Entry) {
	if after.Reason == aranea.SitemapBroken {
		*l = l.Add(Lists{1, after.URL.String()})
	}
}
