package outlinks

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// Parts returns the parts of a page, and its links with fragments; nil if they were not read.
func Parts(p *aranea.Page) *aranea.PartEdges {
	if p.Parts == nil {
		return nil
	}
	out := &aranea.PartEdges{IDs: p.Parts.IDs, Unknown: p.Parts.Unknown, Edges: make([]aranea.PartEdge, len(p.Parts.Links))}
	for i, l := range p.Parts.Links {
		out.Edges[i] = aranea.PartEdge{Edge: aranea.Edge{Target: l.URL, How: l.How}, Fragment: l.Fragment}
		if l.Start < l.End {
			out.Edges[i].Anchor = string(p.Text[l.Start:l.End])
		}
	}
	return out
}

// PartsOfCopy returns the parts of a page that is a copy of another one, whose links would count
// twice; nil if they were not read.
func PartsOfCopy(p *aranea.Page) *aranea.PartEdges {
	if p.Parts == nil {
		return nil
	}
	return &aranea.PartEdges{IDs: p.Parts.IDs, Unknown: p.Parts.Unknown}
}

// PartsOfRedirect returns the parts of a URL that redirects: none are known if the redirect names
// a part itself, because then links to others lead there (HTML, "create navigation params by
// fetching"); otherwise nil.
func PartsOfRedirect(location string) *aranea.PartEdges {
	if !strings.Contains(location, "#") {
		return nil
	}
	return &aranea.PartEdges{Unknown: true}
}

// zoneParts sets the zones of the links with fragments.
func zoneParts(p *aranea.Page, c *aranea.EdgeChange, all blocks) {
	if p.Parts == nil || c.Parts == nil {
		return
	}
	for i := range min(len(p.Parts.Links), len(c.Parts.Edges)) {
		l := &p.Parts.Links[i]
		all.zone(&c.Parts.Edges[i].Edge, l.Start, l.End)
	}
}
