package search

import (
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/related"
	"github.com/aranea-search/aranea/weburl"
)

// unfold replaces the operator related: by the main words of the page that it names, and notes
// that page. Only the first such operator is used. A page that the searcher may not see has no
// words.
func (x *search) unfold() error {
	n := related.First(x.tree.Root)
	if n == nil {
		return nil
	}
	s, snap := x.s, x.snap
	if global := x.req.Collection; global != nil {
		if len(global.Related) == 0 {
			x.out.Tell(hint.Hint{Code: hint.NotIndexed, Value: n.String()})
		} else {
			x.relate(n, global.Related, linkquery.Spellings(n.Text)...)
		}
		return nil
	}
	p, err := x.compile(wording{tree: query.Tree{Root: &query.Node{Kind: query.All}}, req: Request{Access: x.req.Access}})
	if err != nil {
		return err
	}
	for _, u := range linkquery.Spellings(n.Text) {
		seg, doc, found := snap.Lookup(u.ID())
		if !found || !snap.Findable(seg, doc) || !p.seen(seg, doc) {
			continue
		}
		a := s.analyzer()
		words, err := related.Words(snap, a, seg, doc)
		s.analyzers.Put(a)
		if err != nil || len(words) == 0 {
			return err
		}
		if x.local != nil {
			x.local.Related = words
		}
		x.relate(n, words, u)
		return nil
	}
	x.out.Tell(hint.Hint{Code: hint.NotIndexed, Value: n.String()})
	return nil
}

// relate replaces the operator related: by the main words of the page that it names, which is one of these.
func (x *search) relate(n *query.Node, words []string, pages ...weburl.URL) {
	keys := make([]segment.Key, 0, len(pages))
	for _, u := range pages {
		keys = append(keys, segment.KeyOf(u.ID()))
	}
	x.outside = linkquery.Pages{n: keys}
	x.tree.Root = related.Replaced(x.tree.Root, n, related.Query(n, words))
}
