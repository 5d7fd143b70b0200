package index

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// A hidden document stays in its segment and is not found: its owner has closed
// it for a while, and what is there need not be fetched again when he opens it.
// Which documents of a segment are hidden is a bitmap beside that of the deleted
// ones; no document is in both.

// find returns, for each segment, the documents that are to be hidden and shown.
func (v veils) find(all []live) (hide, show [][]uint32) {
	hide, show = make([][]uint32, len(all)), make([][]uint32, len(all))
	for i, l := range all {
		for id, on := range v {
			doc, ok := l.Find(id)
			switch {
			case !ok || l.isDeleted(doc):
			case on:
				hide[i] = append(hide[i], doc)
			default:
				show[i] = append(show[i], doc)
			}
		}
	}
	return hide, show
}

// veil hides and shows documents of the generation. Index.mu is held.
func (g *generation) veil(v veils) {
	for id, on := range v {
		if p, ok := g.where[id]; ok {
			g.buffers[p.buffer].hidden[p.doc] = on
		}
	}
}

// veiled returns the segment with other documents hidden. Snapshots share the
// bitmap, so it is replaced, not changed.
func (l live) veiled(hide, show []uint32) live {
	show = slices.DeleteFunc(slices.Clone(show), func(doc uint32) bool { return !l.isHidden(doc) })
	hide = slices.DeleteFunc(slices.Clone(hide), func(doc uint32) bool { return l.isHidden(doc) || l.isDeleted(doc) })
	if len(hide)+len(show) == 0 {
		return l
	}
	b := roaring.New()
	if l.hidden != nil {
		b = l.hidden.Clone()
	}
	b.AddMany(hide)
	for _, doc := range show {
		b.Remove(doc)
	}
	if l.hidden = b; b.IsEmpty() {
		l.hidden = nil
	}
	return l
}

func (l live) isHidden(doc uint32) bool { return l.hidden != nil && l.hidden.Contains(doc) }

func (l live) hiddenCount() int {
	if l.hidden == nil {
		return 0
	}
	return int(l.hidden.GetCardinality())
}
