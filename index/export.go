package index

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index/segment"
)

// A Stored is all that the index keeps of a page besides its words.
type Stored struct {
	segment.Stored
	Hidden bool // it is kept and not found
}

// Documents yields every document of the snapshot that can be read, segment by segment. The
// error is the last thing that is yielded.
func (s *Snapshot) Documents(ctx context.Context) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for _, l := range s.live {
			for d, err := range l.Documents(ctx, l.holes) {
				if err != nil {
					yield(Stored{}, err)
					return
				}
				if !l.isDeleted(d.Doc) && !yield(Stored{d, l.isHidden(d.Doc)}, nil) {
					return
				}
			}
		}
	}
}

// URLs yields the URL of every document of a segment in order, those that cannot be
// found included; "" for those that cannot be read. The error is the last thing that is
// yielded.
func (s *Snapshot) URLs(ctx context.Context, seg int) iter.Seq2[string, error] {
	return s.live[seg].URLs(ctx, s.live[seg].holes)
}
