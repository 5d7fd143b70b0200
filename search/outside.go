package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds of what a query may name outside of the index of pages.
const (
	maxOutside      = 4                  // operators of one query
	maxOutsidePages = 20_000             // pages that one of them names
	maxOutsideCost  = 4 * admit.DearCost // of the words of links that it is about
)

// beside finds what a query names outside of the index of pages, and says in
// sentences what was left out.
func (s *Searcher) beside(ctx context.Context, tree query.Tree) (outside, []string, error) {
	out := outside{}
	var hints []string
	for _, n := range foreign(tree.Root, nil) {
		if len(out) == maxOutside {
			return nil, nil, admit.Refused(fmt.Errorf("%w (inanchor: and link: more than %d times)", admit.ErrDear, maxOutside))
		}
		find := s.linking
		if n.Field == query.InAnchor {
			find = s.anchored
		}
		keys, hint, err := find(ctx, n)
		if err != nil {
			return nil, nil, err
		}
		if hint != "" {
			hints = append(hints, hint)
		}
		out[n] = keys
	}
	return out, hints, nil
}

// foreign appends the operators below a node that the index of pages does not
// answer.
func foreign(n *query.Node, out []*query.Node) []*query.Node {
	if n.Kind == query.Filter && (n.Field == query.InAnchor || n.Field == query.Link) {
		return append(out, n)
	}
	for _, k := range n.Nodes {
		out = foreign(k, out)
	}
	return out
}

// anchored returns the pages that links name with words.
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
	p, err := s.compile(snap, query.Tree{Root: words}, Request{Access: []string{AllAccess}}, false)
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
	hits, total, _, err := p.run(ctx, goal{want: maxOutsidePages, need: p.needed, exact: true})
	keys := make([]segment.Key, 0, len(hits))
	for _, h := range hits {
		keys = append(keys, snap.Key(int(h.seg), h.doc))
	}
	return keys, leftOut(n, total > len(hits)), err
}

// linking returns the pages with a link to a URL.
func (s *Searcher) linking(ctx context.Context, n *query.Node) ([]segment.Key, string, error) {
	if s.opt.Linking == nil {
		return nil, "The links between pages are not known here: link: finds nothing.", nil
	}
	var keys []segment.Key
	targets := addresses(n.Text)
	if len(targets) == 0 {
		return nil, fmt.Sprintf("%s: that is not the address of a page.", n), nil
	}
	for _, u := range targets {
		for from, err := range s.opt.Linking(ctx, u) {
			if err != nil {
				return nil, "", err
			}
			if len(keys) == maxOutsidePages {
				return keys, leftOut(n, true), nil
			}
			keys = append(keys, segment.KeyOf(from.ID()))
		}
	}
	return keys, "", nil
}

// leftOut says that an operator names too many pages.
func leftOut(n *query.Node, more bool) string {
	if !more {
		return ""
	}
	return fmt.Sprintf("%s names more than %d pages; only so many were looked at.", n, maxOutsidePages)
}

// addresses returns the URLs that a text may mean: without a scheme both.
func addresses(text string) []weburl.URL {
	texts := []string{text}
	if !strings.Contains(text, "://") {
		texts = []string{"https://" + text, "http://" + text}
	}
	var out []weburl.URL
	for _, t := range texts {
		if u, err := weburl.Parse(t); err == nil {
			out = append(out, u)
		}
	}
	return out
}
