package linkcheck

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

// A secrecy tells which pages were read with a secret: the graph has none of their links. Its zero
// value knows none.
type secrecy struct {
	snap   *index.Snapshot
	closed []*roaring.Bitmap // by segment
	some   bool              // there are such pages
}

// secrecy returns which pages of the index were read with a secret. It must be closed.
func (c *Checker) secrecy(ctx context.Context) (*secrecy, error) {
	if c.pages == nil {
		return &secrecy{}, nil
	}
	snap, err := c.pages.Fresh(ctx)
	if err != nil {
		return nil, err
	}
	s := &secrecy{snap: snap, closed: make([]*roaring.Bitmap, snap.Segments())}
	for seg := range s.closed {
		docs, err := snap.Postings(seg, segment.PrefixFilter+document.Protected)
		if err == nil && docs != nil {
			s.closed[seg] = roaring.New()
			for docs.Next() {
				s.closed[seg].Add(docs.Doc())
				s.some = true
			}
			err = docs.Err()
		}
		if err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

// covers reports whether the page of a URL was read with a secret.
func (s *secrecy) covers(id weburl.ID) bool {
	if !s.some || id.IsZero() {
		return false
	}
	seg, doc, found := s.snap.Lookup(id)
	return found && s.closed[seg] != nil && s.closed[seg].Contains(doc)
}

// close ends the use of the index.
func (s *secrecy) close() {
	if s.snap != nil {
		s.snap.Close()
	}
}
