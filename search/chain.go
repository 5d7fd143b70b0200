package search

import (
	"math"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
)

// A chain is a word or condition in one segment: its tokens' cursors.
type chain struct {
	tokens  []*token
	cursors []*cursor
	where   query.Field
	follow  bool // the tokens must follow one another
	near    int  // or have no more than so many others between them, in any order
	a, b    []uint32
	spots   []standing
	// elements are read where the field is one of them; failed is what stopped
	// that.
	elements *segment.Elements
	failed   error
}

// chain returns tokens in a segment.
func (p *plan) chain(seg int, ts []*token, follow bool, near int, where query.Field) *chain {
	c := &chain{tokens: ts, follow: follow && len(ts) > 1, near: near, where: where, a: p.buffer(), b: p.buffer()}
	if where == query.InBody || where == query.InHeading {
		c.elements = p.snap.Elements(seg)
	}
	c.cursors = make([]*cursor, 0, len(ts))
	for _, t := range ts {
		cur := &t.cursors[seg]
		c.cursors = append(c.cursors, cur)
		if c.placed() {
			cur.mostMore = triedForms
		}
	}
	return c
}

// start stands before the first document.
func (c *chain) start() {
	for _, cur := range c.cursors {
		cur.start()
	}
}

// seek returns the first document from doc on that holds all tokens; whether
// they follow one another is asked by holds.
func (c *chain) seek(doc uint32) uint32 {
	if len(c.cursors) == 1 {
		return c.cursors[0].seek(doc)
	}
	for doc != segment.NoDoc {
		next := doc
		for _, cur := range c.cursors {
			if next = cur.seek(next); next == segment.NoDoc {
				return segment.NoDoc
			}
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// placed reports whether the tokens must stand in a field.
func (c *chain) placed() bool { return c.where == query.InTitle || c.elements != nil }

// holds asks about order and place in the current document.
func (c *chain) holds(p *plan, seg int, doc uint32) bool {
	if !c.follow && !c.placed() {
		return true
	}
	starts := c.starts()
	switch {
	case len(starts) == 0 || !c.placed():
		return len(starts) > 0
	case c.elements != nil:
		return c.inElement(starts, doc)
	}
	col := p.snap.Column(seg, doc)
	for _, s := range starts {
		if s >= col.TitleFirst && s < col.TitleFirst+uint32(col.TitleWords) {
			return true
		}
	}
	return false
}

// starts returns the positions at which the tokens follow one another. The
// rarest token of the document comes first.
func (c *chain) starts() []uint32 {
	if len(c.cursors) == 1 {
		c.a = c.cursors[0].positions(c.a[:0])
		return c.a
	}
	if c.near > 0 {
		return c.windows()
	}
	rare := c.rarest()
	base := c.tokens[0].pos
	c.a = c.cursors[rare].positions(c.a[:0])
	kept := c.a[:0]
	for _, at := range c.a { // where the first token would stand
		if off := c.tokens[rare].pos - base; at >= off {
			kept = append(kept, at-off)
		}
	}
	c.a = kept
	for i, cur := range c.cursors {
		if len(c.a) == 0 {
			break
		}
		if i != rare {
			c.b = cur.positions(c.b[:0])
			c.a = meet(c.a, c.b, c.tokens[i].pos-base)
		}
	}
	return c.a
}

// rarest returns the cursor with the fewest occurrences of its form in the
// current document.
func (c *chain) rarest() int {
	rare, least := 0, uint32(math.MaxUint32)
	for i, cur := range c.cursors {
		n := uint32(0)
		for j := range cur.lists {
			if p := cur.lists[j].p; p.Doc() == cur.doc {
				n += p.Freq()
			}
		}
		if n < least {
			rare, least = i, n
		}
	}
	return rare
}

// meet keeps those of a whose value plus off is in b; both ascend.
func meet(a, b []uint32, off uint32) []uint32 {
	kept := a[:0]
	j := 0
	for _, s := range a {
		for j < len(b) && b[j] < s+off {
			j++
		}
		if j < len(b) && b[j] == s+off {
			kept = append(kept, s)
		}
	}
	return kept
}

// impacts returns the impacts in the current document: the smallest of a
// phrase's tokens.
func (c *chain) impacts() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.impacts()
		most, form = min(most, m), min(form, f)
	}
	return most, form
}

// top returns the largest impacts of all documents.
func (c *chain) top() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.top()
		most, form = min(most, m), min(form, f)
	}
	return most, form
}

// bound returns the largest impacts from doc on and up to where they hold.
func (c *chain) bound(doc uint32) (most, form uint8, last uint32) {
	most, form, last = math.MaxUint8, math.MaxUint8, segment.NoDoc
	for _, cur := range c.cursors {
		m, f, to := cur.bound(doc)
		most, form, last = min(most, m), min(form, f), min(last, to)
	}
	return most, form, last
}

func (c *chain) size() int {
	n := math.MaxInt
	for _, cur := range c.cursors {
		n = min(n, cur.size())
	}
	return n
}

// err returns what stopped a walk early.
func (c *chain) err() error {
	if c.failed != nil {
		return c.failed
	}
	for _, cur := range c.cursors {
		if err := cur.err(); err != nil {
			return err
		}
	}
	return nil
}
