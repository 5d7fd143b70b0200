package search

import (
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// AllAccess in Request.Access stands for all labels. It is for the operator only: interfaces
// for strangers never pass it on.
const AllAccess = "all"

// protect excludes pages that were read with a secret whose label the searcher has not proven,
// and notes whether there may be such pages. An index without such pages is searched as before.
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

// filter returns the condition that a page has a filter.
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
