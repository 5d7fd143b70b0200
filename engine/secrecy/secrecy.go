// Package secrecy tells which pages of an index were read with a secret: others are not told of them.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It does not know who may see them.
package secrecy

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// Pages has the pages of the index; it is the index.
type Pages interface {
	Fresh(ctx context.Context) (*index.Snapshot, error)
}

var _ Pages = (*index.Index)(nil)

// protected is the term of the pages that were read with a secret.
const protected = segment.PrefixFilter + document.Protected

// A Secrecy tells which pages of a snapshot of the index were read with a secret. Its zero value knows none.
// It is safe for concurrent use until it is closed.
type Secrecy struct {
	snap   *index.Snapshot
	closed []*roaring.Bitmap // by segment
	some   bool              // there are such pages
}

// Of returns which pages of an index were read with a secret; without an index it knows none. It must be
// closed.
func Of(ctx context.Context, pages Pages) (*Secrecy, error) {
	if pages == nil {
		return &Secrecy{}, nil
	}
	snap, err := pages.Fresh(ctx)
	if err != nil {
		return nil, err
	}
	s := &Secrecy{snap: snap, closed: make([]*roaring.Bitmap, snap.Segments())}
	for seg := range s.closed {
		docs, err := snap.Postings(seg, protected)
		if err == nil && docs != nil {
			s.closed[seg] = roaring.New()
			for docs.Next() {
				s.closed[seg].Add(docs.Doc())
				s.some = true
			}
			err = docs.Err()
		}
		if err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// Is reports whether a page of a snapshot was read with a secret. Of many pages, Of and Covers tell it faster.
func Is(snap *index.Snapshot, seg int, doc uint32) (bool, error) {
	docs, err := snap.Postings(seg, protected)
	if err != nil || docs == nil {
		return false, err
	}
	return docs.SeekGE(doc) && docs.Doc() == doc, docs.Err()
}

// Covers reports whether the page of a URL was read with a secret.
func (s *Secrecy) Covers(id weburl.ID) bool {
	if !s.some || id.IsZero() {
		return false
	}
	seg, doc, found := s.snap.Lookup(id)
	return found && s.closed[seg] != nil && s.closed[seg].Contains(doc)
}

// Close ends the use of the index.
func (s *Secrecy) Close() {
	if s.snap != nil {
		s.snap.Close()
	}
}
