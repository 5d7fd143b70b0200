package search

import (
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/lists"
)

// A node is a condition in one segment.
type node struct {
	op   exprOp
	kids []*node
	c    *chain.Chain
	docs []uint32 // of the segment, ascending
	next int
	e    *expr
	// held are the documents of the window from document from on that meet the condition, if told is
	// set: its cursors have passed them.
	held lists.Bits
	from uint32
	told bool
}

// node returns a condition in a segment.
func (p *plan) node(seg int, e *expr) *node {
	n := &node{op: e.op, e: e}
	if e.former && p.snap.Folders(seg) {
		n.op = opOr // of nothing
		return n
	}
	if e.op == opDocs {
		n.docs = e.docs[seg]
	}
	if e.op == opLeaf {
		if e.own {
			n.c = p.ownChain(seg, e.tokens, e.near)
		} else {
			n.c = p.chain(seg, e.tokens, e.field != query.InURL && e.field != query.FileType, e.near, e.field)
		}
		if !n.c.Positional() {
			n.c.Apart()
		}
		return n
	}
	for _, kid := range e.kids {
		n.kids = append(n.kids, p.node(seg, kid))
	}
	return n
}

// start moves before the first document.
func (n *node) start() {
	n.next, n.told = 0, false
	if n.c != nil {
		n.c.Start()
	}
	for _, k := range n.kids {
		k.start()
	}
}

// after returns a lower bound of the next document, from doc on, that meets the condition.
func (n *node) after(doc uint32) uint32 {
	switch n.op {
	case opLeaf:
		return n.c.After(doc)
	case opDocs:
		if i, _ := slices.BinarySearch(n.docs, doc); i < len(n.docs) {
			return n.docs[i]
		}
		return segment.NoDoc
	}
	return doc
}

// sweep removes documents of the window that do not meet the condition, and reports whether all
// that are left certainly do.
func (n *node) sweep(s *lists.Sweep) (all bool) {
	var found lists.Bits
	all = n.fill(s, &found)
	s.Left.And(&found)
	return all
}

// fill sets set to those of the remaining documents that may meet the condition, and reports
// whether all of them certainly do.
func (n *node) fill(s *lists.Sweep, set *lists.Bits) (all bool) {
	switch n.op {
	case opLeaf:
		if n.e.own && !n.c.Positional() {
			own, open := n.c.Own(&s.Other, s.Place, &s.Left)
			for at := range open.Each {
				if n.c.Holds(s.From + at) {
					own.Add(at)
				}
			}
			n.tell(s.From, own)
			*set = own
			return true
		}
		s.Other.Clear(true)
		n.c.Fill(&s.Other, &s.Token, s.Place, &s.Left)
		*set = s.Other.Here
		return !n.c.Positional()
	case opDocs:
		i, _ := slices.BinarySearch(n.docs, s.From)
		for ; i < len(n.docs) && n.docs[i] < s.From+lists.Width; i++ {
			set.Add(n.docs[i] - s.From)
		}
		return true
	case opDates:
		*set = s.Left
		return false
	case opSites:
		*set = s.Left
		n.e.sites.Keep(set, s)
		return true
	}
	var kids lists.Bits
	if n.op == opAnd {
		kids = s.Left
	}
	all = true
	for _, k := range n.kids {
		var kid lists.Bits
		all = k.fill(s, &kid) && all
		if n.op == opAnd {
			kids.And(&kid)
		} else {
			kids.Or(&kid)
		}
	}
	if *set = kids; n.op == opNot {
		if n.lost() {
			*set = lists.Bits{}
			return true
		}
		if *set = s.Left; all {
			set.Without(&kids)
		}
	}
	return all
}

// tell notes which documents of the window from one on meet the condition.
func (n *node) tell(from uint32, held lists.Bits) { n.held, n.from, n.told = held, from, true }

// seek returns a lower bound of the next document, from doc on, that meets the condition; holds
// tells whether that document does.
func (n *node) seek(doc uint32) uint32 {
	switch n.op {
	case opLeaf:
		return n.c.Seek(doc)
	case opDocs:
		i, _ := slices.BinarySearch(n.docs[n.next:], doc)
		if n.next += i; n.next == len(n.docs) {
			return segment.NoDoc
		}
		return n.docs[n.next]
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
		if n.told && doc-n.from < lists.Width {
			return n.held.Has(doc - n.from)
		}
		return n.c.Holds(doc)
	case opNot:
		return !n.kids[0].holds(p, seg, doc) && !n.lost()
	case opDocs:
		return n.seek(doc) == doc
	case opSites:
		return n.e.sites.Has(p.snap, seg, doc)
	case opDates:
		at := p.snap.Date(seg, doc)
		return at >= n.e.from && at < n.e.to
	}
	for _, k := range n.kids {
		if ok := k.holds(p, seg, doc); ok == (n.op == opOr) {
			return ok
		}
	}
	return n.op == opAnd
}

// lost reports whether some postings cannot be read; they might exclude any document.
func (n *node) lost() bool {
	return n.c != nil && n.c.Lost() || slices.ContainsFunc(n.kids, (*node).lost)
}

// err returns the error that ended the iteration early.
func (n *node) err() error {
	if n.c != nil {
		return n.c.Err()
	}
	for _, k := range n.kids {
		if err := k.err(); err != nil {
			return err
		}
	}
	return nil
}
