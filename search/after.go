package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/recency"
)

// placed returns the request with the position that its cursor stands for. The list continues
// in the languages in which it began.
func (r Request) placed() (_ Request, err error) {
	err = paging.Check(r.Limit, r.Offset, r.MaxPerSite, r.Sort, ByDate)
	r.Limit, r.Langs = cmp.Or(r.Limit, 10), r.Langs[:min(len(r.Langs), paging.MaxPreferred)]
	r.owner = fmt.Sprintf("%s\x00%s\x00%d\x00%t", r.Query, r.Sort, r.MaxPerSite, r.Copies)
	switch {
	case err != nil || r.After == "":
		return r, err
	case r.Offset > 0:
		return r, paging.Refused(paging.ErrOffset)
	case r.After == paging.First:
		r.After = ""
		return r, nil
	}
	if r.after, err = paging.Decode(r.After, r.owner); err == nil {
		r.Langs = r.after.Langs
	}
	return r, err
}

// passed returns how many results precede the position.
func (r *Request) passed() int {
	if r.after != nil {
		return r.after.Passed
	}
	return r.Offset
}

// inTail reports whether the position is after the results that the second stage looks at.
func (r *Request) inTail() bool { return r.after != nil && r.after.Tail != nil }

// last returns how many results, counted from the first, must be known before the list
// continues by first-stage scores.
func (r *Request) last() int {
	last := r.Offset + r.Limit
	if r.after != nil {
		last += len(r.after.Shown)
	}
	if r.fixed {
		return min(last, refineMax+1)
	}
	return last
}

// best returns how many of the best pages the results are chosen from.
func (r *Request) best() int {
	if r.fixed {
		return refineMax
	}
	return max(r.last(), refineMax)
}

// fills reports whether hits in their final order provide that many results.
func (r *Request) fills(hits []hit, want int) bool {
	return r.Copies || len(arrange.Of(items(hits), arrange.Options{Fold: true})) >= want
}

// page cuts the requested results out of hits in their final order, and moves the cursor past
// them. After refineMax results it takes only those that links brought up: all others follow by
// their first-stage score, if the words of the query are fixed. some says that the list lacks
// some of those that the best refineMax are chosen from; left says that there are others which
// no page shows.
func (r *Request) page(hits []hit, some, left bool, out *Response) []hit {
	all := len(hits)
	hits, out.Copies = r.arrange(hits)
	c := paging.Cursor{Langs: r.Langs}
	if r.after != nil {
		c = *r.after
	}
	place := len(c.Shown)
	rest := slices.DeleteFunc(hits, func(h hit) bool {
		if slices.Contains(c.Shown, h.key().Short()) {
			return true
		}
		place++
		return r.fixed && place > refineMax && !h.linked && !h.unread
	})
	taken := rest[:min(len(rest), r.Offset+r.Limit)]
	for _, h := range taken {
		c.Shown = append(c.Shown, h.key().Short())
	}
	c.Passed += len(taken)
	shown := taken[min(len(taken), r.Offset):]
	behind := some || out.More || out.Total > all || place > len(c.Shown)
	out.More = out.More || left
	switch {
	case len(shown) == r.Limit && (behind || len(rest) > len(taken)):
	case len(shown) < r.Limit && behind && r.fixed:
		c.Tail = paging.NewTail(out.Total, out.More)
	default:
		return shown
	}
	r.after, out.Next = &c, c.Encode(r.owner)
	return shown
}

// A deep value reads the results after those that the second stage looks at, by their
// first-stage score, with rarities and languages frozen in the cursor.
type deep struct {
	place       *admit.Place
	full, loose *plan // for pages with all of the words, and with some
	out         *Response
	spent       int64 // postings read for all windows of the page
}

// Guard line: deep is a source of results.
var _ paging.Source[hit] = (*deep)(nil)

// deepen adds to the hits of a page that is not full those after the first part, skipping those
// before the offset. The plans that it adds to end are closed by the caller.
func (s *Searcher) deepen(ctx context.Context, p *plan, place *admit.Place, tree query.Tree, hits []hit, r Request, out *Response, end func(*plan)) ([]hit, error) {
	t := r.after.Tail
	d := deep{place: place, out: out}
	for _, k := range []struct {
		p      **plan
		frozen *paging.Frozen
		loose  bool
	}{{&d.full, &t.Full, false}, {&d.loose, &t.Loose, true}} {
		r.frozen = k.frozen
		made, err := s.compile(p.snap, tree, r, k.loose)
		if err != nil {
			return nil, err
		}
		end(made)
		made.byKey, made.ranks, made.wish = true, nil, recency.Wish{}
		*k.p = made
	}
	var first []hit
	for _, key := range r.after.Shown {
		// A forged cursor must not reveal a page that the searcher may not see.
		if seg, doc, ok := p.snap.LookupShort(key); ok && p.snap.Findable(seg, doc) && d.full.seen(seg, doc) {
			first = append(first, hit{p: d.full, seg: int32(seg), doc: doc})
		}
	}
	wanted := paging.Wanted{Skip: max(0, r.Offset-r.after.Passed), Page: r.Limit, Begun: len(hits), First: items(first), Fold: !r.Copies}
	shown, left, more, err := paging.Fill(ctx, r.after, &d, wanted)
	r.after.Passed += len(shown)
	for _, x := range shown[min(len(shown), wanted.Skip):] {
		x.Value.copies = x.Copies
		hits = append(hits, x.Value)
	}
	out.Total, out.More, out.Next, out.Partial = t.Total, t.More, "", out.Partial || t.Some && len(shown) > wanted.Skip
	if out.Copies += left; more {
		out.Next = r.after.Encode(r.owner)
	}
	return hits, err
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
	return first || d.place.MayCost(d.spent)
}

// loosens reports whether there can be pages with only some of the words.
func (d *deep) loosens() bool { return !d.loose.byDate && d.loose.needed > 1 }

// Window returns the best of the pages that keeps accepts.
func (d *deep) Window(ctx context.Context, some bool, most int, keeps func(float64, segment.Key) bool) ([]paging.Found[hit], error) {
	p, g := d.full, goal{want: most, need: d.full.needed}
	g.keeps = func(h *hit) bool { return keeps(h.score, h.key()) }
	if some {
		if p = d.loose; !d.loosens() {
			return nil, nil
		}
		if !d.place.MayCost(p.fullCost()) {
			d.out.Tell(hint.Hint{Code: hint.SomeCost})
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
	hits, _, _, err := p.run(ctx, g)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hits, contest.Order[hit])
	out := make([]paging.Found[hit], 0, len(hits))
	for i, item := range items(hits) {
		hits[i].partial = some
		out = append(out, paging.Found[hit]{Value: hits[i], Score: hits[i].score, Key: hits[i].key(), Item: item})
	}
	return out, p.explainAll(out)
}

// explainAll records how the scores of hits came about that only the first stage has looked at.
func (p *plan) explainAll(all []paging.Found[hit]) error {
	if !p.explaining || p.byDate {
		return nil
	}
	return p.walk(contest.Places(all, func(f *paging.Found[hit]) contest.Spot { return f.Value.Spot() }), func(m *matcher, i int) error {
		p.noteWords(&all[i].Value, m)
		return nil
	})
}
