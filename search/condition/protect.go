package condition

import (
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/term"
)

// Protected returns the condition that a page was not read with a secret, or only with one whose
// label the searcher has proven; nil if the index has no page that was read with one. shut reports
// whether it may have pages that the searcher is not to see.
func (c *Compiler) Protected(proven []string) (e *Condition, shut bool, err error) {
	closed, n, err := c.filter(document.Protected)
	if err != nil || n == 0 {
		return nil, false, err
	}
	if len(proven) > 0 {
		open := &Condition{op: opOr, Text: "access"}
		for _, label := range proven {
			e, docs, err := c.filter(document.AccessPrefix + label)
			if err != nil {
				return nil, false, err
			}
			n -= docs
			open.kids = append(open.kids, e)
		}
		closed = &Condition{op: opAnd, Text: "access", kids: []*Condition{closed, {op: opNot, Text: "access", kids: []*Condition{open}}}}
	}
	return &Condition{op: opNot, Text: "access", kids: []*Condition{closed}}, n > 0, nil
}

// filter returns the condition that a page has a filter, and how many pages have it.
func (c *Compiler) filter(filter string) (*Condition, int, error) {
	t, err := c.Terms.One(segment.PrefixFilter + filter)
	return &Condition{op: opLeaf, Text: filter, tokens: []*term.Token{t}}, t.Docs, err
}
