package search

import (
	"cmp"
	"slices"
	"sort"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/query"
)

// A standing is where a form of a phrase stands.
type standing struct {
	pos  uint32
	form int // the first token with that form
}

// windows returns the positions at which pieces of the document begin that hold
// all tokens, in any order, with no more than near other words between them. A
// piece is never longer than the gap between two elements, so it lies in one.
func (c *chain) windows() []uint32 {
	width := c.tokens[len(c.tokens)-1].pos - c.tokens[0].pos + 1
	width = max(width, min(width+uint32(c.near), document.ElementGap))
	wanted := c.gather()
	have := make([]int, len(c.tokens))
	c.a = c.a[:0]
	left, lacking := 0, len(c.tokens)
	for _, s := range c.spots {
		if have[s.form]++; have[s.form] <= wanted[s.form] {
			lacking--
		}
		for c.spots[left].pos+width <= s.pos || have[c.spots[left].form] > wanted[c.spots[left].form] {
			f := c.spots[left].form
			if have[f]--; have[f] < wanted[f] {
				lacking++
			}
			left++
		}
		if at := c.spots[left].pos; lacking == 0 && (len(c.a) == 0 || c.a[len(c.a)-1] != at) {
			c.a = append(c.a, at)
		}
	}
	return c.a
}

// gather lists the places of all forms in ascending order, and returns how often
// each form is wanted.
func (c *chain) gather() []int {
	wanted := make([]int, len(c.tokens))
	c.spots = c.spots[:0]
	for i, t := range c.tokens {
		form := slices.IndexFunc(c.tokens, func(o *token) bool { return o.q.Form == t.q.Form })
		if wanted[form]++; form < i {
			continue
		}
		c.b = c.cursors[i].positions(c.b[:0])
		for _, pos := range c.b {
			c.spots = append(c.spots, standing{pos, form})
		}
	}
	slices.SortFunc(c.spots, func(a, b standing) int { return cmp.Compare(a.pos, b.pos) })
	return wanted
}

// inElement reports whether one of the positions lies in an element that the
// chain's field stands for.
func (c *chain) inElement(at []uint32, doc uint32) bool {
	all, err := c.elements.Of(doc)
	if err != nil {
		c.failed = err
		return false
	}
	for _, pos := range at {
		i := sort.Search(len(all), func(i int) bool { return all[i].First > pos }) - 1
		if i >= 0 && isIn(all[i].Kind, c.where) {
			return true
		}
	}
	return false
}

// isIn reports whether elements of a kind belong to a field.
func isIn(k aranea.ElementKind, f query.Field) bool {
	if f == query.InHeading {
		return k.IsHeading()
	}
	switch k {
	case aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption, aranea.ElementFallback:
		return true
	}
	return false
}
