package search

import (
	"slices"

	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/copies"
)

// arrangement returns how a request wants its results arranged.
func (r Request) arrangement() arrange.Options {
	return arrange.Options{Fold: !r.Copies, PerSite: r.MaxPerSite, First: refineMax}
}

// Item returns what decides where a hit comes.
func (h *hit) Item() arrange.Item {
	snap, seg := h.p.snap, int(h.seg)
	return arrange.Item{Sketch: snap.Sketch(seg, h.doc), Lang: copies.LangOf(snap, seg, h.doc), Site: snap.Column(seg, h.doc).Site, Score: h.score}
}

// items returns what decides where hits come.
func items(hits []hit) []arrange.Item {
	out := make([]arrange.Item, 0, len(hits))
	for i := range hits {
		out = append(out, hits[i].Item())
	}
	return out
}

// arrange folds and spreads hits that are in their final order, and returns how
// many were left out as near copies. The hits themselves stay as they are.
func (r Request) arrange(hits []hit) (out []hit, left int) {
	o := r.arrangement()
	if o.Whole = slices.IndexFunc(hits, isPartial); o.Whole < 0 {
		o.Whole = len(hits)
	}
	places := arrange.Of(items(hits), o)
	out = make([]hit, 0, len(places))
	for _, p := range places {
		h := hits[p.At]
		h.copies = p.Copies
		out = append(out, h)
	}
	return out, len(hits) - len(out)
}
