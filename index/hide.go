package index

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/weburl"
)

// A hidden document stays in its segment but is not found: its owner has closed it for a while,
// and it need not be fetched again when he opens it. Each segment has a bitmap of hidden
// documents beside that of deleted ones; no document is in both.

// veil adds the document of a URL to those that are hidden, or shown. Files do not keep a
// superseded document once its newer version is hidden.
func (f *effect) veil(l live, id weburl.ID, hide bool) {
	doc, ok := l.Find(id)
	switch {
	case !ok || l.isLost(doc):
	case l.isDeleted(doc):
		if hide {
			f.removed = append(f.removed, doc)
		}
	case hide:
		f.hidden = append(f.hidden, doc)
	default:
		f.shown = append(f.shown, doc)
	}
}

// veiled returns the segment with documents hidden and shown. Snapshots share the bitmap, so it
// is replaced, not changed.
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
