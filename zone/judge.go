package zone

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// Thresholds of the verdicts.
const (
	minPages = 3 // pages before there are any verdicts

	// A text is frequent if at least this many pages have it, and at least this part of the pages
	// that have its container.
	minFrequent  = 3
	frequentPart = 0.1
	// In a container that is not template, a text is template if at least this many pages and
	// this part of all pages have it.
	minExact  = 4
	exactPart = 0.5

	// A container gets a verdict if at least this many pages and this part of all pages have it.
	minContainer  = 3
	containerPart = 0.1
	mostPart      = 0.5 // of all pages: most pages have the container
	// A container has content, and is not template, if its text outside links that occurs only on
	// single pages is, per page that has the container, at least this part of the mean for pages.
	// With at least heartPart, it is a heart, unless a single layout container in it has at least
	// innerPart of that text.
	bearingPart = 0.25
	heartPart   = 0.5
	innerPart   = 0.75
	// A container of links is navigation if at least this part of its text is frequent.
	navigationPart = 0.3
)

// A sum is the text of a container, including all containers in it.
type sum struct{ text, links, frequent, unique, blocks, again float64 }

// judge computes all verdicts again, and reports whether one changed.
func (p *Profile) judge() (news bool) {
	p.judged = p.pages
	p.Version++
	parents := p.parents()
	sums, all := p.sums(parents)
	mean := all.unique / float64(p.pages)
	hearts := p.hearts(sums, parents, mean)
	for i := range p.containers {
		c := &p.containers[i]
		marked, zone := c.marked, c.zone
		p.judgeOne(c, sums[i], mean, func() bool { return within(i, parents, hearts) })
		news = news || c.marked != marked || c.zone != zone
	}
	return news
}

// judgeOne computes the verdict on a container. inHeart reports whether it is within the heart of
// pages.
func (p *Profile) judgeOne(c *container, s sum, mean float64, inHeart func() bool) {
	c.marked, c.zone = false, aranea.ZoneMain
	bears := s.unique >= bearingPart*mean*float64(c.pages)
	if bears || s.text == 0 || !enough(c.pages, p.pages, minContainer, containerPart) {
		return
	}
	need := needOf(float64(c.pages) >= mostPart*float64(p.pages), inHeart())
	frequent, linked := s.frequent/s.text, s.links/s.text
	if c.marked = frequent >= need.frequent || linked >= need.links || s.again >= need.blocks*s.blocks; c.marked {
		c.zone = zoneOf(c.markup, frequent, linked)
	}
}

// A need is what makes a container template: the parts of frequent text, of links, or of frequent
// blocks.
type need struct{ frequent, links, blocks float64 }

var (
	someNeed  = need{0.5, 0.8, 2}
	mostNeed  = need{0.2, 0.5, 0.4} // of a container that most pages have
	heartNeed = need{0.9, 0.8, 2}   // of a container in the middle of content, where headings and terms recur
	rareNeed  = need{2, 0.8, 2}     // of a container there that fewer pages have: it is a remark about their content
)

// needOf returns what makes a container template, depending on whether most pages have it, and
// whether it is within the heart of pages.
func needOf(most, within bool) need {
	switch {
	case within && most:
		return heartNeed
	case within:
		return rareNeed
	case most:
		return mostNeed
	}
	return someNeed
}

// hearts reports which containers are the innermost ones with the content of pages.
func (p *Profile) hearts(sums []sum, parents []int, mean float64) []bool {
	inner := make([]float64, len(p.containers)) // the largest amount in one inner container
	for i := range p.containers {
		if at := parents[i]; at >= 0 && !p.containers[i].holdsText() {
			inner[at] = max(inner[at], sums[i].unique)
		}
	}
	hearts := make([]bool, len(p.containers))
	for i := range p.containers {
		c := &p.containers[i]
		hearts[i] = c.parent != 0 && !c.holdsText() && sums[i].unique >= heartPart*mean*float64(c.pages) && inner[i] < innerPart*sums[i].unique
	}
	return hearts
}

// holdsText reports whether the element is a text element, not a layout element.
func (c *container) holdsText() bool {
	tag := c.name
	if i := strings.IndexAny(tag, ".#"); i >= 0 {
		tag = tag[:i]
	}
	switch tag {
	case "p", "li", "dt", "dd", "pre", "blockquote", "ul", "ol", "dl", "figure", "figcaption":
		return true
	}
	return false
}

// within reports whether a heart contains a container.
func within(at int, parents []int, hearts []bool) bool {
	for range maxDepth {
		if at = parents[at]; at < 0 {
			return false
		}
		if hearts[at] {
			return true
		}
	}
	return false
}

// parents returns the index of each container's parent, or -1 if it is not known.
func (p *Profile) parents() []int {
	all := make([]int, len(p.containers))
	for i := range p.containers {
		at, ok := p.find(p.containers[i].parent)
		if !ok {
			at = -1
		}
		all[i] = at
	}
	return all
}

// enough reports whether pages is at least least, and at least the given part of all.
func enough(pages, all, least uint32, part float64) bool {
	return pages >= least && float64(pages) >= part*float64(all)
}

// zoneOf returns the zone of a container that is template.
func zoneOf(markup aranea.Zone, frequent, linked float64) aranea.Zone {
	switch {
	case markup != aranea.ZoneMain:
		return markup
	case linked < mostNeed.links:
		return aranea.ZoneTemplate
	case frequent >= navigationPart:
		return aranea.ZoneNavigation
	}
	return aranea.ZoneLinks
}

// sums returns the text of each container, including inner containers, and of all.
func (p *Profile) sums(parents []int) (of []sum, all sum) {
	own := make([]sum, len(p.containers))
	for i := range p.containers {
		c := &p.containers[i]
		own[i] = sum{text: float64(c.text), links: float64(c.links), unique: float64(c.text) - float64(c.links), blocks: float64(c.count)}
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		at, ok := p.find(b.path)
		if ok && enough(b.pages, p.containers[at].pages, minFrequent, frequentPart) {
			own[at].frequent += float64(b.text)
			own[at].again += float64(b.pages)
			own[at].unique -= float64(b.text) - float64(b.links)
		}
	}
	of = make([]sum, len(own))
	for i := range own {
		s := own[i]
		// Profiles stored by older versions may have texts without their containers.
		s.unique, s.frequent, s.again = max(s.unique, 0), min(s.frequent, s.text), min(s.again, s.blocks)
		all.unique += s.unique
		for at, depth := i, 0; at >= 0 && depth < maxDepth; at, depth = parents[at], depth+1 {
			of[at].text += s.text
			of[at].links += s.links
			of[at].frequent += s.frequent
			of[at].unique += s.unique
			of[at].blocks += s.blocks
			of[at].again += s.again
		}
	}
	return of, all
}

// maxDepth is the maximum number of nested containers that are summed. Paths are hashes: with a
// collision, a container could contain itself.
const maxDepth = 64
