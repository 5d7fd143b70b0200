package search

import (
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// A cursor walks the documents that hold one of a token's terms.
type cursor struct {
	lists []*index.Postings
	exact *index.Postings
	own   bool // the word is its own stem and has no exact term
	doc   uint32
}

func (p *plan) cursor(seg int, t token) (*cursor, error) {
	c := &cursor{own: t.exact == "" || t.exact[len(index.PrefixExact):] == t.terms[0]}
	for i, term := range t.terms {
		if slices.Contains(t.terms[:i], term) {
			continue
		}
		l, err := p.snap.Postings(seg, term)
		if err != nil {
			return nil, err
		}
		if l != nil {
			l.Next()
			c.lists = append(c.lists, l)
		}
	}
	if !c.own {
		l, err := p.snap.Postings(seg, t.exact)
		if err != nil {
			return nil, err
		}
		c.exact = l
	}
	c.settle()
	return c, nil
}

func (c *cursor) settle() {
	c.doc = index.NoDoc
	for _, l := range c.lists {
		c.doc = min(c.doc, l.Doc())
	}
}

// seek moves to the first document from doc on.
func (c *cursor) seek(doc uint32) uint32 {
	if c.doc >= doc {
		return c.doc
	}
	for _, l := range c.lists {
		if l.Doc() < doc {
			l.SeekGE(doc)
		}
	}
	c.settle()
	return c.doc
}

// impact returns the largest impact in the current document.
func (c *cursor) impact() uint8 {
	var imp uint8
	for _, l := range c.lists {
		if l.Doc() == c.doc {
			imp = max(imp, l.Impact())
		}
	}
	return imp
}

// bound returns the largest impact from doc on and up to where it holds.
func (c *cursor) bound(doc uint32) (imp uint8, last uint32) {
	last = index.NoDoc
	for _, l := range c.lists {
		i, to := l.Bound(doc)
		imp, last = max(imp, i), min(last, to)
	}
	return imp, last
}

// positions appends the positions in the current document, ascending.
func (c *cursor) positions(dst []uint32) []uint32 {
	from, n := len(dst), 0
	for _, l := range c.lists {
		if l.Doc() == c.doc {
			dst = l.Positions(dst)
			n++
		}
	}
	if n > 1 {
		slices.Sort(dst[from:])
	}
	return dst
}

func (c *cursor) size() int {
	n := 0
	for _, l := range c.lists {
		n += l.DocFreq()
	}
	return n
}

func (c *cursor) err() error {
	for _, l := range c.lists {
		if l.Err() != nil {
			return l.Err()
		}
	}
	return nil
}

// A chain is a word or condition in one segment: its tokens' cursors.
type chain struct {
	cursors []*cursor
	offsets []uint32 // position of each token after the first
	where   query.Field
	follow  bool // the tokens must follow one another
	a, b    []uint32
}

func (p *plan) chain(seg int, ts []token, follow bool, where query.Field) (*chain, error) {
	c := &chain{follow: follow && len(ts) > 1, where: where}
	for _, t := range ts {
		cur, err := p.cursor(seg, t)
		if err != nil {
			return nil, err
		}
		c.cursors = append(c.cursors, cur)
		c.offsets = append(c.offsets, t.pos-ts[0].pos)
	}
	return c, nil
}

// seek returns the first document from doc on that holds all tokens; whether
// they follow one another is asked by holds.
func (c *chain) seek(doc uint32) uint32 {
	for doc != index.NoDoc {
		next := doc
		for _, cur := range c.cursors {
			if next = max(next, cur.seek(next)); next == index.NoDoc {
				return index.NoDoc
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
func (c *chain) holds(p *plan, seg int, doc uint32) (bool, error) {
	if !c.follow && c.where != query.InTitle {
		return true, nil
	}
	starts := c.starts()
	if c.where != query.InTitle {
		return len(starts) > 0, nil
	}
	d, err := p.snap.Head(seg, doc)
	if err != nil {
		return false, err
	}
	first, end := d.TitleFirst, d.TitleEnd
	for _, s := range starts {
		if s >= first && s < end {
			return true, nil
		}
	}
	return false, nil
}

// starts returns the positions at which the tokens follow one another.
func (c *chain) starts() []uint32 {
	c.a = c.cursors[0].positions(c.a[:0])
	for i, cur := range c.cursors[1:] {
		c.b = cur.positions(c.b[:0])
		kept := c.a[:0]
		j := 0
		for _, s := range c.a {
			for j < len(c.b) && c.b[j] < s+c.offsets[i+1] {
				j++
			}
			if j < len(c.b) && c.b[j] == s+c.offsets[i+1] {
				kept = append(kept, s)
			}
		}
		if c.a = kept; len(kept) == 0 {
			break
		}
	}
	return c.a
}

// impact returns the impact of the rarest token's place: the smallest of a
// phrase's tokens.
func (c *chain) impact() uint8 {
	imp := uint8(255)
	for _, cur := range c.cursors {
		imp = min(imp, cur.impact())
	}
	return imp
}

func (c *chain) bound(doc uint32) (imp uint8, last uint32) {
	imp, last = 255, index.NoDoc
	for _, cur := range c.cursors {
		i, to := cur.bound(doc)
		imp, last = min(imp, i), min(last, to)
	}
	return imp, last
}

func (c *chain) size() int {
	n := int(^uint(0) >> 1)
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
func (p *plan) node(seg int, e *expr) (*node, error) {
	n := &node{op: e.op}
	if e.op == opLeaf {
		c, err := p.chain(seg, e.tokens, e.field != query.InURL, e.field)
		n.c = c
		return n, err
	}
	for _, kid := range e.kids {
		k, err := p.node(seg, kid)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, k)
	}
	return n, nil
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
		least := uint32(index.NoDoc)
		for _, k := range n.kids {
			least = min(least, k.seek(doc))
		}
		return least
	}
	return doc
}

func (n *node) seekAll(doc uint32) uint32 {
	for doc != index.NoDoc {
		next := doc
		for _, k := range n.kids {
			if next = k.seek(next); next == index.NoDoc {
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
func (n *node) holds(p *plan, seg int, doc uint32) (bool, error) {
	switch n.op {
	case opLeaf:
		if n.c.seek(doc) != doc {
			return false, nil
		}
		return n.c.holds(p, seg, doc)
	case opNot:
		ok, err := n.kids[0].holds(p, seg, doc)
		return !ok, err
	}
	for _, k := range n.kids {
		ok, err := k.holds(p, seg, doc)
		if err != nil || ok == (n.op == opOr) {
			return ok, err
		}
	}
	return n.op == opAnd, nil
}

// size bounds the number of documents that meet the condition.
func (n *node) size() int {
	const all = int(^uint(0) >> 1)
	switch n.op {
	case opLeaf:
		return n.c.size()
	case opAnd:
		least := all
		for _, k := range n.kids {
			least = min(least, k.size())
		}
		return least
	case opOr:
		sum := 0
		for _, k := range n.kids {
			if sum += k.size(); sum < 0 {
				return all
			}
		}
		return sum
	}
	return all
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
