package search

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/weburl"
)

// folds reports whether results with nearly the same text are shown once.
func (r Request) folds() bool { return !r.Copies }

// fold leaves out results whose text is nearly that of a better one, in the same
// language. The better one counts them. The hits themselves stay as they are.
func fold(hits []hit) []hit {
	type kept struct {
		sketch uint64
		lang   analyze.Lang
		at     int // in out
	}
	var sketches []kept
	out := make([]hit, 0, len(hits))
next:
	for _, h := range hits {
		h.copies = 0
		sketch := h.p.snap.Sketch(int(h.seg), h.doc)
		if sketch == 0 {
			out = append(out, h)
			continue
		}
		lang := copies.LangOf(h.p.snap, int(h.seg), h.doc)
		for _, k := range sketches {
			if k.lang == lang && dedupe.Near(k.sketch, sketch) {
				out[k.at].copies++
				continue next
			}
		}
		sketches = append(sketches, kept{sketch, lang, len(out)})
		out = append(out, h)
	}
	return out
}

// standing returns how many of the hits stay in place when near copies are folded
// and those of a site beyond the first few are moved behind.
func (r Request) standing(hits []hit) int {
	if r.folds() {
		hits = fold(hits)
	}
	if r.spreads() {
		return near(hits, r.MaxPerSite)
	}
	return len(hits)
}

// arrange folds and spreads hits that are in their final order, and returns how
// many were left out as near copies.
func (r Request) arrange(hits []hit) (out []hit, left int) {
	out = hits
	if r.folds() {
		out = fold(hits)
	}
	if r.spreads() {
		spread(out[:min(len(out), refineMax)], r.MaxPerSite)
	}
	return out, len(hits) - len(out)
}

// A Copy is a page with nearly the same text as another one.
type Copy struct {
	URL  string
	Bits int // in how many of 64 bits their sketches differ
}

// Copies returns the pages of the index that can be found and have nearly the
// text of one, in the same language, the nearest first and at most so many. It
// looks at the sketches of all pages. What stands behind a login is among them:
// it is for the operator.
func (s *Searcher) Copies(ctx context.Context, u weburl.URL, most int) ([]Copy, error) {
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for copies of %s: %w", u, err)
	}
	defer snap.Close()
	seg, doc, found := snap.Lookup(u.ID())
	if !found {
		return nil, nil
	}
	var out []Copy
	for _, p := range copies.Of(ctx, snap, seg, doc) {
		d, err := snap.Doc(p.Seg, p.Doc)
		if err != nil {
			return out, fmt.Errorf("look for copies of %s: %w", u, err)
		}
		if out = append(out, Copy{URL: d.URL, Bits: p.Bits}); len(out) == most {
			break
		}
	}
	return out, ctx.Err()
}
