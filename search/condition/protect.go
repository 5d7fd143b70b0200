package condition

import (
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/domain"
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

// mostClosed is how many pages of a segment are looked at for one that is shown.
const mostClosed = 1 << 14

// shows reports whether a page that has a term is found and meets the condition, among the first ones of
// each segment. Every page meets a condition that is nil.
func (c *Condition) shows(snap *index.Snapshot, terms *term.Opener, has string) (bool, error) {
	p := terms.Lend()
	defer terms.GiveBack(p)
	for seg := range snap.Segments() {
		ok, err := snap.Find(p, seg, []byte(has))
		if err != nil {
			return false, err
		}
		var n *Node
		if ok && c != nil {
			n = c.In(snap, terms, seg)
			n.Start()
		}
		for looked := 0; ok && looked < mostClosed && p.Next(); looked++ {
			if doc := p.Doc(); snap.Findable(seg, doc) && (n == nil || n.Holds(doc)) {
				return true, nil
			}
		}
		if ok && p.Err() != nil {
			return false, p.Err()
		}
	}
	return false, nil
}

// Named returns the terms of the sites that a word names for a searcher from whom the condition hides
// pages, if it is not nil. Then, and where they would be too many, only those with pages that the searcher
// may see count, so that nobody learns of others by what a word names or does not name.
func (c *Condition) Named(snap *index.Snapshot, terms *term.Opener, w domain.Word) ([]string, error) {
	sites, err := domain.Named(snap, w)
	if err != nil || c == nil && len(sites) <= domain.MostNamed {
		return sites, err
	}
	var open []string
	for _, site := range sites {
		is, err := c.shows(snap, terms, site)
		if err != nil {
			return nil, err
		}
		if is {
			open = append(open, site)
		}
		if len(open) > domain.MostNamed {
			return nil, nil
		}
	}
	return open, nil
}

// filter returns the condition that a page has a filter, and how many pages have it.
func (c *Compiler) filter(filter string) (*Condition, int, error) {
	t, err := c.Terms.One(segment.PrefixFilter + filter)
	return &Condition{op: opLeaf, Text: filter, tokens: []*term.Token{t}}, t.Docs, err
}
