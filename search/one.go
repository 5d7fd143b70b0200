package search

import (
	"context"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/pinnedresults"
)

// A search is one request that is being answered on one snapshot. It must be closed.
type search struct {
	s *Searcher
	wording
	typed bool           // the words of the query are those that were typed
	fixed bool           // they do not depend on the index or a list
	owner string         // what cursors are bound to
	after *paging.Cursor // the position; nil before the first result
	snap  *index.Snapshot
	plan  *plan // for pages with all of the words
	pins  pinnedresults.List
	first []hit // the pinned pages among the requested results
	links *linked
	mixed bool // pages with only some of the words may come before those with all
	place *admission.Place
	plans []*plan // to be closed
	out   Response
}

// begin returns a search at the position of its request.
func (s *Searcher) begin(r Request, tree query.Tree) (*search, error) {
	x := &search{s: s, wording: wording{tree: tree, req: r}, out: answer.To(tree)}
	return x, x.position()
}

// on makes the search look at one snapshot, once there is a place for it: it costs something to plan it, too.
func (x *search) on(ctx context.Context) (err error) {
	if x.place, err = x.s.gate.Enter(ctx, 0); err == nil {
		x.snap, err = x.s.src.Fresh(ctx)
	}
	return err
}

// close gives back what the search uses.
func (x *search) close() {
	x.links.close()
	if x.place != nil {
		x.place.Leave()
	}
	for _, p := range x.plans {
		p.close()
	}
	if x.snap != nil {
		x.snap.Close()
	}
}

// compile makes a plan that is closed with the search.
func (x *search) compile(w wording) (*plan, error) {
	p, err := x.s.compile(x.snap, w)
	if err == nil {
		x.plans = append(x.plans, p)
	}
	return p, err
}
