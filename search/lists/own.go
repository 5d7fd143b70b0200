package lists

import "github.com/aranea-search/aranea/index/elements"

// Owned makes the cursor tell which documents have the word outside of the template of their site.
// It considers many forms of the stems.
func (c *Cursor) Owned() {
	c.own = true
	c.TryForms()
}

// FillOwn adds the documents of a window to a lane that ClearOwn has emptied: in Here those that have
// the word, in Own those of them that certainly have it outside of the template. Of all others only
// the positions tell.
func (c *Cursor) FillOwn(lane *Lane, at Place, needed *Bits) {
	for i := range c.lists {
		if !c.lists[i].P.Positional() {
			c.lists[i].fill(lane, at, needed)
		}
	}
	stemmed := lane.Here
	for i := range c.lists {
		if c.lists[i].P.Positional() {
			c.lists[i].fill(lane, at, needed)
		}
	}
	if stemmed.Empty() {
		return
	}
	if c.expand(); len(c.more) > 0 && c.more[0].windows == c.more[0].P {
		c.part(c.more)
	}
	for i := range c.more {
		c.more[i].fill(lane, at, &stemmed) // elsewhere the stem does not stand for these forms
	}
}

// BeyondTemplate reports whether the current document has the word outside of the template, given the
// positions where that begins, ends, begins again, and so on. A word in forms that are not looked up
// counts as such. work is memory to use, which is returned.
func (c *Cursor) BeyondTemplate(turns, work []uint32) (bool, []uint32) {
	beyond, placed := false, false
	for p := range c.placed {
		placed, work = true, p.Positions(work[:0])
		if beyond = elements.BeyondTemplate(work, turns); beyond {
			break
		}
	}
	return beyond || !placed, work
}
