package lists

import (
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/segment"
)

// Owned makes the cursor tell which documents have the word outside of the template of their site.
// It considers many forms of the stems.
func (c *Cursor) Owned() {
	c.own = true
	c.TryForms()
}

// FillOwn adds the documents of a window to a lane that ClearOwn has emptied: in Here those that have
// the word, in Own those of them that certainly have it outside of the template. If the lane got no
// template, only the positions tell of all others.
func (c *Cursor) FillOwn(lane *Lane, at Place, needed *Bits) error {
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
