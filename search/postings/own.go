package postings

import (
	"slices"

	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/segment"
)

// Owned makes the cursor tell which documents have the word outside of the template of their site.
// It considers many forms of the stems.
func (c *Cursor) Owned() {
	c.own = true
	c.TryForms()
}

// FillOwn adds the documents of a window to a lane that ClearOwn has emptied: in Own those that
// certainly have the word outside of the template, in Here those of which only the positions tell, if
// the lane got no template. In segments that mark it, Here stays empty.
func (c *Cursor) FillOwn(lane *Lane, at Place, needed *Bits) error {
	if c.snap.OwnWords(c.seg) {
		open := *needed
		for i := range c.lists {
			c.lists[i].fill(lane, at, &open)
			open.Without(&lane.Own)
		}
		return nil
	}
	if c.fillOwn(lane, at, needed); lane.template == nil {
		return nil
	}
	others := lane.Here // a word in forms that are not looked up counts as outside of it
	others.Without(&lane.placed)
	lane.Own.Or(&others)
	lane.template = nil // which belongs to a snapshot
	return lane.fault
}

// fillOwn is FillOwn without what is known only of all forms together. Documents that have one form
// outside of the template are not looked for in the lists of others.
func (c *Cursor) fillOwn(lane *Lane, at Place, needed *Bits) {
	for i := range c.lists {
		if !c.lists[i].P.Positional() {
			c.lists[i].fill(lane, at, needed)
		}
	}
	stemmed, open := lane.Here, *needed
	for i := range c.lists {
		if c.lists[i].P.Positional() {
			c.lists[i].fill(lane, at, &open)
			open.Without(&lane.Own)
		}
	}
	open.And(&stemmed) // elsewhere the stem does not stand for its other forms
	if open.Empty() {
		return
	}
	if c.expand(); len(c.more) > 0 && c.more[0].windows == c.more[0].P {
		c.part(c.more)
	}
	for i := range c.more {
		if c.more[i].fill(lane, at, &open); i+1 < len(c.more) {
			open.Without(&lane.Own)
		}
	}
}

// IsOwn reports whether the current document has the word outside of the template. The segment must
// mark it (OwnWords).
func (c *Cursor) IsOwn() bool {
	return slices.ContainsFunc(c.lists, func(l List) bool { return l.doc == c.doc && l.P.Own() })
}

// BeyondTemplate reports whether the current document, which has these turns, has the word outside of
// the template. A word in forms that are not looked up counts as such. work is memory to use, which is
// returned.
func (c *Cursor) BeyondTemplate(turns elements.Turns, work []uint32) (bool, []uint32) {
	beyond, placed := false, false
	for p := range c.placed {
		placed = true
		if beyond, work = beyondTemplate(p, turns, work); beyond {
			break
		}
	}
	return beyond || !placed, work
}

// beyondTemplate is BeyondTemplate for one term and its current document. Of most pages with the word
// outside of the template the first position tells, which costs less than reading all.
func beyondTemplate(p *segment.Postings, turns elements.Turns, work []uint32) (bool, []uint32) {
	if turns.Beyond(p.FirstPosition()) {
		return true, work
	}
	if p.Freq() == 1 {
		return false, work
	}
	work = p.Positions(work[:0])
	return turns.Beyond(work...), work
}
