package search

import (
	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/copies"
)

// arrangement returns how the results of a request are to be arranged.
func arrangement(r *Request) arrange.Options {
	return arrange.Options{Fold: !r.Copies, PerSite: r.MaxPerSite, First: refineMax}
}

// Item returns what decides the place of a hit in the arrangement. A URL that was never read, or is not in the
// index any more, is no version of a page and of no list: of its text nothing is known.
func (h *hit) Item() arrange.Item {
	snap, seg := h.p.snap, int(h.seg)
	it := arrange.Item{
		Sketch: snap.Sketch(seg, h.doc), Lang: copies.LangOf(snap, seg, h.doc), Site: snap.Column(seg, h.doc).Site,
		Known: h.p.standing.OfSite(seg, h.doc), Score: h.score,
	}
	if !h.unread {
		it.Page = h.p.standing.Page(seg, h.doc)
	}
	return it
}

// arranged folds near copies and spreads sites among hits in their final order. It returns how
// many were left out as near copies. hits stays unchanged.
func arranged(hits []hit, o arrange.Options) (out []hit, left int) {
	for o.Whole = len(hits); o.Whole > 0 && hits[o.Whole-1].partial; {
		o.Whole--
	}
	places := arrange.Of(contest.Items(hits), o)
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
