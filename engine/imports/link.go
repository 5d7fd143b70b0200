package imports

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/document"
)

// Limits on the links of a document that is written: beside its blocks, a line has room for them.
const (
	mostLinkBytes = 768 << 10 // of the links as JSON, about
	linkBytes     = 120       // of one link as JSON beside its URL and words, at most
)

// A Link is a link of a page, as linkgraph.Link is, without the page. Imports ignore it.
type Link struct {
	To       string `json:"to"`
	Kind     string `json:"kind,omitempty"`     // the name of an aranea.How; "" for a link that people click
	Anchor   string `json:"anchor,omitempty"`   // its words, "" if its owner does not let all of them be shown, and for forms
	Rel      string `json:"rel,omitempty"`      // what it says about itself
	NoFollow bool   `json:"nofollow,omitempty"` // it, or its page, asks not to be followed
	Zone     string `json:"zone,omitempty"`     // of its words, "" for main and without words
}

// linksOf returns the links of a page that the link graph has (with what other pages have filled in forms for), and whether the limits of a line left some out.
func linksOf(p *aranea.Page) (links []Link, cut bool) {
	c := aranea.EdgeChange{Edges: outlinks.Of(p)}
	outlinks.Zone(p, &c)
	shows, left := document.Shows(p), c.Edges
	size := 0
	for i := range p.Links {
		l := &p.Links[i]
		if len(left) == 0 || left[0].Target != l.URL || left[0].How != l.How {
			continue // the graph does not have it
		}
		e := &left[0]
		left = left[1:]
		x := Link{To: e.Target.String(), Rel: e.Rel.String(), NoFollow: e.NoFollow}
		if e.How != aranea.HowAnchor {
			x.Kind = e.How.String()
		}
		if e.How != aranea.HowForm && (l.Start >= l.End || shows(l.Start, l.End)) { // where a form stands is not known
			x.Anchor = e.Anchor
		}
		if e.HasZone && e.Zone != aranea.ZoneMain {
			x.Zone = e.Zone.String()
		}
		if size += linkBytes + encoded([]byte(x.To)) + encoded([]byte(x.Anchor)); size > mostLinkBytes {
			return links, true
		}
		links = append(links, x)
	}
	return links, false
}
