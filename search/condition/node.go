package condition

import (
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/term"
)

// A Node is a condition in one segment.
type Node struct {
	op   op
	kids []*Node
	of   *Condition
	snap *index.Snapshot
	seg  int
	c    *chain.Chain
	docs []uint32 // of the segment, ascending
	next int
	// ranged are those with a value in a range; nil before they are asked for.
	ranged *ranged
	// held are the documents of the window from document from on that meet the condition, if told is
	// set: its cursors have passed them.
	held postings.Bits
	from uint32
	told bool
}

// In returns the condition in a segment.
func (c *Condition) In(snap *index.Snapshot, terms *term.Opener, seg int) *Node {
	n := &Node{op: c.op, of: c, snap: snap, seg: seg}
	if c.former && snap.Folders(seg) {
		n.op = opOr // of nothing
		return n
	}
	if c.op == opDocs {
		n.docs = c.docs[seg]
	}
	if c.op == opLeaf {
		if c.own {
			n.c = terms.OwnChain(seg, c.tokens, c.near)
		} else {
			n.c = terms.Chain(seg, c.tokens, c.field != query.InURL && c.field != query.FileType, c.near, c.field)
		}
		if !n.c.Positional() {
			n.c.Apart()
		}
		return n
	}
	for _, kid := range c.kids {
		n.kids = append(n.kids, kid.In(snap, terms, seg))
	}
	return n
}

// Of returns the condition.
func (n *Node) Of() *Condition { return n.of }

// Start moves before the first document.
func (n *Node) Start() {
	n.next, n.told = 0, false
	if n.c != nil {
		n.c.Start()
	}
	for _, k := range n.kids {
		k.Start()
	}
}

// After returns a lower bound of the next document, from doc on, that meets the condition.
func (n *Node) After(doc uint32) uint32 {
	switch n.op {
	case opLeaf:
		return n.c.After(doc)
	case opDocs:
		if i, _ := slices.BinarySearch(n.docs, doc); i < len(n.docs) {
			return n.docs[i]
		}
		return segment.NoDoc
	case opRange:
		return n.inRange().after(doc)
	}
	return doc
}

// seek returns a lower bound of the next document, from doc on, that meets the condition; Holds
// tells whether that document does.
func (n *Node) seek(doc uint32) uint32 {
	switch n.op {
	case opLeaf:
		return n.c.Seek(doc)
	case opDocs:
		i, _ := slices.BinarySearch(n.docs[n.next:], doc)
		if n.next += i; n.next == len(n.docs) {
			return segment.NoDoc
		}
		return n.docs[n.next]
	case opRange:
		return n.inRange().after(doc)
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

func (n *Node) seekAll(doc uint32) uint32 {
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

// HoldAll reports whether a document meets all conditions.
func HoldAll(where []*Node, doc uint32) bool {
	return !slices.ContainsFunc(where, func(n *Node) bool { return !n.Holds(doc) })
}

// Holds reports whether the document meets the condition.
func (n *Node) Holds(doc uint32) bool {
	switch n.op {
	case opLeaf:
		if n.told && doc-n.from < postings.Width {
			return n.held.Has(doc - n.from)
		}
		return n.c.Holds(doc)
	case opNot:
		return !n.kids[0].Holds(doc) && !n.Lost()
	case opDocs:
		return n.seek(doc) == doc
	case opRange:
		return n.inRange().has(doc)
	case opSites:
		return n.of.sites.Has(n.snap, n.seg, doc)
	case opDates:
		at := n.snap.Date(n.seg, doc)
		return at >= n.of.from && at < n.of.to
	}
	for _, k := range n.kids {
		if ok := k.Holds(doc); ok == (n.op == opOr) {
			return ok
		}
	}
	return n.op == opAnd
}

// Lost reports whether some postings cannot be read; they might exclude any document.
func (n *Node) Lost() bool {
	return n.c != nil && n.c.Lost() || n.op == opRange && n.inRange().lost || slices.ContainsFunc(n.kids, (*Node).Lost)
}

// Err returns the error that ended the iteration early.
func (n *Node) Err() error {
	switch {
	case n.c != nil:
		return n.c.Err()
	case n.ranged != nil:
		return n.ranged.err
	}
	for _, k := range n.kids {
		if err := k.Err(); err != nil {
			return err
		}
	}
	return nil
}
