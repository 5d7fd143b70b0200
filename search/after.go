package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
)

// position moves to where the cursor of the request stands. The list continues in the languages
// in which it began.
func (x *search) position() (err error) {
	r := &x.req
	if err = cmp.Or(r.Collection.Check(), r.Values.Check()); err != nil {
		return err
	}
	most := MaxLimit
	if r.Collection != nil {
		most = answer.MaxTogether
	}
	err = paging.Check(cmp.Or(len(r.Shown), r.Limit), most, r.Offset, r.MaxPerSite, r.Sort)
	r.Limit, r.Langs = cmp.Or(r.Limit, 10), r.Langs[:min(len(r.Langs), paging.MaxPreferred)]
	x.owner = fmt.Sprintf("%s\x00%s\x00%d\x00%t", r.Query, r.Sort, r.MaxPerSite, r.Copies)
	switch {
	case err != nil || r.After == "":
		return err
	case r.Offset > 0:
		return paging.Refused(paging.ErrOffset)
	case r.After == paging.First:
		r.After = ""
		return nil
	}
	if x.after, err = paging.Decode(r.After, x.owner); err == nil {
		r.Langs = x.after.Langs
	}
	return err
}

// passed returns how many results precede the position.
func (x *search) passed() int {
	if x.after != nil {
		return x.after.Passed + x.after.Pins
	}
	return x.req.Offset
}

// inTail reports whether the position is after the results that the second stage looks at.
func (x *search) inTail() bool { return x.after != nil && x.after.Tail != nil }

// last returns how many results, counted from the first, must be known before the list
// continues by first-stage scores.
func (x *search) last() int {
	last := x.req.Offset + x.req.Limit
	if x.after != nil {
		last += len(x.after.Shown)
	}
	if x.fixed {
		return min(last, refineMax+1)
	}
	return last
}

// best returns how many of the best pages the results are chosen from.
func (x *search) best() int {
	if x.fixed {
		return refineMax
	}
	return max(x.last(), refineMax)
}

// fills reports whether hits in their final order provide that many results.
func (x *search) fills(hits []hit, want int) bool {
	return x.req.Copies || len(collapse.Of(contest.Items(hits), collapse.Options{Fold: true})) >= want
}

// page cuts the requested results out of hits in their final order, and moves the cursor past
// them. After refineMax results it takes only those that links brought up: all others follow by
// their first-stage score, if the words of the query are fixed. now is the time by which pages expire.
func (x *search) page(hits []hit, now time.Time) ([]hit, error) {
	all, r, out := len(hits), &x.req, &x.out
	hits, out.Copies = arranged(hits, r.Arrangement())
	c := paging.Cursor{Langs: r.Langs, Pinned: x.pins.Keys()}
	if x.after != nil {
		c = *x.after
	}
	c.Pins = x.pins.Passed
	if err := x.foremost(hits[:min(len(hits), len(c.Shown)+r.Offset+r.Limit)], now); err != nil {
		return nil, err
	}
	place := len(c.Shown)
	rest := slices.DeleteFunc(hits, func(h hit) bool {
		if len(c.Shown) > 0 && slices.Contains(c.Shown, h.key().Short()) {
			return true
		}
		place++
		return x.fixed && place > refineMax && !h.linked && !h.unread
	})
	taken := rest[:min(len(rest), r.Offset+r.Limit)]
	for _, h := range taken {
		c.Shown = append(c.Shown, h.key().Short())
	}
	c.Passed += len(taken)
	shown := taken[min(len(taken), r.Offset):]
	lacks := x.plan.left || x.plan.held // some of those that the best refineMax are chosen from
	behind := lacks || out.More || out.Total > all || place > len(c.Shown)
	out.More = out.More || x.links.more()
	switch {
	case len(shown) == r.Limit && (behind || len(rest) > len(taken) || x.pins.Left()):
	case len(shown) < r.Limit && behind && x.fixed:
		c.Tail = paging.NewTail(out.Total, out.More)
	default:
		return shown, nil
	}
	x.after, out.Next = &c, c.Encode(x.owner)
	return shown, nil
}

// A deep value reads the results after those that the second stage looks at, by their
// first-stage score, with rarities and languages frozen in the cursor.
type deep struct {
	x           *search
	full, loose *plan // for pages with all of the words, and with some
	spent       int64 // postings read for all windows of the page
}

