package search

import (
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
)

// An outside holds the pages that the operators of a query name which are not
// answered by the index of pages: inanchor: and link:.
type outside map[*query.Node][]segment.Key

// docs returns the documents of the pages that an operator names, by segment and
// in ascending order.
func (o outside) docs(snap *index.Snapshot, n *query.Node) [][]uint32 {
	out := make([][]uint32, snap.Segments())
	for _, key := range o[n] {
		if seg, doc, ok := snap.LookupKey(key); ok {
			out[seg] = append(out[seg], doc)
		}
	}
	for seg := range out {
		slices.Sort(out[seg])
		out[seg] = slices.Compact(out[seg])
	}
	return out
}
