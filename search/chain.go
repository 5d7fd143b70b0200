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
	a, b    []uint32
}

// chain returns tokens in a segment.
func (p *plan) chain(seg int, ts []*token, follow bool, where query.Field) *chain {
	c := &chain{tokens: ts, follow: follow && len(ts) > 1, where: where, a: p.buffer(), b: p.buffer()}
	c.cursors = make([]*cursor, 0, len(ts))
	for _, t := range ts {
		cur := &t.cursors[seg]
		c.cursors = append(c.cursors, cur)
		if where == query.InTitle {
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

// holds asks about order and place in the current document.
func (c *chain) holds(p *plan, seg int, doc uint32) bool {
	if !c.follow && c.where != query.InTitle {
		return true
	}
	starts := c.starts()
	if c.where != query.InTitle {
		return len(starts) > 0
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
	for _, cur := range c.cursors {
		if err := cur.err(); err != nil {
			return err
		}
	}
	return nil
}

// A node is a condition in one segment.
type node struct {
	op   exprOp
	kids []*node
	c    *chain
}

// node returns a condition in a segment.
func (p *plan) node(seg int, e *expr) *node {
	n := &node{op: e.op}
	if e.op == opLeaf {
		n.c = p.chain(seg, e.tokens, e.field != query.InURL, e.field)
		return n
	}
	for _, kid := range e.kids {
		n.kids = append(n.kids, p.node(seg, kid))
	}
	return n
}

// start stands before the first document.
func (n *node) start() {
	if n.c != nil {
		n.c.start()
	}
	for _, k := range n.kids {
		k.start()
	}
}

// seek returns a document from doc on before which none meets the condition;
// whether that one does is asked by holds.
func (n *node) seek(doc uint32) uint32 {
	switch n.op {
	case opLeaf:
		return n.c.seek(doc)
	case opAnd:
		return n.seekAll(doc)
	case opOr:
		least := uint32(segment.NoDoc)
		for _, k := range n.kids {
			least = min(least, k.seek(doc))
		}
		return least
	}
	return doc
}

func (n *node) seekAll(doc uint32) uint32 {
	for doc != segment.NoDoc {
		next := doc
		for _, k := range n.kids {
			if next = k.seek(next); next == segment.NoDoc {
				return next
			}
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// holds reports whether the document meets the condition.
func (n *node) holds(p *plan, seg int, doc uint32) bool {
	switch n.op {
	case opLeaf:
		if n.c.seek(doc) != doc {
			return false
		}
		return n.c.holds(p, seg, doc)
	case opNot:
		return !n.kids[0].holds(p, seg, doc)
	}
	for _, k := range n.kids {
		if ok := k.holds(p, seg, doc); ok == (n.op == opOr) {
			return ok
		}
	}
	return n.op == opAnd
}

// err returns what stopped a walk early.
func (n *node) err() error {
	if n.c != nil {
		return n.c.err()
	}
	for _, k := range n.kids {
		if err := k.err(); err != nil {
			return err
		}
	}
	return nil
}
