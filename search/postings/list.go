package postings

import (
	"math"

	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/weight"
)

// A List is the postings of one term in one segment. It is read forward until it is rewound.
type List struct {
	P      *segment.Postings
	Base   string // for a stem: the form spelled like it
	Form   bool   // the term is the typed form
	Accept []bool // by language number: whether documents in it count; nil if all do
	Bit    uint64 // the bit of titles that contain the term
	// Named says that the term is no word of the documents but a site or host that the word of the
	// query names: it counts as much as any word may, in the typed form, and stands nowhere.
	Named bool

	doc     uint32            // current document
	windows *segment.Postings // postings for reading windows
	block   int               // the next block to look at
}

// rewind goes back to the first document.
func (l *List) rewind() {
	l.P.Rewind()
	l.block = 0
}

// after returns a lower bound of the next document from doc on; NoDoc if there is none.
func (l *List) after(doc uint32) uint32 {
	l.block = l.windows.BlockFrom(l.block, doc)
	if l.block >= l.windows.Blocks() {
		return segment.NoDoc
	}
	return l.windows.NextIn(l.block, doc)
}

// bound returns an upper bound of the impacts of documents from doc on, and the last document
// for which it holds.
func (l *List) bound(doc uint32) (impact uint8, last uint32) {
	b := l.windows.BlockFrom(l.block, doc)
	if b >= l.windows.Blocks() {
		return 0, segment.NoDoc
	}
	first, last := l.windows.BlockRange(b)
	if first > doc {
		return 0, first - 1
	}
	if l.Named {
		return NamedImpact, last
	}
	return l.windows.BlockBound(b), last
}

// NamedImpact is the impact of a word in the pages of a site that it names: the largest, so that it
// is the same in all of them, however often they contain the word.
const NamedImpact = math.MaxUint8

// impact returns the impact in the current document.
func (l *List) impact() uint8 {
	if l.Named {
		return NamedImpact
	}
	return l.P.PeekImpact()
}

// top returns an upper bound of the impacts in all documents.
func (l *List) top() uint8 {
	if l.Named {
		return NamedImpact
	}
	return l.P.MaxImpact()
}

// fill adds the documents of a window to a lane. Documents that are not needed may be left out.
func (l *List) fill(lane *Lane, w Place, needed *Bits) {
	end := w.From + Width
	l.block = l.windows.BlockFrom(l.block, w.From)
	for b := l.block; b < l.windows.Blocks(); b++ {
		first, last := l.windows.BlockRange(b)
		if first >= end {
			return
		}
		if needed.HasRange(int(max(first, w.From)-w.From), int(min(last, end-1)-w.From)+1) {
			lane.used = true
			docs := l.windows.Docs(b)
			at := 0
			if first < w.From {
				at = packed.Search(docs, w.From)
			}
			if lane.owns && l.P.Marked() {
				l.placeUnmarked(lane, w, needed, docs, at)
			} else if lane.owns && l.P.Positional() {
				l.placeOwn(lane, w, needed, docs, at)
			} else if lane.bare {
				l.place(lane, w, needed, docs[at:])
			} else if l.Named {
				lane.told = true
				scatterNamed(lane, w, docs[at:])
			} else if impacts := l.windows.Impacts(); impacts != nil {
				lane.told = true
				l.scatter(lane, w, needed, docs[at:], impacts[at:])
			}
		}
		if last >= end-1 {
			return
		}
	}
}

// scatter adds documents, the first of which is not before the window, with their impacts.
func (l *List) scatter(lane *Lane, w Place, needed *Bits, docs []uint32, impacts []uint8) {
	for i, doc := range docs {
		at := doc - w.From
		if at >= Width {
			return
		}
		if l.Accept != nil && !l.accepts(w, needed, at) {
			continue
		}
		lane.Here[at/64] |= 1 << (at % 64)
		v := impacts[i]
		lane.Most[at] = max(lane.Most[at], v)
		if l.Form {
			lane.Form[at] = v
		}
	}
}

// scatterNamed is scatter for a list of a site that is named.
func scatterNamed(lane *Lane, w Place, docs []uint32) {
	for _, doc := range docs {
		at := doc - w.From
		if at >= Width {
			return
		}
		lane.Here[at/64] |= 1 << (at % 64)
		lane.Most[at], lane.Form[at] = NamedImpact, NamedImpact
	}
}

// place adds documents, the first of which is not before the window, without impacts.
func (l *List) place(lane *Lane, w Place, needed *Bits, docs []uint32) {
	for _, doc := range docs {
		at := doc - w.From
		if at >= Width {
			return
		}
		if l.Accept == nil || l.accepts(w, needed, at) {
			lane.Here[at/64] |= 1 << (at % 64)
		}
	}
}

// placeUnmarked adds the documents of the current block, from one of them on, that have the term
// outside of the template, which its marks tell.
func (l *List) placeUnmarked(lane *Lane, w Place, needed *Bits, docs []uint32, from int) {
	in := l.windows.InTemplate()
	if in == nil {
		return // the error ends the search
	}
	for i := from; i < len(docs); i++ {
		at := docs[i] - w.From
		if at >= Width {
			return
		}
		if l.Accept == nil || l.accepts(w, needed, at) {
			lane.Own[at/64] |= (1 - in.Bit(i)) << (at % 64)
		}
	}
}

// placeOwn is place for the documents of the current block from one of them on; only needed ones are
// added. It also tells which of them have the term outside of the template.
func (l *List) placeOwn(lane *Lane, w Place, needed *Bits, docs []uint32, from int) {
	impacts, freqs := l.windows.Impacts(), l.windows.Freqs()
	if impacts == nil || freqs == nil {
		return // the error ends the search
	}
	for i := from; i < len(docs); i++ {
		at := docs[i] - w.From
		if at >= Width {
			return
		}
		if !needed.Has(at) || l.Accept != nil && !l.accepts(w, needed, at) {
			continue
		}
		lane.Here.Add(at)
		lane.placed.Add(at)
		own := weight.BeyondTemplate(impacts[i], freqs[i])
		if !own && lane.template != nil {
			l.windows.MoveTo(i)
			own = lane.beyond(l.windows, docs[i])
		}
		if own {
			lane.Own.Add(at)
		}
	}
}

// accepts reports whether a document of a window is needed and in a language that counts.
func (l *List) accepts(w Place, needed *Bits, at uint32) bool {
	if !needed.Has(at) {
		return false
	}
	n := int(w.Snap.Lang(w.Seg, w.From+at))
	return n < len(l.Accept) && l.Accept[n]
}
