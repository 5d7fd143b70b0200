package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/complete"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/spell"
	"github.com/aranea-search/aranea/search/standing"
)

// Limits of a request.
const (
	MaxLimit     = paging.MaxLimit
	MaxOffset    = paging.MaxOffset
	MaxCompleted = paging.MaxCompleted
	refineMax    = contest.Most // pages that the second stage looks at
)

// A Searcher answers requests. It is safe for concurrent use.
type Searcher struct {
	src       Source
	now       func() time.Time
	opt       Options
	gate      *admit.Gate
	analyzers sync.Pool // of *analyze.Analyzer, for words and snippets
	pool      pool
	pageRanks standing.Memory
	linkRanks standing.Memory // of the URLs that links point to
	words     complete.Dictionary
}

// New returns a Searcher on src. now is the clock for Elapsed and for the expiry of pages.
func New(src Source, now func() time.Time, opt Options) *Searcher {
	return &Searcher{src: src, now: now, opt: opt, gate: admit.New(opt.Options)}
}

// cachedWords is how many words an analyzer for words and snippets remembers.
const cachedWords = 1 << 14

// analyzer lends an analyzer, which must be returned to s.analyzers.
func (s *Searcher) analyzer() *analyze.Analyzer {
	if a, ok := s.analyzers.Get().(*analyze.Analyzer); ok {
		return a
	}
	return analyze.New(cachedWords)
}

// Docs returns the number of pages in the index.
func (s *Searcher) Docs(ctx context.Context) (int, error) {
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	return snap.Docs(), nil
}

// Search answers a request. No query is an error: what is odd in it comes back as hints. An
// error means that the index cannot be read, that ctx ended, with kind Invalid that the other
// fields ask for what there is not, or with kind Limit that the query was not run (ErrBusy,
// admit.ErrDear).
//
// Damage met while reading does not end the search: the index leaves the damaged parts out from
// then on, and the search is repeated on the rest. The total is then a lower bound.
func (s *Searcher) Search(ctx context.Context, r Request) (Response, error) {
	start := s.now()
	asked, tree := r, query.Parse(r.Query)
	for try := 1; ; try++ {
		r, err := asked.placed() // a search moves the position, so begin from the request again
		if err != nil {
			return Response{}, named(err)
		}
		if tree.Empty() {
			return answer.To(tree), nil
		}
		first := r.passed() + 1
		out, err := s.search(ctx, r, tree, start)
		if aranea.KindOf(err) == aranea.Corrupt && try < damageTries {
			continue
		}
		if err != nil {
			return out, named(err)
		}
		out.First, out.More = first, out.More || len(out.Damage) > 0
		out.Elapsed = s.now().Sub(start)
		return out, nil
	}
}

// named adds the name of the operation to an error, unless it has one.
func named(err error) error {
	var e *aranea.Error
	if errors.As(err, &e) && e.Op == "search" {
		return err
	}
	return fmt.Errorf("search: %w", err)
}

// damageTries is how often one search is repeated because damage is found.
const damageTries = 16

// search answers a request on one snapshot.
func (s *Searcher) search(ctx context.Context, r Request, tree query.Tree, start time.Time) (Response, error) {
	out := answer.To(tree)
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return out, err
	}
	defer snap.Close()
	out.TellDamage(snap.Faults())
	asked := tree
	tree, err = s.unfold(snap, asked, &r, &out)
	if err != nil {
		return out, err
	}
	r.fixed = tree.Root == asked.Root
	p, err := s.prepare(ctx, snap, tree, &r, &out)
	if err != nil {
		return out, err
	}
	var plans []*plan
	end := func(p *plan) { plans = append(plans, p) }
	defer func() {
		for _, p := range plans {
			p.close()
		}
	}()
	end(p)
	place, err := s.gate.Enter(ctx, p.cost())
	if err != nil {
		return out, err
	}
	defer place.Leave()
	l, err := s.links(ctx, tree, r)
	if err != nil {
		return out, err
	}
	defer l.close()
	l.tell(&out)
	if l != nil && !place.MayCost(p.cost()+l.p.fullCost()) {
		out.Tell(hint.Hint{Code: hint.LinksCost})
		l = nil // it is closed nevertheless
	}
	var hits []hit
	if !r.inTail() {
		if hits, err = s.rank(ctx, p, l, place, tree, r, &out, end); err == nil {
			hits = r.page(hits, p.left || p.held, l.more(), &out)
		}
	}
	if err == nil && r.inTail() && len(hits) < r.Limit {
		hits, err = s.deepen(ctx, p, place, tree, hits, r, &out, end)
	}
	if err == nil {
		err = s.show(ctx, p, l, hits, r, start, &out)
	}
	if err == nil && r.Offset == 0 && r.After == "" && r.fixed && spell.MayHelp(p.matched, snap.Docs()) {
		out.Suggestion, err = s.suggest(ctx, p, tree, r)
	}
	return out, cmp.Or(err, snap.Whole(), l.whole())
}

