package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// A Source hands out snapshots that hold what was applied a second ago: an open
// index or a reader of one.
type Source interface {
	Fresh(ctx context.Context) (*index.Snapshot, error)
}

// Guard lines: both kinds of index are sources.
var (
	_ Source = (*index.Index)(nil)
	_ Source = (*index.Reader)(nil)
)

// Limits of a request.
const (
	MaxLimit  = 100  // results at once
	MaxOffset = 1000 // the deepest result
	refineMax = 200  // pages that the second stage looks at
)

// A Searcher answers requests. It is safe for concurrent use.
type Searcher struct {
	src       Source
	now       func() time.Time
	gate      *gate
	analyzers sync.Pool // of *analyze.Analyzer, for snippets
}

// New returns a Searcher on src; now is the clock that Elapsed is
// taken from, and by which pages expire.
func New(src Source, now func() time.Time, opt Options) *Searcher {
	return &Searcher{src: src, now: now, gate: newGate(opt.withDefaults())}
}

// Docs returns the number of pages in the index.
func (s *Searcher) Docs() (int, error) {
	snap, err := s.src.Fresh(context.Background())
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	return snap.Docs(), nil
}

// Search answers a request. No query is an error: what is odd in it comes back
// as hints. The error says that the index cannot be read, that ctx ended, or, of
// kind Limit, that the query was not run (ErrBusy, ErrDear).
//
// Damage that is met while reading does not end the search: the index leaves the
// damaged segment out from then on, and the rest is searched anew.
func (s *Searcher) Search(ctx context.Context, r Request) (Response, error) {
	start := s.now()
	r = bounded(r)
	tree := query.Parse(r.Query)
	if tree.Empty() {
		return Response{Hints: hintsOf(tree), Results: []Result{}}, nil
	}
	for try := 1; ; try++ {
		out, err := s.search(ctx, r, tree, start)
		if aranea.KindOf(err) == aranea.Corrupt && try < damageTries {
			continue
		}
		if err != nil {
			return out, fmt.Errorf("search: %w", err)
		}
		out.Elapsed = s.now().Sub(start)
		return out, nil
	}
}

// damageTries is how many damaged segments one search may meet.
const damageTries = 4

func hintsOf(tree query.Tree) []string {
	var out []string
	for _, h := range tree.Hints {
		out = append(out, h.String())
	}
	return out
}

// search answers a request on one snapshot.
func (s *Searcher) search(ctx context.Context, r Request, tree query.Tree, start time.Time) (Response, error) {
	out := Response{Query: tree.String(), Hints: hintsOf(tree), Results: []Result{}}
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return out, err
	}
	defer snap.Close()
	if out.Damage = snap.Faults(); len(out.Damage) > 0 {
		out.Hints = append(out.Hints, "Part of the index is damaged; its pages are left out.")
	}
	p, err := compile(snap, tree, langsOf(r), false)
	if err == nil {
		out.Shut, err = p.protect(r.Access)
	}
	if err != nil {
		return out, err
	}
	place, err := s.admit(ctx, p)
	if err != nil {
		return out, err
	}
	defer place.leave()
	hits, err := s.rank(ctx, p, place, tree, r, &out)
	if err == nil && r.MaxPerSite > 0 && tree.Find(query.Site) == "" && tree.Find(query.Host) == "" {
		err = spread(hits[:min(len(hits), refineMax)], r.MaxPerSite)
	}
	if err == nil {
		err = s.show(hits, r, start, &out)
	}
	return out, err
}

// admit waits until the plan may run.
func (s *Searcher) admit(ctx context.Context, p *plan) (*place, error) {
	cost, err := p.cost()
	if err != nil {
		return nil, err
	}
	return s.gate.enter(ctx, cost)
}

// show makes the results that were asked for out of the hits.
func (s *Searcher) show(hits []hit, r Request, now time.Time, out *Response) error {
	a := s.analyzer()
	defer s.analyzers.Put(a)
	for i := r.Offset; i < len(hits) && i < r.Offset+r.Limit; i++ {
		res, expired, err := hits[i].result(r.Explain, a, now)
		if err != nil {
			return err
		}
		if !expired {
			out.Results = append(out.Results, res)
		}
	}
	return nil
}

func bounded(r Request) Request {
	if r.Limit <= 0 {
		r.Limit = 10
	}
	r.Limit = min(r.Limit, MaxLimit)
	r.Offset = min(max(r.Offset, 0), MaxOffset)
	return r
}

// langsOf returns the languages whose stems a word is looked for under.
func langsOf(r Request) []analyze.Lang {
	langs := slices.Clone(r.Langs)
	for _, l := range []analyze.Lang{analyze.En, analyze.Ru, analyze.Pt} {
		if !slices.Contains(langs, l) {
			langs = append(langs, l)
		}
	}
	return langs
}

// rank runs the query: first for pages with everything, then, if they are too
// few, for pages with some of the words.
func (s *Searcher) rank(ctx context.Context, p *plan, place *place, tree query.Tree, r Request, out *Response) ([]hit, error) {
	if p.empty() {
		return nil, nil
	}
	end := r.Offset + r.Limit
	want := max(end, refineMax)
	hits, total, more, err := p.run(ctx, want, p.needed)
	if err != nil {
		return nil, err
	}
	out.Total, out.More = total, more
	if hits, err = p.settled(hits); err != nil || total >= end {
		return hits, err
	}
	if p.cut() {
		if p, err = compile(p.snap, tree, langsOf(r), true); err == nil {
			_, err = p.protect(r.Access)
		}
		if err != nil {
			return nil, err
		}
	} else if p.needed < 2 {
		return hits, nil
	}
	switch cost, err := p.fullCost(); {
	case err != nil:
		return nil, err
	case !place.mayCost(cost):
		out.Hints = append(out.Hints, "Pages with only some of the words were not looked for: that costs too much at the moment.")
		return hits, nil
	}
	some, _, _, err := p.run(ctx, want, (p.needed+1)/2)
	if err != nil {
		return nil, err
	}
	some = slices.DeleteFunc(some, func(h hit) bool {
		return slices.ContainsFunc(hits, func(o hit) bool { return o.seg == h.seg && o.doc == h.doc })
	})
	if len(some) == 0 {
		return hits, nil
	}
	out.Partial = true
	out.Total += len(some)
	some, err = p.settled(some)
	return append(hits, some...), err
}

// settled puts hits of the first stage into their final order. Only the best
// refineMax are looked at again, so that the order of pages of results does not
// depend on how deep one asks.
func (p *plan) settled(hits []hit) ([]hit, error) {
	head := hits[:min(len(hits), refineMax)]
	if err := p.refine(head); err != nil {
		return nil, err
	}
	slices.SortFunc(head, byScore)
	return hits, nil
}

// byScore orders hits: best first, then by place, so that the order is always
// the same.
func byScore(a, b hit) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.seg, b.seg), cmp.Compare(a.doc, b.doc))
}
