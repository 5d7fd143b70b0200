package seeds

import (
	"cmp"
	"time"

	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// MaxStored is how many seeds a folder stores with its settings.
const MaxStored = 1000

// InForce is what decides which URLs are visited, and how fast: the settings of the current crawl, or
// of the last one.
type InForce struct {
	Seeds     []weburl.URL `json:"seeds"` // the first 1,000 of SeedCount
	SeedCount int          `json:"seed_count"`
	Scope     string       `json:"scope"`
	Domains   []string     `json:"domains,omitempty"`
	scope.Patterns
	Depth int           `json:"depth,omitempty"` // 0 for no limit
	Delay time.Duration `json:"delay_ns"`
	// Partition is the only one whose sites are visited.
	Partition partition.Partition `json:"partition,omitzero"`
	// HostDelays are those of some hosts in place of Delay, as hostdelay.Parse reads them.
	HostDelays []string `json:"host_delays,omitempty"`
	// Folders are the URLs that folders on disk answer for. Where these are is not told.
	Folders []weburl.URL `json:"folders,omitempty"`
	// Archived says that an archive answers for all hosts. Where it is, is not told either.
	Archived bool     `json:"archived,omitempty"`
	Forms    string   `json:"forms,omitempty"`  // which forms are filled in
	Facets   []string `json:"facets,omitempty"` // what pages are read for
	Items    []string `json:"items,omitempty"`  // likewise
	// CheckLinks says that targets of links are checked that are not visited, at most MaxSiteLinks
	// of a registrable domain.
	CheckLinks   bool   `json:"check_links,omitempty"`
	MaxSiteLinks uint64 `json:"max_links_per_site,omitempty"`
	// CheckFragments says that links to parts of pages are checked.
	CheckFragments bool `json:"check_fragments,omitempty"`
}

// InForceOf returns what settings with so many seeds decide.
func InForceOf(s *settings.Settings, count int) *InForce {
	f := &InForce{
		Seeds: s.Seeds[:min(len(s.Seeds), MaxStored)], SeedCount: count, Scope: s.Scope, Domains: s.Domains,
		Patterns: s.Patterns, Depth: s.Depth, Delay: s.Delay, Partition: s.Partition, HostDelays: s.HostDelays.Items(), Folders: s.Folders.Bases(), Archived: len(s.Archives) > 0, Forms: s.Forms, Facets: s.Facets.Texts(), Items: s.Items.Texts(),
		CheckLinks: s.CheckLinks, CheckFragments: s.CheckFragments,
	}
	if f.Archived { // which have none, but for HostDelays
		f.Delay = 0
	}
	if s.CheckLinks {
		f.MaxSiteLinks = cmp.Or(s.MaxSiteLinks, budget.SiteLinks)
	}
	return f
}
