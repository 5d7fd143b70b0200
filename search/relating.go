package search

import (
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/related"
)

// unfold replaces the operator related: by the main words of the page that it names, and notes
// that page. Only the first such operator is used. A page that the searcher may not see has no
// words.
func (s *Searcher) unfold(snap *index.Snapshot, tree query.Tree, r *Request, out *Response) (query.Tree, error) {
	n := related.First(tree.Root)
	if n == nil {
		return tree, nil
	}
	p, err := s.compile(snap, query.Tree{Root: &query.Node{Kind: query.All}}, Request{Access: r.Access}, false)
	if err != nil {
		return tree, err
	}
	defer p.close()
	for _, u := range outside.Spellings(n.Text) {
		seg, doc, found := snap.Lookup(u.ID())
		if !found || !snap.Findable(seg, doc) || !p.seen(seg, doc) {
			continue
		}
		a := s.analyzer()
		words, err := related.Words(snap, a, seg, doc)
		s.analyzers.Put(a)
		if err != nil || len(words) == 0 {
			return tree, err
		}
		r.outside = outside.Pages{n: {segment.KeyOf(u.ID())}}
		tree.Root = related.Replaced(tree.Root, n, related.Query(n, words))
		return tree, nil
	}
	out.Tell(hint.Hint{Code: hint.NotIndexed, Value: n.String()})
	return tree, nil
}
