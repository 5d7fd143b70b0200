// Package outlinks converts the links of a page to the edges that the link graph stores, and
// sets the zones of the page that they are in.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It decides nothing about where the links
// lead, and stores nothing.
package outlinks

import (
	"cmp"
	"errors"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns the links of a page that people can follow, what its forms lead to, and the media
// that it shows.
func Of(p *aranea.Page) []aranea.Edge {
	follow := p.Directives.Follow().Allowed
	out := make([]aranea.Edge, 0, len(p.Links))
	for i := range p.Links {
		l := &p.Links[i]
		if !leadsOn(l.How) {
			continue
		}
		e := aranea.Edge{Target: l.URL, How: l.How, Rel: l.Rel, NoFollow: l.NoFollow || !follow, Anchor: l.Label}
		if l.Start < l.End {
			e.Anchor = string(p.Text[l.Start:l.End])
		}
		out = append(out, e)
	}
	return out
}

// Declare adds what also holds for a copy of another page: its parts, the alternates that it names, and its
// canonical URLs unless it names only itself, with those that are no addresses of the web.
func Declare(p *aranea.Page, c *aranea.EdgeChange) {
	c.Parts = PartsOfCopy(p)
	if len(p.Alternates.All) > 0 {
		c.Alternates = []hreflang.Set{p.Alternates}
	}
	if slices.ContainsFunc(p.Canonicals, func(u weburl.URL) bool { return u != p.URL }) {
		c.Canonicals = p.Canonicals
	}
	for _, l := range p.Directives.Canonicals() {
		var fault *weburl.Error
		if _, err := p.URL.Resolve(l.URL); errors.As(err, &fault) && fault.Problem == weburl.ProblemScheme && !slices.Contains(c.OtherSchemes, l.URL) {
			c.OtherSchemes = append(c.OtherSchemes, l.URL)
		}
	}
}

// Zone sets the zones of the page that the links are in, by what is now known of its template.
func Zone(p *aranea.Page, c *aranea.EdgeChange) {
	if p == nil || c == nil {
		return
	}
	all := make(blocks, 0, len(p.Elements))
	for _, e := range p.Elements {
		if e.Kind.IsBlock() { // in the order of the page
			all = append(all, e)
		}
	}
	zoneParts(p, c, all)
	at := 0 // index of the edge
	for i := range p.Links {
		l := &p.Links[i]
		if !leadsOn(l.How) {
			continue
		}
		if at == len(c.Edges) || c.Edges[at].Target != l.URL || c.Edges[at].How != l.How {
			return // these are not the links of the page
		}
		all.zone(&c.Edges[at], l.Start, l.End)
		at++
	}
}

// blocks are the blocks of a page in its order.
type blocks []aranea.Element

// zone sets the zone of a link by the block in which its words begin.
func (all blocks) zone(e *aranea.Edge, start, end uint32) {
	b, _ := slices.BinarySearchFunc(all, start, func(e aranea.Element, pos uint32) int { return cmp.Compare(e.End, pos+1) })
	if start < end && b < len(all) && all[b].Start <= start {
		e.Zone, e.HasZone = all[b].Zone, true
	}
}

// leadsOn reports whether people can follow references of a kind, or see what they refer to.
func leadsOn(how aranea.How) bool {
	switch how {
	case aranea.HowAnchor, aranea.HowArea, aranea.HowFrame, aranea.HowRefresh, aranea.HowPicture, aranea.HowRecording, aranea.HowEmbedded, aranea.HowForm:
		return true
	}
	return false
}
