package search

import (
	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/copies"
)

// arrangement returns how a request wants its results arranged.
func (r Request) arrangement() arrange.Options {
	return arrange.Options{Fold: !r.Copies, PerSite: r.MaxPerSite, First: refineMax}
}

// items returns what decides where hits come.
func items(hits []hit) []arrange.Item {
	out := make([]arrange.Item, 0, len(hits))
	for _, h := range hits {
		seg := int(h.seg)
		out = append(out, arrange.Item{
			Sketch: h.p.snap.Sketch(seg, h.doc), Lang: copies.LangOf(h.p.snap, seg, h.doc), Site: h.p.snap.Column(seg, h.doc).Site,
		})
	}
	return out
}

// standing returns how many of the hits stay in place when near copies are folded
// and those of a site beyond the first few are moved behind.
func (r Request) standing(hits []hit) int { return arrange.Standing(items(hits), r.arrangement()) }

// arrange folds and spreads hits that are in their final order, and returns how
// many were left out as near copies. The hits themselves stay as they are.
func (r Request) arrange(hits []hit) (out []hit, left int) {
	places := arrange.Of(items(hits), r.arrangement())
	out = make([]hit, 0, len(places))
	for _, p := range places {
		h := hits[p.At]
		h.copies = p.Copies
		out = append(out, h)
	}
	return out, len(hits) - len(out)
}
