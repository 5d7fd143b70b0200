// Package tally counts the URLs of a data folder by several criteria, such as state, reason,
// host, depth and month.
//
// Floor: 5 (owner), a part of engine. Stability: engine; its JSON is a promise
// (docs/http-api.md). It is pure, and keeps the counts of a limited number of hosts.
package tally

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/weburl"
)

// Stats counts URLs by several criteria. A page counts once for each. Those that other nodes of a
// cluster visit count by state and reason only, and their hosts not at all.
type Stats struct {
	URLs   uint64            `json:"urls"`
	State  map[string]uint64 `json:"state"`
	Reason map[string]uint64 `json:"reason"`
	Status map[string]uint64 `json:"status"`
	Depth  map[string]uint64 `json:"depth"`
	How    map[string]uint64 `json:"how"`
	Month  map[string]uint64 `json:"month"` // of the last visit
	Lang   map[string]uint64 `json:"lang"`  // of the pages in the index
	Type   map[string]uint64 `json:"type"`  // the file name extension, or "page"
	// Host has the counts of the MaxHosts hosts with the most URLs; Hosts is the number of all
	// hosts.
	Host  map[string]uint64 `json:"host"`
	Hosts int               `json:"hosts"`
	// Links counts the URLs that were only checked for the links to them, by reason. They are in no
	// other count.
	Links map[string]uint64 `json:"links,omitempty"`
	// Rendering is the cost of browsers over all crawls, zero if none was used.
	Rendering rendering.Cost `json:"rendering,omitzero"`

	least string // the host with the fewest URLs in Host, once that is full
}

// MaxHosts is how many hosts Stats lists.
const MaxHosts = 50

// New returns empty Stats.
func New() Stats {
	return Stats{
		State: map[string]uint64{}, Reason: map[string]uint64{}, Status: map[string]uint64{}, Depth: map[string]uint64{},
		How: map[string]uint64{}, Month: map[string]uint64{}, Lang: map[string]uint64{}, Type: map[string]uint64{}, Host: map[string]uint64{}, Links: map[string]uint64{},
	}
}

// Add counts an entry. Robots files and sitemaps do not count.
func (s *Stats) Add(e *aranea.Entry) {
	switch e.Kind {
	case aranea.KindLink:
		s.Links[e.Reason.String()]++
		return
	case aranea.KindRobots, aranea.KindSitemap:
		return
	case aranea.KindPage:
	}
	s.URLs++
	s.State[e.State.String()]++
	s.Reason[e.Reason.String()]++
	if e.Reason == aranea.ScopePartition {
		return // the rest is for its own node to count
	}
	s.Depth[fmt.Sprint(e.Depth)]++
	s.How[e.How.String()]++
	s.Type[TypeOf(e.URL)]++
	if e.Status > 0 {
		s.Status[fmt.Sprint(e.Status)]++
	}
	if !e.VisitedAt.IsZero() && !e.Imported { // an import is not a visit
		s.Month[e.VisitedAt.UTC().Format("2006-01")]++
	}
}

// maxEnding is the longest file name extension that is counted as a type.
const maxEnding = 8

// TypeOf returns the type by the name of a URL: its file name extension, or "page" without one.
// Top-level domains of host names at the end of paths do not count as types.
func TypeOf(u weburl.URL) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(u.Path()), "."))
	switch ext {
	case "com", "org", "net", "edu", "gov", "arpa", "local", "internal", "example", "invalid":
		return "page"
	}
	if ext == "" || len(ext) > maxEnding || strings.Trim(ext, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return "page"
	}
	return ext
}

// AddHost counts a host with its URLs, and keeps the hosts with the most. A host of which URLs are known
// only for links that are checked is not counted.
func (s *Stats) AddHost(o weburl.Origin, n *aranea.HostCounts) {
	urls := urlsOf(n)
	if urls == 0 && n[aranea.CountLinks]+n[aranea.CountLinksWaiting]+n[aranea.CountLinksOver] > 0 {
		return
	}
	s.Hosts++
	if len(s.Host) == MaxHosts {
		if urls <= s.Host[s.least] {
			return
		}
		delete(s.Host, s.least)
	}
	s.Host[string(o)] = urls
	if len(s.Host) == MaxHosts {
		s.least = slices.MinFunc(slices.Collect(maps.Keys(s.Host)), func(a, b string) int {
			return cmp.Or(cmp.Compare(s.Host[a], s.Host[b]), strings.Compare(b, a))
		})
	}
}

// Join adds the counts of another part of the web, whose hosts are others, and keeps the hosts with the most
// URLs.
func (s *Stats) Join(o *Stats) {
	s.URLs += o.URLs
	for _, c := range []struct{ to, from map[string]uint64 }{
		{s.State, o.State}, {s.Reason, o.Reason}, {s.Status, o.Status}, {s.Depth, o.Depth}, {s.How, o.How},
		{s.Month, o.Month}, {s.Lang, o.Lang}, {s.Type, o.Type}, {s.Host, o.Host}, {s.Links, o.Links},
	} {
		for name, n := range c.from {
			c.to[name] += n
		}
	}
	s.Hosts += o.Hosts
	s.Rendering = s.Rendering.Add(o.Rendering)
	most := slices.SortedFunc(maps.Keys(s.Host), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Host[b], s.Host[a]), strings.Compare(a, b))
	})
	for _, host := range most[min(len(most), MaxHosts):] {
		delete(s.Host, host)
	}
}

// urlsOf returns the number of URLs that the counts cover.
func urlsOf(n *aranea.HostCounts) uint64 {
	return n[aranea.CountQueued] + n[aranea.CountFetched] + n[aranea.CountRedirects] + n[aranea.CountMissing] +
		n[aranea.CountFailed] + n[aranea.CountRefused] + n[aranea.CountDenied] + n[aranea.CountExcluded]
}
