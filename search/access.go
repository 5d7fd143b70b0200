package search

import "slices"

// AllAccess in Request.Access stands for all labels. It is for the operator only: interfaces
// for strangers never pass it on.
const AllAccess = "all"

// protect excludes pages that were read with a secret whose label the searcher has not proven,
// and notes whether there may be such pages. An index without such pages is searched as before.
func (c *compiler) protect(access []string) error {
	if slices.Contains(access, AllAccess) {
		return nil
	}
	e, shut, err := c.where.Protected(access)
	c.p.guarded, c.p.shut = e != nil, shut
	c.require(e)
	return err
}

// seen reports whether the searcher may see a page of the index.
func (p *plan) seen(seg int, doc uint32) bool {
	if !p.guarded {
		return true
	}
	m := p.matchers[seg]
	m.begin(goal{}, 0)
	return m.where[len(m.where)-1].Holds(doc)
}
