// Package secrecy tells which pages of an index were read with a secret: others are not told of them.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It does not know who may see them.
package secrecy

import (
	"context"
	"errors"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search"
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
	s, err := In(snap, nil)
	if err != nil {
		snap.Close()
		return nil, err
	}
	return s, nil
}

// In returns which pages of a snapshot were read with a secret, but for those with a label that is open;
// search.AllAccess opens all. It ends with the snapshot, and must not be closed. With an error it is of use
// all the same: where it cannot be read which pages these are, it covers all of the segment.
func In(snap *index.Snapshot, open []string) (*Secrecy, error) {
	s := &Secrecy{snap: snap, closed: make([]*roaring.Bitmap, snap.Segments())}
	if slices.Contains(open, search.AllAccess) {
		return s, nil
	}
	var faults []error
	for seg := range s.closed {
		closed, err := pagesWith(snap, seg, protected)
		for _, label := range open {
			with, fault := pagesWith(snap, seg, segment.PrefixFilter+document.AccessPrefix+label)
			closed.AndNot(with)
			err = errors.Join(err, fault)
		}
		if err != nil {
			closed.AddRange(0, uint64(snap.SegmentDocs(seg)))
			faults = append(faults, err)
		}
		s.closed[seg], s.some = closed, s.some || !closed.IsEmpty()
	}
	return s, errors.Join(faults...)
}

// pagesWith returns the documents of a segment that have a term.
func pagesWith(snap *index.Snapshot, seg int, term string) (*roaring.Bitmap, error) {
	out := roaring.New()
	docs, err := snap.Postings(seg, term)
	if err != nil || docs == nil {
		return out, err
	}
	for docs.Next() {
		out.Add(docs.Doc())
	}
	return out, whole(docs)
}

// errLost is for pages of which it cannot be read whether a secret opened them.
var errLost = &aranea.Error{Op: "tell pages of secrets", Kind: aranea.Corrupt, Err: errors.New("a part of their list cannot be read")}

// whole returns an error if a list is not whole.
func whole(docs *segment.Postings) error {
	if err := docs.Err(); err != nil || !docs.Lost() {
		return err
	}
	return errLost
}

// Is reports whether a page of a snapshot was read with a secret. Of many pages, Of and Covers tell it faster.
func Is(snap *index.Snapshot, seg int, doc uint32) (bool, error) {
	docs, err := snap.Postings(seg, protected)
	if err != nil || docs == nil {
		return false, err
	}
	return docs.SeekGE(doc) && docs.Doc() == doc, whole(docs)
}

// Covers reports whether the page of a URL was read with a secret.
func (s *Secrecy) Covers(id weburl.ID) bool {
	if !s.some || id.IsZero() {
		return false
	}
	seg, doc, found := s.snap.Lookup(id)
	return found && s.Has(seg, doc)
}

// Has reports whether a document of a segment was read with a secret.
func (s *Secrecy) Has(seg int, doc uint32) bool { return s.some && s.closed[seg].Contains(doc) }

// Close ends the use of the index.
func (s *Secrecy) Close() {
	if s.snap != nil {
		s.snap.Close()
	}
}
