package search

import (
	"context"
	"fmt"
	"maps"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/spell"
)

// maxOutsideCost bounds the cost of asking the words of links for one operator.
const maxOutsideCost = 4 * admission.DearCost

// beside looks up what the query names outside of the index of pages, and tells what was left
// out.
func (x *search) beside(ctx context.Context) error {
	pages := linkquery.Pages{}
	x.out.Tell(spell.Unindexed(x.tree)...)
	for _, n := range linkquery.Operators(x.tree.Root) {
		if len(pages) == linkquery.MaxOperators {
			return admission.Refused(fmt.Errorf("%w (inanchor: and link: more than %d times)", admission.ErrDear, linkquery.MaxOperators))
		}
		var err error
		var left hint.Hint
		if n.Field == query.InAnchor {
			pages[n], left, err = x.anchored(ctx, n)
		} else {
			pages[n], left, err = linkquery.Linking(ctx, x.s.opt.Linking, n)
		}
		if err != nil {
			return err
		}
		x.out.Tell(left)
	}
	maps.Copy(pages, x.outside)
	x.outside = pages
	return nil
}

// anchored returns the pages whose links have words, and a hint about what was left out.
func (x *search) anchored(ctx context.Context, n *query.Node) ([]segment.Key, hint.Hint, error) {
	if x.s.opt.Anchors == nil {
		return nil, hint.Hint{Code: hint.UnknownAnchors}, nil
	}
	snap, err := x.s.opt.Anchors.Fresh(ctx)
	if err != nil {
		return nil, hint.Hint{}, err
	}
	defer snap.Close()
	words := &query.Node{Kind: query.Word, Text: n.Text, Prefix: n.Prefix}
	p, err := x.s.compile(snap, wording{tree: query.Tree{Root: words}, req: Request{Access: []string{AllAccess}}, links: true})
	if err != nil {
		return nil, hint.Hint{}, err
	}
	defer p.close()
	if cost := p.cost(); cost > maxOutsideCost {
		return nil, hint.Hint{}, admission.Refused(fmt.Errorf("%w (%s: %d postings)", admission.ErrDear, n, cost))
	}
	if x.place, err = x.place.Rise(ctx, p.cost()); err != nil || p.empty() {
		return nil, hint.Hint{}, err
	}
	found, err := p.run(ctx, goal{want: linkquery.MaxPages, need: p.needed, exact: true})
	keys := make([]segment.Key, 0, len(found.hits))
	for _, h := range found.hits {
		keys = append(keys, snap.Key(int(h.seg), h.doc))
	}
	if found.total > len(keys) {
		return keys, linkquery.LeftOut(n), err
	}
	return keys, hint.Hint{}, err
}
