package tally

import "github.com/aranea-search/aranea"

// URLs returns the number of URLs that the counts of hosts cover.
func URLs(n *aranea.HostCounts) uint64 { return urlsOf(n) }
