package ranking

import (
	"cmp"
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
)

// opened reads a file of what was learned of pages, which is called by a name in faults. A damaged one is
// removed, because it is learned anew.
func opened[T any](r *Ranker, name string, open func(rank.Folder) (*T, error), forget func(rank.Folder) error) (*T, error) {
	t, err := open(r.files)
	if aranea.KindOf(err) != aranea.Corrupt {
		return t, err
	}
	r.opt.Logger.Warn("the "+name+" are damaged and will be learned anew", "error", err)
	r.faults = append(r.faults, index.Fault{File: name, Text: err.Error()})
	if r.opt.View {
		return nil, nil
	}
	return nil, forget(r.files)
}

// A page is a document of a snapshot with its address and title.
type page struct {
	segment.Titled
	seg int
	doc uint32
	xml bool // its format
}

// openPages yields the pages that everybody can find: what a page says that was read with a secret must not
// show in what others find. Segments are left out of which it cannot be read what these pages are.
func openPages(ctx context.Context, snap *index.Snapshot) iter.Seq2[page, error] {
	return func(yield func(page, error) bool) {
		for seg := range snap.Segments() {
			closed, err := snap.Postings(seg, segment.PrefixFilter+document.Protected)
			if err != nil {
				yield(page{}, err)
				return
			}
			data, err := snap.Postings(seg, segment.PrefixFilter+filter.Of(query.FileType, "xml"))
			if err != nil {
				yield(page{}, err)
				return
			}
			if closed != nil && closed.Lost() {
				continue
			}
			doc := uint32(0)
			for d, err := range snap.Titles(ctx, seg) {
				if err != nil {
					yield(page{}, err)
					return
				}
				open := snap.Findable(seg, doc) && !has(closed, doc)
				if open && !yield(page{d, seg, doc, has(data, doc)}, nil) {
					return
				}
				doc++
			}
			if err := cmp.Or(fault(closed), fault(data)); err != nil {
				yield(page{}, err)
				return
			}
		}
	}
}

// has reports whether a document is among postings, which are asked in ascending order; p may be nil.
func has(p *segment.Postings, doc uint32) bool { return p != nil && p.SeekGE(doc) && p.Doc() == doc }

// fault returns why postings ended; p may be nil.
func fault(p *segment.Postings) error {
	if p == nil {
		return nil
	}
	return p.Err()
}
