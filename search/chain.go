package search

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/lists"
)

// A chain is a word or condition in one segment: its tokens' cursors.
type chain struct {
	tokens  []*token
	cursors []*lists.Cursor
	where   query.Field
	follow  bool // the tokens must follow one another
	near    int  // or have no more than so many others between them, in any order
	a, b    []uint32
	spots   []lists.Standing
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
	c.cursors = make([]*lists.Cursor, 0, len(ts))
	for _, t := range ts {
		cur := &t.cursors[seg]
		c.cursors = append(c.cursors, cur)
		if c.placed() {
			cur.TryForms()
		}
	}
	if c.positional() {
		c.apart()
	}
	return c
}

// apart lets the chain read windows by postings of their own.
func (c *chain) apart() {
	for _, cur := range c.cursors {
		cur.Apart()
	}
}

// positional reports whether it is to be asked where the tokens stand.
func (c *chain) positional() bool { return c.follow || c.placed() }

// after returns a document from doc on before which none holds all tokens.
func (c *chain) after(doc uint32) uint32 {
	to := doc
	for _, cur := range c.cursors {
		to = max(to, cur.After(doc))
	}
	return to
}

// fill makes a lane of what the tokens say of the documents of a window that are
// left; of several tokens the rarest comes first.
func (c *chain) fill(s *sweep, lane *lists.Lane) {
	first := 0
	for i, cur := range c.cursors {
		if cur.Size() < c.cursors[first].Size() {
			first = i
		}
	}
	c.cursors[first].Fill(lane, s.Place, &s.left)
	for i, cur := range c.cursors {
		if i != first {
			s.token.Clear()
			cur.Fill(&s.token, s.Place, &lane.Here)
			lane.Meet(&s.token)
		}
	}
}

// start stands before the first document.
func (c *chain) start() {
	for _, cur := range c.cursors {
		cur.Start()
	}
}

// seek returns the first document from doc on that holds all tokens; whether
// they follow one another is asked by holds.
func (c *chain) seek(doc uint32) uint32 {
	if len(c.cursors) == 1 {
		return c.cursors[0].Seek(doc)
	}
	for doc != segment.NoDoc {
		next := doc
		for _, cur := range c.cursors {
			if next = cur.Seek(next); next == segment.NoDoc {
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
		c.a = c.cursors[0].Positions(c.a[:0])
		return c.a
	}
	if c.near > 0 {
		return c.windows()
	}
	rare := c.rarest()
	base := c.tokens[0].pos
	c.a = c.cursors[rare].Positions(c.a[:0])
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
			c.b = cur.Positions(c.b[:0])
			c.a = lists.Meet(c.a, c.b, c.tokens[i].pos-base)
		}
	}
	return c.a
}

// rarest returns the cursor with the fewest occurrences of its form in the
// current document.
func (c *chain) rarest() int {
	rare, least := 0, uint32(math.MaxUint32)
	for i, cur := range c.cursors {
		if n := cur.Freq(); n < least {
			rare, least = i, n
		}
	}
	return rare
}

// impacts returns the impacts in the current document: the smallest of a
// phrase's tokens.
func (c *chain) impacts() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.Impacts()
		most, form = min(most, m), min(form, f)
	}
	return most, form
}

// top returns the largest impacts of all documents.
func (c *chain) top() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.Top()
		most, form = min(most, m), min(form, f)
	}
	return most, form
}

// bound returns the largest impacts from doc on and up to where they hold.
func (c *chain) bound(doc uint32) (most, form uint8, last uint32) {
	most, form, last = math.MaxUint8, math.MaxUint8, segment.NoDoc
	for _, cur := range c.cursors {
		m, f, to := cur.Bound(doc)
		most, form, last = min(most, m), min(form, f), min(last, to)
	}
	return most, form, last
}

func (c *chain) size() int {
	n := math.MaxInt
	for _, cur := range c.cursors {
		n = min(n, cur.Size())
	}
	return n
}

// err returns what stopped a walk early.
func (c *chain) err() error {
	if c.failed != nil {
		return c.failed
	}
	for _, cur := range c.cursors {
		if err := cur.Err(); err != nil {
			return err
		}
	}
	return nil
}

// windows returns the positions at which pieces of the document begin that hold
// all tokens, in any order, with no more than near other words between them. A
// piece is never longer than the gap between two elements, so it lies in one.
func (c *chain) windows() []uint32 {
	width := c.tokens[len(c.tokens)-1].pos - c.tokens[0].pos + 1
	width = max(width, min(width+uint32(c.near), document.ElementGap))
	wanted := c.gather()
	c.a = lists.Windows(c.a[:0], c.spots, wanted, width)
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
		c.b = c.cursors[i].Positions(c.b[:0])
		for _, pos := range c.b {
			c.spots = append(c.spots, lists.Standing{Pos: pos, Form: form})
		}
	}
	slices.SortFunc(c.spots, func(a, b lists.Standing) int { return cmp.Compare(a.Pos, b.Pos) })
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
