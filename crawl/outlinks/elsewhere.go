package outlinks

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Elsewhere returns those of the URLs that a visit named which are left to other partitions alone, and that no
// edge tells their nodes: the pages of a list, the sitemaps of a robots file, the feeds of a page. Of a
// page p, which may be nil, those that ask not to be followed are left out.
func Elsewhere(named []aranea.Discovery, edges []aranea.Edge, p *aranea.Page) []aranea.Discovery {
	var out []aranea.Discovery
	var told map[weburl.URL]bool
	for i := range named {
		d := &named[i]
		if d.Reason != aranea.ScopePartition || d.How == aranea.HowForm {
			continue
		}
		if told == nil {
			told = left(edges, p)
		}
		if !told[d.URL] {
			out = append(out, *d)
		}
	}
	slices.SortStableFunc(out, func(a, b aranea.Discovery) int { return strings.Compare(a.URL.String(), b.URL.String()) })
	return slices.CompactFunc(out, func(a, b aranea.Discovery) bool { return a.URL == b.URL })
}

// left returns what Elsewhere leaves out.
func left(edges []aranea.Edge, p *aranea.Page) map[weburl.URL]bool {
	all := make(map[weburl.URL]bool, len(edges))
	for i := range edges {
		all[edges[i].Target] = true
	}
	if p == nil {
		return all
	}
	follow := p.Directives.Follow().Allowed
	for i := range p.Links {
		if l := &p.Links[i]; (l.NoFollow || !follow) && l.How != aranea.HowCanonical {
			all[l.URL] = true
		}
	}
	return all
}
