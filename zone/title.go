package zone

import (
	"bytes"

	"github.com/aranea-search/aranea"
)

// A title that at least this many pages and this part of all pages have says what the site, or a part of it, is
// called, not what the page is about: "Source code", "Documentation". The part is larger than that of descriptions,
// because the lists and threads of small sites have one title on several pages.
const (
	minTitled  = 4
	titledPart = 0.2
)

// titlePath distinguishes the hashes of titles from those of descriptions, which are in the head as well.
const titlePath = 1

// title returns the title of a page, its first one, and its hash; nil if it has none. Numbers count: "RFC 2616" and
// "RFC 9110" are two titles.
func title(page *aranea.Page) (*aranea.Element, uint32) {
	for i := range page.Elements {
		e := &page.Elements[i]
		if e.Kind != aranea.ElementTitle {
			continue
		}
		if e.End == e.Start {
			break
		}
		exact, _, _ := hashes(titlePath, page.Text[e.Start:e.End])
		return e, exact
	}
	return nil, 0
}

// countTitle counts the title of a page.
func (p *Profile) countTitle(page *aranea.Page) {
	if e, hash := title(page); e != nil {
		p.addBlocks([]block{{hash: hash, path: headPath, pages: 1}})
	}
}

// labelTitle sets the zone of the title of a page: template if it is that of many pages of its site, but on the
// home page, and where a heading of the page says the same.
func (p *Profile) labelTitle(page *aranea.Page) {
	e, hash := title(page)
	if e == nil || p.hasNoVerdicts() {
		return
	}
	e.Zone = aranea.ZoneMain
	i, ok := p.findBlock(hash)
	if ok && p.blocks[i].path == headPath && enough(p.blocks[i].pages, p.pages, minTitled, titledPart) &&
		page.URL.Target() != "/" && !isHeading(page, page.Text[e.Start:e.End]) {
		e.Zone = aranea.ZoneTemplate
	}
}

// isHeading reports whether a heading of the main text of a page says no more and no less than a text.
func isHeading(page *aranea.Page, text []byte) bool {
	for i := range page.Elements {
		e := &page.Elements[i]
		if e.Kind.IsHeading() && e.Zone == aranea.ZoneMain && bytes.EqualFold(page.Text[e.Start:e.End], text) {
			return true
		}
	}
	return false
}
