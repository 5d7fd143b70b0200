package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facetvalues"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/pinnedresults"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/spell"
	"github.com/aranea-search/aranea/search/subtitle"
)

// run fills in the answer; now is the time by which pages expire.
func (x *search) run(ctx context.Context, now time.Time) error {
	if err := x.on(ctx); err != nil {
		return err
	}
	x.out.TellDamage(x.snap.Faults())
	if len(x.req.Shown) > 0 {
		return x.showAgain(ctx, now)
	}
	x.pin()
	if err := x.understand(ctx); err != nil {
		return err
	}
	beginning := x.req.Offset == 0 && x.req.After == ""
	x.take()
	if err := x.admit(ctx); err != nil {
		return err
	}
	hits, err := x.hits(ctx, now)
	if err == nil {
		hits, err = x.withPinned(hits)
	}
	if err == nil {
		err = x.show(ctx, hits, now)
	}
	if err == nil && beginning && x.typed && spell.MayHelp(x.plan.matched, x.snap.Docs()) {
		x.out.Suggestion, err = x.suggest(ctx)
	}
	return cmp.Or(err, x.snap.Whole(), x.links.whole())
}

// understand makes the plan of the request, and adds hints about what was left out.
func (x *search) understand(ctx context.Context) error {
	asked := x.tree
	if err := x.unfold(); err != nil {
		return err
	}
	x.fixed = x.tree.Root == asked.Root
	if x.local == nil { // facts need not know which pages are named
		if err := x.beside(ctx); err != nil {
			return err
		}
	}
	if domain.Narrowed(x.tree) || x.req.Sort != "" && x.req.Sort != ByDate {
		x.req.MaxPerSite = 0
	}
	if !x.inTail() { // there the words are frozen
		found := x.synonyms()
		x.typed = x.fixed // other spellings beside a word leave the query as it is
		if err := x.join(ctx); err != nil {
			return err
		}
		x.also(found)
	}
	p, err := x.compile(x.wording)
	if err != nil {
		return err
	}
	x.plan, x.out.Shut = p, p.shut
	x.out.Tell(p.hints...)
	return nil
}

// admit waits until the query may be run, and asks for the words of links unless that would cost too much.
func (x *search) admit(ctx context.Context) (err error) {
	if x.place, err = x.place.Rise(ctx, x.plan.cost()); err != nil {
		return err
	}
	if err := x.link(ctx); err != nil {
		return err
	}
	x.links.tell(&x.out)
	if x.links != nil && !x.place.MayCost(x.plan.cost()+x.links.p.fullCost()) {
		x.out.Tell(hint.Hint{Code: hint.LinksCost})
		x.links.close()
		x.links = nil
	}
	return nil
}

// hits returns the results of the requested page; now is the time by which pages expire.
func (x *search) hits(ctx context.Context, now time.Time) (hits []hit, err error) {
	if !x.inTail() {
		if hits, err = x.rank(ctx); err == nil {
			hits, err = x.page(hits, now)
		}
	}
	if err == nil && x.inTail() && len(hits) < x.req.Limit {
		hits, err = x.deepen(ctx, hits)
	}
	return hits, err
}

// show turns hits into results; now is the time by which pages expire.
func (x *search) show(ctx context.Context, hits []hit, now time.Time) error {
	var a *analyze.Analyzer
	if !x.req.NoSnippets {
		a = x.s.analyzer()
		defer x.s.analyzers.Put(a)
	}
	lacks, err := x.plan.lacks(x.links, hits)
	if err != nil {
		return err
	}
	budget, pages, called := snippet.NewBudget(), make([]facetvalues.Page, 0, len(hits)), make([]subtitle.Page, 0, len(hits))
	x.out.Results = slices.Grow(x.out.Results, len(hits))
	for i := range hits {
		if err := ctx.Err(); err != nil {
			return err
		}
		res, by, expired, err := hits[i].result(x.req, a, budget, now)
		if err != nil {
			return err
		}
		if res.Missing = lacks[i]; x.req.Collection != nil {
			res.Placing = x.placing(&hits[i])
		}
		if !expired {
			x.out.Results, pages = append(x.out.Results, res), append(pages, facetvalues.Page{Spot: hits[i].Spot(), Score: hits[i].score, Unread: hits[i].unread})
			called = append(called, by)
		}
	}
	if err := x.tellFacets(pages); err != nil {
		return err
	}
	if err := x.s.name(ctx, x.plan, x.links, x.out.Results); err != nil {
		return err
	}
	answer.Subtitle(x.out.Results, called)
	return nil
}

