package index

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index/segment"
)

// A Stored is everything that the index keeps of a page besides its words.
type Stored struct {
	segment.Stored
	Segment int  // of the snapshot
	Hidden  bool // it is kept but not found
}

// Documents yields every readable document of the snapshot, segment by segment. An error is
// yielded last.
func (s *Snapshot) Documents(ctx context.Context) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for seg, l := range s.live {
			for d, err := range l.Documents(ctx, l.holes) {
				if err != nil {
					yield(Stored{}, err)
					return
				}
				if !l.isDeleted(d.Doc) && !yield(Stored{d, seg, l.isHidden(d.Doc)}, nil) {
					return
				}
			}
		}
	}
}

// Titles yields the address and the title of every document of a segment in order, including documents
// that cannot be found; empty ones for those that cannot be read. An error is yielded last.
func (s *Snapshot) Titles(ctx context.Context, seg int) iter.Seq2[segment.Titled, error] {
	return s.live[seg].Titles(ctx, s.live[seg].holes)
}
