// Package copies finds the documents of an index whose text nearly equals that of another.
//
// Floor: 4 (acts). Stability: engine. For one question it reads the sketches of all documents
// of an index snapshot.
package copies

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// A Source provides snapshots of an index.
type Source interface {
	Fresh(ctx context.Context) (*index.Snapshot, error)
}

// Guard line: an index is a Source.
var _ Source = (*index.Index)(nil)

// A Copy is a page with nearly the same text as another one.
type Copy struct {
	URL  string
	Bits int // number of the 64 bits in which their sketches differ
}

// List returns at most most pages of an index that can be found and have nearly the text of a
// page, in the same language, the nearest first. Pages behind a login are included: the answer
// is for the operator.
func List(ctx context.Context, src Source, u weburl.URL, most int) ([]Copy, error) {
	snap, err := src.Fresh(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for copies of %s: %w", u, err)
	}
	defer snap.Close()
	seg, doc, found := snap.Lookup(u.ID())
	if !found {
		return nil, nil
	}
	var out []Copy
	for _, p := range Of(ctx, snap, seg, doc) {
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

// A Neighbour is a document whose sketch is near to that of another one.
type Neighbour struct {
	Seg  int
	Doc  uint32
	Bits int // in how many of 64 bits their sketches differ
}

// Of returns the neighbours of a document, the nearest first.
func Of(ctx context.Context, snap *index.Snapshot, seg int, doc uint32) []Neighbour {
	sketch := snap.Sketch(seg, doc)
	lang := LangOf(snap, seg, doc)
	var out []Neighbour
	for i := range snap.Segments() {
		if ctx.Err() != nil {
			return nil
		}
		for d := range uint32(snap.SegmentDocs(i)) {
			other := snap.Sketch(i, d)
			if dedupe.Near(sketch, other) && (i != seg || d != doc) && snap.Findable(i, d) && LangOf(snap, i, d) == lang {
				out = append(out, Neighbour{i, d, dedupe.Distance(sketch, other)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Neighbour) int { return cmp.Compare(a.Bits, b.Bits) })
	return out
}

// LangOf returns the language of a document.
func LangOf(snap *index.Snapshot, seg int, doc uint32) analyze.Lang {
	langs, n := snap.Langs(seg), snap.Lang(seg, doc)
	if int(n) >= len(langs) {
		return analyze.Und
	}
	return langs[n]
}
