package index

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/document"
)

// A Stored is all that the index keeps of a page besides its words.
type Stored struct {
	document.Record
	Hidden bool   // it is kept and not found
	Text   []byte // for snippets, empty if the page's owner permits none; valid until the next document
}

// Documents yields every document of the snapshot, segment by segment. The
// error is the last thing that is yielded.
func (s *Snapshot) Documents(ctx context.Context) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for _, l := range s.live {
			if !l.documents(ctx, yield) {
				return
			}
		}
	}
}

// documents yields the live documents of a segment and reports whether more may
// follow.
func (l live) documents(ctx context.Context, yield func(Stored, error) bool) bool {
	var texts [][]byte
	for i := range l.foot.Docs {
		err := ctx.Err()
		if err == nil && i%textBlockDocs == 0 {
			texts, err = l.textBlock(i / textBlockDocs)
		}
		if err == nil && i%textBlockDocs >= len(texts) {
			err = l.parts[partText].err(0)
		}
		var d document.Record
		if err == nil {
			d, err = l.doc(uint32(i))
		}
		if err != nil {
			yield(Stored{}, err)
			return false
		}
		if !l.isDeleted(uint32(i)) && !yield(Stored{d, l.isHidden(uint32(i)), texts[i%textBlockDocs]}, nil) {
			return false
		}
	}
	return true
}
