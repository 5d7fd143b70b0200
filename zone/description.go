package zone

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea"
)

// A description that at least this many pages and this part of all pages have is that of the site: programs
// write it into each page that has none of its own. In a manual of ten versions ten pages have one that is
// theirs.
const (
	minDescribed  = 4
	describedPart = 0.1
)

// pageDescriptions is how many descriptions of a page count; one is usual.
const pageDescriptions = 4

// headPath is the path of the blocks of the head of a page, which is in no container.
const headPath = 0

// descriptions yields the elements of a page that are its description.
func descriptions(page *aranea.Page, yield func(e *aranea.Element, hash uint32)) {
	for i := range page.Elements {
		if e := &page.Elements[i]; e.Kind == aranea.ElementDescription && e.End > e.Start {
			yield(e, hashText(headPath, page.Text[e.Start:e.End]))
		}
	}
}

// countDescriptions counts the first descriptions of a page, each once.
func (p *Profile) countDescriptions(page *aranea.Page) {
	var found []block
	descriptions(page, func(_ *aranea.Element, hash uint32) {
		if len(found) < pageDescriptions {
			found = append(found, block{hash: hash, path: headPath, pages: 1})
		}
	})
	slices.SortFunc(found, func(a, b block) int { return cmp.Compare(a.hash, b.hash) })
	p.addBlocks(slices.CompactFunc(found, func(a, b block) bool { return a.hash == b.hash }))
}

// labelDescriptions sets the zones of the descriptions of a page: template if they are those of its site,
// but for the home page, which that describes.
func (p *Profile) labelDescriptions(page *aranea.Page) {
	if p.hasNoVerdicts() {
		return
	}
	home := isHome(page)
	descriptions(page, func(e *aranea.Element, hash uint32) {
		e.Zone = aranea.ZoneMain
		if i, ok := p.findBlock(hash); ok && !home && p.blocks[i].path == headPath && enough(p.blocks[i].pages, p.pages, minDescribed, describedPart) {
			e.Zone = aranea.ZoneTemplate
		}
	})
}
