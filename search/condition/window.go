package condition

import (
	"slices"

	"github.com/aranea-search/aranea/search/postings"
)

// Sweep removes documents of the window that do not meet the condition, and reports whether all
// that are left certainly do.
func (n *Node) Sweep(s *postings.Sweep) (all bool) {
	var found postings.Bits
	all = n.fill(s, &found)
	s.Left.And(&found)
	return all
}

// fill sets set to those of the remaining documents that may meet the condition, and reports
// whether all of them certainly do.
func (n *Node) fill(s *postings.Sweep, set *postings.Bits) (all bool) {
	switch n.op {
	case opLeaf:
		if n.of.own && !n.c.Positional() {
			*set = n.c.Own(&s.Other, s.Place, &s.Left)
			n.tell(s.From, *set)
			return true
		}
		s.Other.Clear(true)
		n.c.Fill(&s.Other, &s.Token, s.Place, &s.Left)
		*set = s.Other.Here
		return !n.c.Positional()
	case opDocs:
		i, _ := slices.BinarySearch(n.docs, s.From)
		for ; i < len(n.docs) && n.docs[i] < s.From+postings.Width; i++ {
			set.Add(n.docs[i] - s.From)
		}
		return true
	case opRange:
		n.inRange().fill(set, s.From)
		return true
	case opDates:
		*set = s.Left
		return false
	case opSites:
		*set = s.Left
		n.of.sites.Keep(set, s)
		return true
	}
	var kids postings.Bits
	if n.op == opAnd {
		kids = s.Left
	}
	all = true
	for _, k := range n.kids {
		var kid postings.Bits
		all = k.fill(s, &kid) && all
		if n.op == opAnd {
			kids.And(&kid)
		} else {
			kids.Or(&kid)
		}
	}
	if *set = kids; n.op == opNot {
		if n.Lost() {
			*set = postings.Bits{}
			return true
		}
		if *set = s.Left; all {
			set.Without(&kids)
		}
	}
	return all
}

// tell notes which documents of the window from one on meet the condition.
func (n *Node) tell(from uint32, held postings.Bits) { n.held, n.from, n.told = held, from, true }

// MayOwn returns the documents of the window that certainly have an excluded word (IsOwnWord) outside of
// the template, and those that may, of which only positions tell. If postings are lost, the former are
// all.
func (n *Node) MayOwn(s *postings.Sweep) (own, open postings.Bits) {
	if n.Lost() {
		return s.Left, open
	}
	return n.kids[0].c.MayOwn(&s.Other, s.Place, &s.Left)
}

// Settle removes from the window the documents with an excluded word, given what MayOwn returned; of
// those that may have it, it looks at the ones in open.
func (n *Node) Settle(s *postings.Sweep, own, open postings.Bits) {
	word := n.kids[0]
	for at := range open.Each {
		if word.c.Holds(s.From + at) {
			own.Add(at)
		}
	}
	s.Left.Without(&own)
	word.tell(s.From, own)
}