// tellFacets adds to the results, which are these pages, the values of the facets in use. Of several indexes, each
// tells them with the snippets, of those that are shown.
func (x *search) tellFacets(pages []facetvalues.Page) error {
	if x.req.Collection != nil && x.req.NoSnippets && len(x.req.Shown) == 0 {
		return nil
	}
	all, err := facetvalues.Of(x.snap, x.tree, x.plan.order, pages)
	for i := range all {
		x.out.Results[i].Facets = all[i]
	}
	return err
}

// placing returns what decides where a hit comes among those of other indexes.
func (x *search) placing(h *hit) *answer.Placing {
	it := h.Item()
	p := &answer.Placing{Partial: h.partial, Mixed: h.partial && x.mixed, Behind: !h.refined && !h.unread && !h.linked && !h.pinned && h.p.order == nil, Sketch: it.Sketch, Known: it.Known}
	if h.pinned {
		p.Pin = x.pins.Order(h.key().Short())
	}
	return p
}

// rank runs the query: first for pages with all of the words, then, if there are too few, for
// pages with any of them, since the page that answers a question seldom repeats it.
func (x *search) rank(ctx context.Context) ([]hit, error) {
	p := x.plan
	if p.empty() {
		return nil, nil
	}
	found, err := x.withAll(ctx)
	if err != nil || p.order != nil {
		return found.hits, err
	}
	whole := x.links.merge(found.hits)
	x.mixed = !p.cut() && x.out.Total <= contest.FirstPage && !found.more // pages with some of the words may come first, however many are wanted
	if !x.mixed && x.suffice(whole) {
		p.left = p.cut() || p.needed > 1
		return whole, nil
	}
	loose, err := x.loosened()
	if err != nil || loose == nil {
		return whole, err
	}
	some, err := x.withSome(ctx, loose, found.hits)
	x.out.Apart = x.out.Some > 0 && slices.ContainsFunc(p.words, func(w *word) bool { return w.phrase && !w.optional && w.isRun() })
	p.held = p.held || loose.held
	return contest.Joined[hit](whole, some, x.mixed), err
}

// withAll finds the pages with all of the words, and counts them.
func (x *search) withAll(ctx context.Context) (found matches, err error) {
	p, g := x.plan, goal{need: x.plan.needed, exact: x.req.ExactTotal}
	if g.facets = x.req.Counter(p.snap); g.facets != nil {
		g.exact = g.exact || p.cost() <= admission.DearCost
	}
	if p.order != nil {
		g.want = x.best()
		found, err = p.run(ctx, g)
		slices.SortFunc(found.hits, contest.Order[hit])
	} else {
		if g.from, err = x.bring(ctx); err == nil {
			found, err = x.compete(ctx, p, g)
		}
	}
	if err == nil && g.facets != nil {
		x.pins.CountIn(g.facets)
		err = x.out.Count(&x.req, g.facets)
	}
	if err == nil {
		err = x.links.countIn(&x.out, found.more || x.links.more() || len(x.out.Damage) > 0)
	}
	if err != nil {
		return matches{}, err
	}
	x.out.Total, x.out.More, p.matched = x.out.Total+found.total, found.more, found.total
	return found, nil
}

// suffice reports whether hits with all of the words fill the requested page, and tell what follows them.
func (x *search) suffice(whole []hit) bool {
	last := x.last()
	switch {
	case x.out.Total <= last:
		return false
	case x.out.Total > refineMax:
		return true
	case x.plan.held && x.fills(whole, last):
		return true
	}
	return x.fills(whole, last+1)
}

// loosened returns the plan for pages with some of the words, nil if there can be none.
func (x *search) loosened() (p *plan, err error) {
	switch p = x.plan; {
	case p.cut():
		if p, err = x.compile(x.loosely()); err != nil {
			return nil, err
		}
	case p.needed < 2:
		return nil, nil
	}
	if x.links != nil {
		p.said, p.slack = x.links.addTo, x.links.most
	}
	return p, nil
}

// withSome returns pages with only some of the words, to follow the hits, which have all.
func (x *search) withSome(ctx context.Context, loose *plan, hits []hit) ([]hit, error) {
	if !x.place.MayCost(loose.fullCost()) {
		x.out.Tell(hint.Hint{Code: hint.SomeCost})
		return nil, nil
	}
	some, err := x.compete(ctx, loose, goal{need: 1, but: hits})
	if err != nil || len(some.hits) == 0 {
		return nil, err
	}
	for i := range some.hits {
		some.hits[i].partial = true
	}
	want := x.best()
	x.out.Partial = true
	x.out.Some = min(some.total, want)
	x.out.Total, x.out.More = x.out.Total+x.out.Some, x.out.More || some.total >= want
	return some.hits, nil
}

