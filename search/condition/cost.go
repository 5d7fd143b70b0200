package condition

import (
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/term"
)

// Cost of checking a page's elements, in postings, and its date or site, in parts of SeekCost.
const (
	elementCost = 32
	ownCost     = 2 // of asking whether an excluded word stands outside of the template
	dateShare   = 16
)

// Cost adds the lists of the condition to a tally. A condition that every page must meet (must)
// bounds the shortest list.
func (c *Condition) Cost(snap *index.Snapshot, t *admission.Tally, must bool) {
	least := int64(snap.Docs()) + 1
	switch c.op {
	case opLeaf:
		least = term.Count(c.tokens, least, t)
		if c.field == query.InBody || c.field == query.InHeading {
			t.List(least * elementCost)
		}
		if c.own {
			t.List(least * ownCost)
		}
	case opDocs:
		least = 0
		for _, docs := range c.docs {
			least += int64(len(docs))
		}
	case opRange:
		least = c.values.Pages()
		c.values.Cost(t, 1)
	case opSites:
		t.List(int64(c.sites.Seen))
		t.List(least * dateShare / admission.SeekCost)
	case opDates:
		t.List(least * dateShare / admission.SeekCost)
	}
	if must {
		t.Need(least)
	}
	for _, kid := range c.kids {
		kid.Cost(snap, t, must && c.op == opAnd)
	}
}
