package search

import (
	"time"

	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/preferredlang"
)

// Item returns what decides the place of a hit in the arrangement. A URL that was never read, or is not in the
// index any more, is no version or translation of a page and of no list: of its text nothing is known.
func (h *hit) Item() collapse.Item {
	snap, seg := h.p.snap, int(h.seg)
	it := collapse.Item{
		Sketch: snap.Sketch(seg, h.doc), Lang: copies.LangOf(snap, seg, h.doc), Site: snap.Column(seg, h.doc).Site,
		Known: h.p.signals.OfSite(seg, h.doc), Score: h.score,
	}
	if !h.unread {
		it.Page, it.Work = h.p.signals.Page(seg, h.doc), h.p.signals.Work(seg, h.doc)
	}
	return it
}

// arranged folds near copies and spreads sites among hits in their final order. It returns how
// many were left out as near copies. hits stays unchanged.
func arranged(hits []hit, o collapse.Options) (out []hit, left int) {
	for o.Whole = len(hits); o.Whole > 0 && hits[o.Whole-1].partial; {
		o.Whole--
	}
	places := collapse.Of(contest.Items(hits), o)
	out = make([]hit, 0, len(places))
	for _, p := range places {
		h := hits[p.At]
		h.copies = p.Copies
		for _, at := range p.Versions {
			h.versions = append(h.versions, hits[at].Spot())
		}
		out = append(out, h)
	}
	return out, len(hits) - len(out)
}

// foremost puts translations that are wished for in the places of hits; now is the time by which pages expire.
func (x *search) foremost(hits []hit, now time.Time) error {
	has := func(at contest.Spot) (bool, error) {
		m := x.plan.matchers[at.Seg]
		m.begin(goal{}, 0)
		return len(m.missing(at.Doc)) == 0, m.err()
	}
	choice := preferredlang.Choice{Snap: x.snap, Ranks: x.plan.signals, Base: &x.plan.base, Now: now, Has: has, Shown: contest.Spots(hits)}
	for i := range hits {
		h := &hits[i]
		if h.partial || h.unread || x.req.Copies || x.plan.order != nil {
			continue
		}
		at, err := choice.Of(h.Spot())
		if err != nil {
			return err
		}
		if own := h.Spot(); at != own {
			folded, more := preferredlang.Aside(h.versions, own, at)
			h.versions, h.copies, x.out.Copies = folded, h.copies+more, x.out.Copies+more
			h.seg, h.doc, h.linked, h.parts = int32(at.Seg), at.Doc, false, h.parts.Whole("score of a translation of it", h.score)
		}
	}
	return nil
}
