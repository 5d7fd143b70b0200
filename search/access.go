package search

import (
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// AllAccess stands in Request.Access for all labels. It is for the operator
// alone: faces that strangers see never pass it on.
const AllAccess = "all"

// protect leaves out the pages that were read with a secret of which the searcher
// has not proven the label, and notes whether there may be such. An index
// without such pages is searched as it was.
func (c *compiler) protect(access []string) error {
	if slices.Contains(access, AllAccess) {
		return nil
	}
	closed, err := c.filter(document.Protected)
	if err != nil || closed.tokens[0].df == 0 {
		return err
	}
	n := closed.tokens[0].df
	if len(access) > 0 {
		open := &expr{op: opOr, text: "access"}
		for _, label := range access {
			e, err := c.filter(document.AccessPrefix + label)
			if err != nil {
				return err
			}
			n -= e.tokens[0].df
			open.kids = append(open.kids, e)
		}
		closed = &expr{op: opAnd, text: "access", kids: []*expr{closed, {op: opNot, text: "access", kids: []*expr{open}}}}
	}
	c.p.guarded, c.p.shut = true, n > 0
	c.p.where = append(c.p.where, &expr{op: opNot, text: "access", kids: []*expr{closed}})
	return nil
}

// filter is the condition that a page answers to a filter.
func (c *compiler) filter(filter string) (*expr, error) {
	t, err := c.single(segment.PrefixFilter + filter)
	return &expr{op: opLeaf, text: filter, tokens: []*token{t}}, err
}

// seen reports whether the searcher may see a page of the index.
func (p *plan) seen(seg int, doc uint32) bool {
	if !p.guarded {
		return true
	}
	m := p.matchers[seg]
	m.begin(goal{}, 0)
	return m.where[len(m.where)-1].holds(p, seg, doc)
}