// prepare makes the plan of a request, and adds hints about what was left out.
func (s *Searcher) prepare(ctx context.Context, snap *index.Snapshot, tree query.Tree, r *Request, out *Response) (*plan, error) {
	named, err := s.beside(ctx, tree, out)
	if err != nil {
		return nil, err
	}
	maps.Copy(named, r.outside)
	site := tree.Find(query.Site)
	if r.outside = named; site != "" && domain.Above(site) == "" || tree.Find(query.Host) != "" {
		r.MaxPerSite = 0
	}
	if !r.inTail() { // there the words are frozen
		err = s.join(ctx, snap, tree, r)
	}
	if err != nil {
		return nil, err
	}
	p, err := s.compile(snap, tree, *r, false)
	if err != nil {
		return nil, err
	}
	out.Shut = p.shut
	out.Tell(p.hints...)
	return p, nil
}

// show turns the requested hits into results.
func (s *Searcher) show(ctx context.Context, p *plan, l *linked, hits []hit, r Request, now time.Time, out *Response) error {
	var a *analyze.Analyzer
	if !r.NoSnippets {
		a = s.analyzer()
		defer s.analyzers.Put(a)
	}
	lacks, err := p.lacks(l, hits)
	if err != nil {
		return err
	}
	budget := snippet.NewBudget()
	for i := range hits {
		if err := ctx.Err(); err != nil {
			return err
		}
		res, expired, err := hits[i].result(r, a, budget, now)
		if err != nil {
			return err
		}
		if res.Missing = lacks[i]; !expired {
			out.Results = append(out.Results, res)
		}
	}
	return s.name(ctx, p, l, out.Results)
}

// rank runs the query: first for pages with all of the words, then, if there are too few, for
// pages with any of them, since the page that answers a question seldom repeats it. The hits
// belong to plans that are added to end, to be closed by the caller.
func (s *Searcher) rank(ctx context.Context, p *plan, l *linked, place *admit.Place, tree query.Tree, r Request, out *Response, end func(*plan)) ([]hit, error) {
	if p.empty() {
		return nil, nil
	}
	last, asked := r.last(), p
	g := goal{need: p.needed, exact: r.ExactTotal}
	if r.Facets {
		g.facets, g.exact = facet.New(p.snap), g.exact || p.cost() <= admit.DearCost
	}
	var hits, brought []hit
	var err error
	if !p.byDate {
		if brought, err = s.bring(ctx, p, l, out); err != nil {
			return nil, err
		}
	}
	var total int
	var more bool
	if p.byDate {
		g.want = r.best()
		hits, total, more, err = p.run(ctx, g)
		slices.SortFunc(hits, contest.Order[hit])
	} else {
		hits, total, more, err = p.compete(ctx, g, r, brought, nil)
	}
	if err == nil && r.Facets {
		out.Facets, err = g.facets.Facets()
	}
	if err != nil {
		return nil, err
	}
	if err := l.countIn(out, more || l.more() || len(out.Damage) > 0); err != nil {
		return nil, err
	}
	out.Total, out.More, p.matched = out.Total+total, more, total
	if p.byDate {
		return hits, nil
	}
	whole := l.merge(hits)
	mixed := !p.cut() && out.Total <= firstPage && !more // pages with some of the words may come first, however many are wanted
	if !mixed && out.Total > last && (out.Total > refineMax || p.held && r.fills(whole, last) || r.fills(whole, last+1)) {
		p.left = p.cut() || p.needed > 1
		return whole, nil
	}
	if p.cut() {
		if p, err = s.compile(p.snap, tree, r, true); err != nil {
			return nil, err
		}
		end(p)
	} else if p.needed < 2 {
		return whole, nil
	}
	if l != nil {
		p.said, p.slack = l.addTo, l.most
	}
	some, err := s.withSome(ctx, p, place, hits, r, out)
	out.Apart = out.Some > 0 && slices.ContainsFunc(asked.words, func(w *word) bool { return w.phrase && !w.optional && w.isRun() })
	asked.held = asked.held || p.held
	return contest.Joined[hit](whole, some, mixed), err
}

// withSome returns pages with only some of the words, to follow the hits, which have all.
func (s *Searcher) withSome(ctx context.Context, p *plan, place *admit.Place, hits []hit, r Request, out *Response) ([]hit, error) {
	if !place.MayCost(p.fullCost()) {
		out.Tell(hint.Hint{Code: hint.SomeCost})
		return nil, nil
	}
	some, total, _, err := p.compete(ctx, goal{need: 1}, r, nil, hits)
	if err != nil || len(some) == 0 {
		return nil, err
	}
	for i := range some {
		some[i].partial = true
	}
	want := r.best()
	out.Partial = true
	out.Some = min(total, want)
	out.Total, out.More = out.Total+out.Some, out.More || total >= want
	return some, nil
}
