package linkcheck

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
)

// A place is what links from the template of a site have in common.
type place struct{ host, kind, anchor, zone string }

// fold returns the links to one target, sorted by page. Links of one host with the same words
// count as one if their zone is part of the template of the site, or if their zone is unknown
// and they are on more than Few pages.
func fold(links []linkgraph.Link, t Target, more bool) []Link {
	slices.SortFunc(links, func(a, b linkgraph.Link) int { return cmp.Compare(a.From.String(), b.From.String()) })
	counts := map[place]int{}
	for i := range links {
		counts[placeOf(&links[i])]++
	}
	var out []Link
	for i := range links {
		l := &links[i]
		p, pages := placeOf(l), 1
		if isFolded(p.zone, counts[p]) {
			pages = counts[p]
			counts[p] = 0
		}
		if pages > 0 {
			out = append(out, Link{From: l.From, To: l.To, Kind: l.Kind, Anchor: l.Anchor, Zone: l.Zone, Pages: pages, Target: t})
		}
	}
	if more && len(out) > 0 {
		out[len(out)-1].More = true
	}
	return out
}

func placeOf(l *linkgraph.Link) place {
	return place{host: l.From.Host(), kind: l.Kind, anchor: l.Anchor, zone: l.Zone}
}

// isFolded reports whether count links at one place are listed as one; a count of 0 means that
// they were.
func isFolded(zone string, count int) bool {
	switch zone {
	case aranea.ZoneTemplate.String(), aranea.ZoneNavigation.String():
		return true
	case "":
		return count == 0 || count > Few
	}
	return false
}
