package search

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/recency"
)

// firstPage is how many results are decided first; the others follow.
const firstPage = 10

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
// many results are wanted, and no score exceeds the one before it. Pages of from take part from
// the start; pages of but take no part and are not counted.
func (p *plan) compete(ctx context.Context, g goal, r Request, from, but []hit) (hits []hit, total int, more bool, err error) {
	hits, c, total, more, err := p.decide(ctx, g, nil, firstPage, r.arrangement(), from, but)
	if err != nil {
		return nil, 0, false, err
	}
	if len(but) > 0 {
		total -= c.Met()
	}
	p.held, g.facets = c.Held(), nil
	most := max(refineMax-len(but), 0)
	if p.held && r.last() > firstPage && len(hits) < most {
		others, c, _, _, err := p.decide(ctx, g, c, refineMax, arrange.Options{}, contest.Without(from, hits), slices.Concat(but, hits))
		if err != nil {
			return nil, 0, false, err
		}
		hits, p.held = slices.Concat(hits, others), c.Held()
	}
	hits = hits[:min(len(hits), most)]
	if p.held = p.held && len(hits) < most; r.last() > refineMax && len(hits) == most {
		hits, err = p.behind(ctx, g, r, hits, from, but)
	}
	return hits, total, more, err
}

// decide runs a contest, and repeats it if needed. If a page stands for two others that are not
// near copies of each other, pages that were left out may be needed after all.
func (p *plan) decide(ctx context.Context, g goal, first *race, want int, o arrange.Options, from, but []hit) (hits []hit, c *race, total int, more bool, err error) {
	open := func(want int, o arrange.Options, from []hit, without []contest.Spot) *race {
		return contest.New[hit](p.contestRoom(), want, o, from, without)
	}
	if first != nil {
		open = first.Next
	}
	out := contest.Spots(slices.Concat(from, but))
	c = open(want, o, copied(from), out)
	g.contest = c
	if _, total, more, err = p.run(ctx, g); err == nil {
		err = c.Conclude(p.weigh, p.refineBatch)
	}
	if err != nil || c.Stands() {
		return c.First(), c, total, more, err
	}
	again := open(refineMax, arrange.Options{}, copied(from), out)
	g.contest, g.facets = again, nil
	if _, _, _, err = p.run(ctx, g); err == nil {
		err = again.Conclude(p.weigh, p.refineBatch)
	}
	return again.First(), again, total, more, err
}

// behind adds to the best pages those that follow: first those that links brought up although
// they lack words, then the others by the first stage alone. The latter use nothing that
// changes while somebody reads on by cursors, so that the order stays the same there.
func (p *plan) behind(ctx context.Context, g goal, r Request, hits, from, but []hit) ([]hit, error) {
	brought := slices.DeleteFunc(contest.Without(from, hits), func(h hit) bool { return !h.linked })
	slices.SortFunc(brought, contest.Order[hit])
	if r.fixed {
		return slices.Concat(hits, brought), nil // deepen adds the others
	}
	ranks, wish, byKey := p.ranks, p.wish, p.byKey
	defer func() { p.ranks, p.wish, p.byKey = ranks, wish, byKey }()
	p.ranks, p.wish, p.byKey = nil, recency.Wish{}, true
	g.contest, g.want = nil, r.last()+len(brought)
	rest, _, _, err := p.run(ctx, g)
	if err != nil {
		return nil, err
	}
	rest = contest.Without(rest, slices.Concat(brought, but, hits))
	slices.SortFunc(rest, contest.Order[hit])
	return slices.Concat(hits, brought, rest), nil
}
