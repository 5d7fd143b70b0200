package zone

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// What is left of a page for labels to hold: else it has no template that is known,
// as a page of links or a form for a login.
const (
	minMain     = 50  // bytes
	minMainPart = 0.1 // of the text
)

// Label sets the zones of a page's blocks by the verdicts, and where there are none
// by those of the markup and by the shape of the page. A nil Profile has none. What a
// rule of the operator names stays as it is; if that is what the page is about, nothing
// else is.
func (p *Profile) Label(page *aranea.Page) {
	all, total := measures(page)
	p.labelAll(page, all, total)
}

func (p *Profile) labelAll(page *aranea.Page, all []measure, total uint32) {
	if len(page.Containers) == 0 {
		return
	}
	if p != nil && p.judged > 0 {
		p.label(page, all)
	} else {
		byShape(page, all)
	}
	if isNamed(page) {
		for _, m := range all {
			if e := &page.Elements[m.element]; e.Zone == aranea.ZoneMain && e.Kind != aranea.ElementHeading1 {
				e.Zone = aranea.ZoneTemplate
			}
		}
		return
	}
	for _, weaker := range []func(e *aranea.Element) aranea.Zone{
		func(e *aranea.Element) aranea.Zone { // of a page of contents, its links are what it is about
			if e.Zone == aranea.ZoneLinks {
				return aranea.ZoneMain
			}
			return e.Zone
		},
		func(e *aranea.Element) aranea.Zone { return page.Containers[e.Container].Zone },
		func(*aranea.Element) aranea.Zone { return aranea.ZoneMain },
	} {
		if leavesEnough(page, all, total) {
			return
		}
		for _, m := range all {
			e := &page.Elements[m.element]
			e.Zone = weaker(e)
		}
	}
}

// isNamed reports whether a rule of the operator names what the page is about.
func isNamed(page *aranea.Page) bool {
	return slices.ContainsFunc(page.Containers, func(c aranea.Container) bool { return c.Rule != 0 && c.Zone == aranea.ZoneMain })
}

// leavesEnough reports whether a page has text that it is about.
func leavesEnough(page *aranea.Page, all []measure, total uint32) bool {
	left := uint32(0)
	for _, m := range all {
		if page.Elements[m.element].Zone == aranea.ZoneMain {
			left += m.text
		}
	}
	return left >= minMain && float64(left) >= minMainPart*float64(total)
}

// label sets the zones of blocks by the verdicts.
func (p *Profile) label(page *aranea.Page, all []measure) {
	home := page.URL.Target() == "/"
	zones := p.zones(page, home)
	for _, m := range all {
		e := &page.Elements[m.element]
		e.Zone = zones[e.Container]
		if e.Zone == aranea.ZoneMain && p.isTemplate(m.hash) && !(home && m.links > 0) {
			e.Zone = aranea.ZoneTemplate
		}
		if e.Kind == aranea.ElementHeading1 && !p.isTemplate(m.hash) {
			e.Zone = aranea.ZoneMain // it says what this page is about, wherever it stands
		}
	}
}

// zones returns the zones of a page's containers: that of the outermost one that is
// template, or what the markup says. The home page keeps its links: who looks for
// what they say is led from there.
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
		if home && (zones[i] == aranea.ZoneNavigation || zones[i] == aranea.ZoneLinks) {
			zones[i] = aranea.ZoneMain
		}
	}
	return zones
}

// isTemplate reports whether the pages of the site have a text.
func (p *Profile) isTemplate(hash uint32) bool {
	i, ok := p.findBlock(hash)
	return ok && enough(p.blocks[i].pages, p.pages, minExact, exactPart)
}