// Guard line: deep is a source of results.
var _ paging.Source[hit] = (*deep)(nil)

// deepen adds to the hits of a page that is not full those after the first part, skipping those
// before the offset.
func (x *search) deepen(ctx context.Context, hits []hit) (_ []hit, err error) {
	t, out := x.after.Tail, &x.out
	d := deep{x: x}
	if d.full, err = x.frozenPlan(x.wording, &t.Full); err != nil {
		return nil, err
	}
	if d.loose, err = x.frozenPlan(x.loosely(), &t.Loose); err != nil {
		return nil, err
	}
	var first []hit
	for _, key := range x.after.Shown {
		// A forged cursor must not reveal a page that the searcher may not see.
		if seg, doc, ok := x.snap.LookupShort(key); ok && x.snap.Findable(seg, doc) && d.full.seen(seg, doc) {
			first = append(first, hit{p: d.full, seg: int32(seg), doc: doc})
		}
	}
	wanted := paging.Wanted{Skip: max(0, x.req.Offset-x.after.Passed), Page: x.req.Limit, Begun: len(hits), First: contest.Items(first), Fold: !x.req.Copies}
	shown, left, more, err := paging.Fill(ctx, x.after, &d, wanted)
	x.after.Passed += len(shown)
	for _, f := range shown[min(len(shown), wanted.Skip):] {
		f.Value.copies, f.Value.versions = f.Copies, contest.Spots(f.Versions)
		hits = append(hits, f.Value)
	}
	out.Total, out.More, out.Next, out.Partial = t.Total, t.More, "", out.Partial || t.Some && len(shown) > wanted.Skip
	if out.Copies += left; more {
		out.Next = x.after.Encode(x.owner)
	}
	return hits, err
}

// frozenPlan returns a plan whose order does not change while somebody reads on by cursors.
func (x *search) frozenPlan(w wording, frozen *paging.Frozen) (*plan, error) {
	w.frozen = frozen
	p, err := x.compile(w)
	if err == nil {
		p.byKey, p.base = true, p.base.Settled()
	}
	return p, err
}

// MayRead reports whether the cost of all windows of the page together is admitted. The first
// window costs as much as the query, or Window asks for itself.
func (d *deep) MayRead(some bool) bool {
	cost := d.full.cost()
	switch {
	case some && !d.loosens():
		return true
	case some:
		cost = d.loose.fullCost()
	}
	first := d.spent == 0
	d.spent += max(cost, 1)
	return first || d.x.place.MayCost(d.spent)
}

// loosens reports whether there can be pages with only some of the words.
func (d *deep) loosens() bool { return d.loose.order == nil && d.loose.needed > 1 }

// Window returns the best of the pages that keeps accepts.
func (d *deep) Window(ctx context.Context, some bool, most int, keeps func(float64, segment.Key) bool) ([]paging.Found[hit], error) {
	p, g := d.full, goal{want: most, need: d.full.needed}
	g.keeps = func(h *hit) bool { return keeps(h.score, h.key()) }
	if some {
		if p = d.loose; !d.loosens() {
			return nil, nil
		}
		if !d.x.place.MayCost(p.fullCost()) {
			d.x.out.Tell(hint.Hint{Code: hint.SomeCost})
			return nil, nil
		}
		for _, m := range d.full.matchers {
			m.start()
		}
		g.need, g.keeps = 1, func(h *hit) bool {
			m := d.full.matchers[h.seg]
			m.find(h.doc)
			return keeps(h.score, h.key()) && !d.full.complete(m.here)
		}
	}
	got, err := p.run(ctx, g)
	if err != nil {
		return nil, err
	}
	hits := got.hits
	slices.SortFunc(hits, contest.Order[hit])
	out := make([]paging.Found[hit], 0, len(hits))
	for i, item := range contest.Items(hits) {
		hits[i].partial = some
		out = append(out, paging.Found[hit]{Value: hits[i], Score: hits[i].score, Key: hits[i].key(), Item: item})
	}
	return out, p.explainAll(out)
}

// explainAll records how the scores of hits came about that only the first stage has looked at.
func (p *plan) explainAll(all []paging.Found[hit]) error {
	if !p.explaining || p.order != nil {
		return nil
	}
	return p.walk(contest.Places(all, func(f *paging.Found[hit]) contest.Spot { return f.Value.Spot() }), func(m *matcher, i int) error {
		p.noteWords(&all[i].Value, m)
		return nil
	})
}
