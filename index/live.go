package index

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/segment"
)

// A Fault is one thing that is wrong with the files of an index.
type Fault = damage.Fault

// A live segment is a segment with its deleted and hidden documents. It is immutable, and its
// bitmaps are nil rather than empty.
type live struct {
	*segment.Segment
	deleted *roaring.Bitmap // nil for none
	hidden  *roaring.Bitmap // nil for none; no deleted document is hidden
	// superseded are those deleted documents whose newer version is not in a file yet.
	superseded [stages]*roaring.Bitmap
	// inMemory tells that the segment is not a file: its contents are in the log, and no
	// manifest names it.
	inMemory bool
	level    int // how often its oldest part was merged
	// holes are the unreadable parts known when a snapshot was taken, nil for none. Whoever
	// changes the index asks the segment instead.
	holes *damage.Holes
}

// A stage is how far the newer version of a superseded document is on its way into a file.
// Searches find the newer version at once. The files keep the older one until they hold the
// newer, so that a reader of the files alone misses no page. Removed and hidden documents have
// no stage.
type stage int

const (
	active stage = iota // the newer version is in the active generation
	frozen              // it is in the frozen generation
	stages              // number of stages
)

func (l live) isDeleted(doc uint32) bool { return l.deleted != nil && l.deleted.Contains(doc) }

// isSuperseded reports whether files still keep a deleted document because they do not hold its
// newer version yet.
func (l live) isSuperseded(doc uint32) bool {
	return slices.ContainsFunc(l.superseded[:], func(b *roaring.Bitmap) bool { return b != nil && b.Contains(doc) })
}

// isLost reports whether a document is not needed any more by anyone.
func (l live) isLost(doc uint32) bool { return l.isDeleted(doc) && !l.isSuperseded(doc) }

// lost returns the number of documents that are not needed any more by anyone: a merge leaves
// them out.
func (l live) lost() int {
	if deleted := l.filed().deleted; deleted != nil {
		return int(deleted.GetCardinality())
	}
	return 0
}

// isUnread reports whether a document cannot be read because of damage.
func (l live) isUnread(doc uint32) bool { return l.holes != nil && l.holes.Docs.Contains(doc) }

// unread returns the number of documents that would be found if damage did not prevent reading
// them.
func (l live) unread() int {
	if l.holes == nil {
		return 0
	}
	b := minus(minus(l.holes.Docs, l.deleted), l.hidden)
	if b == nil {
		return 0
	}
	return int(b.GetCardinality())
}

// needsHoles reports whether something needed is in unreadable parts, so that merging the
// segment would lose it silently.
func (l live) needsHoles() bool {
	h := l.Holes()
	if h == nil || h.Words {
		return h != nil
	}
	needed := minus(h.Docs, l.filed().deleted)
	return needed != nil && !needed.IsEmpty()
}

// count returns the number of documents that are not deleted.
func (l live) count() int {
	n := l.Docs()
	if l.deleted != nil {
		n -= int(l.deleted.GetCardinality())
	}
	return n
}

// without returns the segment with more documents deleted that nobody is to find any more.
// Snapshots share the bitmaps, so they are replaced, not changed.
func (l live) without(docs []uint32) live {
	if len(docs) == 0 {
		return l
	}
	more := roaring.BitmapOf(docs...)
	l.deleted = plus(l.deleted, more)
	for at := range l.superseded {
		l.superseded[at] = minus(l.superseded[at], more)
	}
	return l.veiled(nil, docs)
}

// supersede returns the segment with documents superseded by newer versions in the active
// generation. None of them is hidden.
func (l live) supersede(docs []uint32) live {
	if len(docs) == 0 {
		return l
	}
	more := roaring.BitmapOf(docs...)
	l.deleted, l.superseded[active] = plus(l.deleted, more), plus(l.superseded[active], more)
	return l
}

// froze returns the segment after the active generation became the frozen one.
func (l live) froze() live {
	l.superseded[frozen], l.superseded[active] = plus(l.superseded[frozen], l.superseded[active]), nil
	return l
}

// flushed returns the segment after the frozen generation was written to files.
func (l live) flushed() live {
	l.superseded[frozen] = nil
	return l
}

// filed returns the segment as the files describe it: superseded documents are not deleted
// there.
func (l live) filed() live {
	f := live{Segment: l.Segment, deleted: l.deleted, hidden: l.hidden, level: l.level}
	for _, b := range l.superseded {
		f.deleted = minus(f.deleted, b)
	}
	return f
}

// plus returns the union of two bitmaps and leaves them unchanged.
func plus(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return roaring.Or(a, b)
}

// minus returns the difference of two bitmaps, nil if it is empty, and leaves them unchanged.
func minus(a, b *roaring.Bitmap) *roaring.Bitmap {
	if a == nil || b == nil {
		return a
	}
	if a = roaring.AndNot(a, b); a.IsEmpty() {
		return nil
	}
	return a
}
