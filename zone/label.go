package zone

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// Label sets the zones of a page's blocks by the verdicts, and without verdicts by the markup and
// the structure of the page. A nil Profile has no verdicts. Zones set by a rule of the operator
// are kept; if a rule names the content of the page, nothing else is content.
func (p *Profile) Label(page *aranea.Page) {
	all, _ := measures(page)
	p.labelAll(page, all)
}

func (p *Profile) labelAll(page *aranea.Page, all []measure) {
	if len(page.Containers) == 0 {
		return
	}
	p.labelDescriptions(page)
	if !p.hasNoVerdicts() {
		p.label(page, all)
	} else {
		byShape(page, all)
	}
	defer p.labelTitle(page) // the zones of headings tell which of them are those of the page
	if isNamed(page) {
		for _, m := range all {
			if e := &page.Elements[m.element]; e.Zone == aranea.ZoneMain && e.Kind != aranea.ElementHeading1 {
				e.Zone = aranea.ZoneTemplate
			}
		}
		return
	}
	p.restore(page, all)
}

// isNamed reports whether a rule of the operator names the content of the page.
func isNamed(page *aranea.Page) bool {
	return slices.ContainsFunc(page.Containers, func(c aranea.Container) bool { return c.Rule != 0 && c.Zone == aranea.ZoneMain })
}

// label sets the zones of blocks by the verdicts.
func (p *Profile) label(page *aranea.Page, all []measure) {
	home := isHome(page)
	zones := p.zones(page, home)
	for _, m := range all {
		e := &page.Elements[m.element]
		e.Zone = zones[e.Container]
		if e.Zone == aranea.ZoneMain && p.isTemplate(m.hash) {
			e.Zone = aranea.ZoneTemplate
		}
		if home && m.links > 0 && (e.Zone == aranea.ZoneNavigation || e.Zone == aranea.ZoneTemplate && zones[e.Container] == aranea.ZoneMain) {
			e.Zone = aranea.ZoneLinks
		}
		if e.Kind == aranea.ElementHeading1 && !p.isTemplate(m.hash) {
			e.Zone = aranea.ZoneMain // it describes the content of this page, wherever it is
		}
	}
}

// isHome reports whether a page is the home page of its site. It keeps its links, so that somebody who
// searches for their text finds it: those of the menus of the site are a list of links there.
func isHome(page *aranea.Page) bool { return page.URL.Target() == "/" }

// zones returns the zones of a page's containers: that of the outermost template container, or
// that of the markup.
func (p *Profile) zones(page *aranea.Page, home bool) []aranea.Zone {
	zones := make([]aranea.Zone, len(page.Containers))
	for i := range page.Containers {
		c := &page.Containers[i]
		zones[i] = c.Zone
		if c.Parent >= 0 && zones[c.Parent] != aranea.ZoneMain && zones[i] == aranea.ZoneMain {
			zones[i] = zones[c.Parent]
		}
		if at, ok := p.find(c.Path); ok && zones[i] == aranea.ZoneMain && p.containers[at].marked {
			zones[i] = p.containers[at].zone
		}
		if home && zones[i] == aranea.ZoneLinks {
			zones[i] = aranea.ZoneMain
		}
	}
	return zones
}

// isTemplate reports whether a text is known to be on the site's pages.
func (p *Profile) isTemplate(hash uint32) bool {
	i, ok := p.findBlock(hash)
	return ok && enough(p.blocks[i].pages, p.pages, minExact, exactPart)
}
