package search

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
)

// Score is its score so far.
func (h *hit) Score() float64 { return h.score }

// Might is the upper bound of its final score.
func (h *hit) Might() float64 { return h.might }

// Looked reports whether the second stage has looked at it.
func (h *hit) Looked() bool { return h.refined }

// copied returns copies of hits, so that changes to them do not affect the originals.
func copied(hits []hit) []hit {
	out := slices.Clone(hits)
	for i := range out {
		out[i].parts = out[i].parts.Clone()
	}
	return out
}

// weigh adds what links say of hits, and bounds what the second stage adds.
func (p *plan) weigh(hits []hit, some []int32) error {
	if err := p.said(hits, some); err != nil {
		return err
	}
	for _, i := range some {
		hits[i].might = hits[i].score + p.mayGain(&hits[i])*rounding
	}
	return nil
}

// compete returns the pages that come first by both stages and links, in order, as many as the
// request may show, and the number of matching pages. Together with the pages in but, at most
// refineMax are looked at again; the others follow. The first ten are decided first, and then
// all others that can be shown, among the same pages: so the beginning does not depend on how
// many results are wanted, and no score exceeds the one before it.
func (x *search) compete(ctx context.Context, p *plan, g goal) (matches, error) {
	g.want = contest.FirstPage
	found, c, err := p.decide(ctx, g, nil, x.req.Arrangement())
	if err != nil {
		return matches{}, err
	}
	if len(g.but) > 0 {
		found.total -= c.Met()
	}
	p.held, g.facets = c.Held(), nil
	most := max(refineMax-len(g.but), 0)
	if p.held && x.last() > contest.FirstPage && len(found.hits) < most {
		rest := g
		rest.want, rest.from, rest.but = refineMax, contest.Without(g.from, found.hits), slices.Concat(g.but, found.hits)
		others, c, err := p.decide(ctx, rest, c, collapse.Options{})
		if err != nil {
			return matches{}, err
		}
		found.hits, p.held = slices.Concat(found.hits, others.hits), c.Held()
	}
	found.hits = found.hits[:min(len(found.hits), most)]
	if p.held = p.held && len(found.hits) < most; x.last() > refineMax && len(found.hits) == most {
		found.hits, err = x.behind(ctx, p, g, found.hits)
	}
	return found, err
}

// decide runs a contest, after a first one if there was one, and repeats it if needed. If a page
// stands for two others that are not near copies of each other, pages that were left out may be
// needed after all.
func (p *plan) decide(ctx context.Context, g goal, first *race, o collapse.Options) (found matches, c *race, err error) {
	open := func(want int, o collapse.Options, from []hit, without []contest.Spot) *race {
		return contest.New[hit](&p.contest, want, o, from, without)
	}
	if first != nil {
		open = first.Next
	}
	out := contest.Spots(slices.Concat(g.from, g.but))
	c = open(g.want, o, copied(g.from), out)
	g.contest = c
	if found, err = p.run(ctx, g); err == nil {
		err = c.Conclude(p.weigh, p.refineBatch)
	}
	if err == nil && !c.Stands() {
		c = open(refineMax, collapse.Options{}, copied(g.from), out)
		g.contest, g.facets = c, nil
		if _, err = p.run(ctx, g); err == nil {
			err = c.Conclude(p.weigh, p.refineBatch)
		}
	}
	found.hits = c.First()
	return found, c, err
}

// behind adds to the best pages those that follow: first those that links brought up although
// they lack words, then the others by the first stage alone. The latter use nothing that
// changes while somebody reads on by cursors, so that the order stays the same there.
func (x *search) behind(ctx context.Context, p *plan, g goal, hits []hit) ([]hit, error) {
	brought := slices.DeleteFunc(contest.Without(g.from, hits), func(h hit) bool { return !h.linked })
	slices.SortFunc(brought, contest.Order[hit])
	if x.fixed {
		return slices.Concat(hits, brought), nil // deepen adds the others
	}
	base, byKey := p.base, p.byKey
	defer func() { p.base, p.byKey = base, byKey }()
	p.base, p.byKey = p.base.Settled(), true
	g.contest, g.want = nil, x.last()+len(brought)
	rest, err := p.run(ctx, g)
	if err != nil {
		return nil, err
	}
	others := contest.Without(rest.hits, slices.Concat(brought, g.but, hits))
	slices.SortFunc(others, contest.Order[hit])
	return slices.Concat(hits, brought, others), nil
}
