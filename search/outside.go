package search

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/spell"
)

// maxOutsideCost bounds the cost of asking the words of links for one operator.
const maxOutsideCost = 4 * admit.DearCost

// beside looks up what a query names outside of the index of pages, and returns hints about
// what was left out.
func (s *Searcher) beside(ctx context.Context, tree query.Tree) (outside.Pages, []string, error) {
	out := outside.Pages{}
	hints := spell.Unindexed(tree)
	for _, n := range outside.Operators(tree.Root) {
		if len(out) == outside.MaxOperators {
			return nil, nil, admit.Refused(fmt.Errorf("%w (inanchor: and link: more than %d times)", admit.ErrDear, outside.MaxOperators))
		}
		var err error
		var hint string
		if n.Field == query.InAnchor {
			out[n], hint, err = s.anchored(ctx, n)
		} else {
			out[n], hint, err = outside.Linking(ctx, s.opt.Linking, n)
		}
		if err != nil {
			return nil, nil, err
		}
		if hint != "" {
			hints = append(hints, hint)
		}
	}
	return out, hints, nil
}

// anchored returns the pages whose links have words.
func (s *Searcher) anchored(ctx context.Context, n *query.Node) ([]segment.Key, string, error) {
	if s.opt.Anchors == nil {
		return nil, "The words of links are not known here: inanchor: finds nothing.", nil
	}
	snap, err := s.opt.Anchors.Fresh(ctx)
	if err != nil {
		return nil, "", err
	}
	defer snap.Close()
	words := &query.Node{Kind: query.Word, Text: n.Text, Prefix: n.Prefix}
	p, err := s.compile(snap, query.Tree{Root: words}, Request{Access: []string{AllAccess}, links: true}, false)
	if err != nil {
		return nil, "", err
	}
	defer p.close()
	if cost := p.cost(); cost > maxOutsideCost {
		return nil, "", admit.Refused(fmt.Errorf("%w (%s: %d postings)", admit.ErrDear, n, cost))
	}
	if p.empty() {
		return nil, "", nil
	}
	hits, total, _, err := p.run(ctx, goal{want: outside.MaxPages, need: p.needed, exact: true})
	keys := make([]segment.Key, 0, len(hits))
	for _, h := range hits {
		keys = append(keys, snap.Key(int(h.seg), h.doc))
	}
	if total > len(hits) {
		return keys, outside.LeftOut(n), err
	}
	return keys, "", err
}
