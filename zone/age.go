package zone

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// When the pages of a site look otherwise than they did: on so many in a row, of
// different URLs, less
// than so large a part of the text stands in containers that were there before.
const (
	oddPages  = 6
	oddKnown  = 0.5
	oddWeight = 4 // what was learned counts for so much less from then on
)

// age makes what was learned long ago count for less, and what was learned of
// another design than the present one for much less, before a page is counted.
func (p *Profile) age(id uint32, page *aranea.Page, all []measure, total uint32) {
	if p.pages >= window {
		p.fade(2)
		return
	}
	p.compare(id, page, all, total)
}

// compare holds a page against what was learned. One URL is one odd page, however
// often it is read.
func (p *Profile) compare(id uint32, page *aranea.Page, all []measure, total uint32) {
	if p.pages < 4*oddPages {
		return
	}
	known := uint32(0)
	for _, m := range all {
		if at, ok := p.find(page.Containers[page.Elements[m.element].Container].Path); ok && p.containers[at].pages > oddPages {
			known += m.text
		}
	}
	if float64(known) >= oddKnown*float64(total) {
		p.odd = p.odd[:0]
		return
	}
	if slices.Contains(p.odd, id) {
		return
	}
	if p.odd = append(p.odd, id); len(p.odd) >= oddPages {
		p.fade(oddWeight)
		p.odd = p.odd[:0]
	}
}

// fade divides all counts.
func (p *Profile) fade(by uint32) {
	p.pages /= by
	p.judged = min(p.judged, p.pages)
	kept := p.containers[:0]
	for _, c := range p.containers {
		if c.pages, c.count, c.text, c.links = c.pages/by, c.count/by, c.text/by, c.links/by; c.pages > 0 {
			kept = append(kept, c)
		}
	}
	p.containers = kept
	blocks := p.blocks[:0]
	for _, b := range p.blocks {
		if b.pages, b.text, b.links = b.pages/by, b.text/by, b.links/by; b.pages > 0 {
			blocks = append(blocks, b)
		}
	}
	p.blocks, p.counted = blocks, p.counted[:0]
}
