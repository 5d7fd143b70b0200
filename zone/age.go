package zone

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// A site has a new design if this many consecutive pages with different URLs have less than this
// part of their text in known containers.
const (
	oddPages  = 6
	oddKnown  = 0.5
	oddWeight = 4 // the factor by which earlier counts are divided then
)

// age reduces the weight of old counts, and strongly reduces the weight of counts of an earlier
// design, before a page is counted.
func (p *Profile) age(id uint32, page *aranea.Page, all []measure, total uint32) {
	if p.pages >= window {
		p.fade(2)
		return
	}
	p.compare(id, page, all, total)
}

// compare compares a page with the counts. One URL is one odd page, however often it is read.
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
