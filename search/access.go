package search

import (
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
)

// AllAccess stands in Request.Access for all labels. It is for the operator
// alone: faces that strangers see never pass it on.
const AllAccess = "all"

// protect leaves out the pages that were read with a secret of which the searcher
// has not proven the label, and reports whether there may be such. An index
// without such pages is searched as it was.
func (p *plan) protect(access []string) (shut bool, err error) {
	if slices.Contains(access, AllAccess) {
		return false, nil
	}
	n, err := p.snap.DocFreq(index.PrefixFilter + document.Protected)
	if err != nil || n == 0 {
		return false, err
	}
	closed := filterExpr(document.Protected)
	if len(access) > 0 {
		open := &expr{op: opOr, text: "access"}
		for _, label := range access {
			e := filterExpr(document.AccessPrefix + label)
			seen, err := p.snap.DocFreq(e.tokens[0].terms[0])
			if err != nil {
				return false, err
			}
			n -= seen
			open.kids = append(open.kids, e)
		}
		closed = &expr{op: opAnd, text: "access", kids: []*expr{closed, {op: opNot, text: "access", kids: []*expr{open}}}}
	}
	p.where = append(p.where, &expr{op: opNot, text: "access", kids: []*expr{closed}})
	return n > 0, nil
}

// filterExpr is the condition that a page answers to a filter.
func filterExpr(filter string) *expr {
	return &expr{op: opLeaf, text: filter, tokens: []token{{terms: []string{index.PrefixFilter + filter}}}}
}

// seen reports whether a searcher may see a page of the index.
func (p *plan) seen(seg int, doc uint32, access []string) (bool, error) {
	guard := &plan{snap: p.snap}
	if _, err := guard.protect(access); err != nil {
		return false, err
	}
	for _, e := range guard.where {
		n, err := guard.node(seg, e)
		if err != nil {
			return false, err
		}
		if ok, err := n.holds(guard, seg, doc); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
