package index

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index/segment"
)

// A Fault is one thing that is wrong with the files of an index.
type Fault = segment.Fault

// A live segment is a segment with its deletions and what is hidden of the rest;
// all are immutable.
type live struct {
	*segment.Segment
	deleted *roaring.Bitmap // nil for none
	hidden  *roaring.Bitmap // nil for none
	// inMemory tells that the segment is no file: what it holds is in the log, and
	// no manifest names it.
	inMemory bool
	level    int // how often its oldest part was merged
}

func (l live) isDeleted(doc uint32) bool { return l.deleted != nil && l.deleted.Contains(doc) }

// count returns the number of documents that are not deleted.
func (l live) count() int {
	n := l.Docs()
	if l.deleted != nil {
		n -= int(l.deleted.GetCardinality())
	}
	return n
}

// without returns the segment with more documents deleted. Snapshots share the
// bitmap, so it is replaced, not changed.
func (l live) without(docs []uint32) live {
	if len(docs) == 0 {
		return l
	}
	b := roaring.New()
	if l.deleted != nil {
		b = l.deleted.Clone()
	}
	b.AddMany(docs)
	l.deleted = b
	return l.veiled(nil, docs)
}
