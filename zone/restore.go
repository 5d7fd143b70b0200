package zone

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// What the labels should leave of a page. With less, the page does not have the known template; it
// may be a page of links or a login form.
const (
	minMain     = 50  // bytes
	minMainPart = 0.1 // of what is left and what may be content too
)

// A doubt selects text that may be content although its label says otherwise.
type doubt struct {
	of func(p *Profile, page *aranea.Page, m measure) bool
	// short makes the text content of a page of which less than minMain is left, if it is longer
	// than that.
	short bool
	// last makes the text content only of a page of which nothing is left.
	last bool
}

// doubts are in the order in which the text is made content. What the markup calls navigation or
// a footer is not content of a page that has any other text or a title, however short.
var doubts = [...]doubt{
	{of: isListed, short: true},
	{of: (*Profile).isOwn},
	{of: (*Profile).isCommon, last: true},
	{of: func(_ *Profile, page *aranea.Page, _ measure) bool { return !hasTitle(page) }, last: true},
}

// restore makes text content of a page of which the labels leave too little.
func (p *Profile) restore(page *aranea.Page, all []measure) {
	left := uint32(0)
	for _, m := range all {
		if page.Elements[m.element].Zone == aranea.ZoneMain {
			left += m.text
		}
	}
	for _, d := range doubts {
		if d.last && left > 0 {
			return
		}
		doubted := uint32(0)
		for _, m := range all {
			if page.Elements[m.element].Zone != aranea.ZoneMain && d.of(p, page, m) {
				doubted += m.text
			}
		}
		small := float64(left) < minMainPart*float64(left+doubted) && !(d.short && isHome(page)) // menus are long
		if !small && !(d.short && left < minMain && doubted >= minMain) {
			continue
		}
		for _, m := range all {
			if d.of(p, page, m) {
				page.Elements[m.element].Zone = aranea.ZoneMain
			}
		}
		left += doubted
	}
}

// isListed selects the links of a page of contents.
func isListed(_ *Profile, page *aranea.Page, m measure) bool {
	return page.Elements[m.element].Zone == aranea.ZoneLinks
}

// isOwn selects what few other pages say, of a page with another layout than its site's, and
// without verdicts everything that the shape of the page tells apart.
func (p *Profile) isOwn(page *aranea.Page, m measure) bool {
	if p.hasNoVerdicts() && isDerived(page, m) {
		return true
	}
	return isUnsure(page, m) && float64(m.links) < linked*float64(m.text) && !p.isFrequent(page, m)
}

// isCommon selects what many pages of the site have: they may be copies of this one, or differ
// only in numbers. Of a page with a title it is neither links nor what a name such as footer tells.
func (p *Profile) isCommon(page *aranea.Page, m measure) bool {
	return isDerived(page, m) && (!hasTitle(page) || float64(m.links) < linked*float64(m.text) && !isBeside(page, m))
}

// isBeside reports whether the name of a container around a block says that it is beside the
// content.
func isBeside(page *aranea.Page, m measure) bool {
	for at := int(page.Elements[m.element].Container); at >= 0; at = int(page.Containers[at].Parent) {
		if isAside(page.Containers[at].Name) {
			return true
		}
	}
	return false
}

// isUnsure reports whether no element of the markup says what a block is: its zone is derived, or
// follows from a class such as ad-helper, or a script may show it later.
func isUnsure(page *aranea.Page, m measure) bool {
	switch page.Elements[m.element].Zone {
	case aranea.ZoneAdvertising, aranea.ZoneHidden:
		return true
	}
	return isDerived(page, m)
}

// isDerived reports whether the zone of a block is not that of the markup.
func isDerived(page *aranea.Page, m measure) bool {
	e := &page.Elements[m.element]
	return e.Zone != aranea.ZoneMain && e.Zone != page.Containers[e.Container].Zone
}

// hasTitle reports whether a page has a title, which is content whatever else there is.
func hasTitle(page *aranea.Page) bool {
	return slices.ContainsFunc(page.Elements, func(e aranea.Element) bool { return e.Kind == aranea.ElementTitle && e.End > e.Start })
}

func (p *Profile) hasNoVerdicts() bool { return p == nil || p.judged == 0 }

// isFrequent reports whether many pages have a text.
func (p *Profile) isFrequent(page *aranea.Page, m measure) bool {
	if p.hasNoVerdicts() {
		return false
	}
	i, ok := p.findBlock(m.hash)
	if !ok {
		return false
	}
	at, ok := p.find(page.Containers[page.Elements[m.element].Container].Path)
	return ok && enough(p.blocks[i].pages, p.containers[at].pages, minFrequent, frequentPart)
}