// pin looks up the pages that are pinned to the query, which are then left out of everything else.
func (x *search) pin() {
	if x.s.opt.Pins == nil || x.req.Sort != "" {
		return
	}
	words := x.s.analyzer()
	x.pins = pinnedresults.Look(x.snap, x.s.opt.Pins().Of(x.tree, words))
	x.s.analyzers.Put(words)
	if slices.Contains(x.req.Access, AllAccess) {
		for _, p := range x.pins.Pages {
			if !p.Found {
				x.out.Tell(hint.Hint{Code: hint.PinNotIndexed, Value: p.URL.String()})
			}
		}
	}
	if x.after != nil {
		x.pins = x.pins.Continue(x.snap, x.after)
	}
	x.without = x.pins.Docs(x.snap.Segments())
}

// choose drops the pinned pages that the searcher may not see or that do not meet the conditions of the
// query, whatever words they have.
func (x *search) choose() {
	for _, at := range x.pins.Places() {
		if p := &x.pins.Pages[at.I]; p.Found {
			p.Found = x.plan.seen(p.At.Seg, p.At.Doc) && x.plan.meets(p.At)
		}
	}
}

// meets reports whether a page meets the conditions of the query.
func (p *plan) meets(at contest.Spot) bool {
	m := p.matchers[at.Seg]
	m.begin(goal{}, 0)
	return !slices.ContainsFunc(m.where, func(n *condition.Node) bool { return !n.Of().IsPins() && !n.Holds(at.Doc) })
}

// take notes which pinned pages are on the requested page of results. The others there are then the request.
func (x *search) take() {
	if x.choose(); x.after == nil {
		x.req.Offset -= x.pins.Begin(x.req.Offset)
	}
	for _, at := range x.pins.Take(x.req.Limit) {
		x.first = append(x.first, hit{p: x.plan, seg: int32(at.Seg), doc: at.Doc, pinned: true})
	}
	x.req.Limit -= len(x.first)
}

// withPinned puts the pinned pages before the other results, and counts them.
func (x *search) withPinned(hits []hit) ([]hit, error) {
	x.out.Total += x.pins.Len()
	if len(x.first) == 0 {
		return hits, nil
	}
	p, some := x.plan, make([]int32, 0, len(x.first))
	err := p.walk(contest.Places(x.first, (*hit).Spot), func(m *matcher, i int) error {
		h := &x.first[i]
		if some = append(some, int32(i)); p.explaining {
			h.parts = &score.Parts{{Name: "pinned by the operator"}}
		}
		m.find(h.doc)
		h.score = m.score(h.doc, &h.most)
		p.static(h)
		return nil
	})
	if err == nil {
		err = p.refineBatch(x.first, some)
	}
	return append(x.first, hits...), err
}

// showAgain fills in the answer with the results that the request names; now is the time by which pages expire.
func (x *search) showAgain(ctx context.Context, now time.Time) error {
	if err := x.understand(ctx); err != nil {
		return err
	}
	if err := x.link(ctx); err != nil {
		return err
	}
	hits, err := x.again()
	if err == nil {
		err = x.show(ctx, hits, now)
	}
	x.out.Total = len(x.out.Results)
	return cmp.Or(err, x.snap.Whole(), x.links.whole())
}

// again returns the hits that the request names and that can still be found. A page that was indexed anew since
// it was found may lack what it had, so it is looked at as one that has only some of the words.
func (x *search) again() (hits []hit, err error) {
	var loose *plan
	for i := range x.req.Shown {
		s := &x.req.Shown[i]
		seg, doc, found := x.snap.Lookup(s.URL.ID())
		if !found || !x.snap.Findable(seg, doc) || !x.plan.seen(seg, doc) {
			continue
		}
		h := hit{p: x.plan, seg: int32(seg), doc: doc, partial: s.Partial, score: s.Score}
		d, err := x.snap.Doc(seg, doc)
		if h.partial = h.partial || !d.FetchedAt.Equal(s.FetchedAt); h.partial && err == nil && loose == nil {
			loose, err = x.loosened()
			loose = cmp.Or(loose, x.plan)
		}
		if err != nil {
			return nil, err
		}
		if h.partial {
			h.p = loose
		}
		hits = append(hits, h)
	}
	return hits, nil
}
