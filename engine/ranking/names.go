package ranking

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/sitename"
)

// namesName is the name of the names of sites in faults.
const namesName = "names of sites"

// Names returns the words that sites are called by in the titles of their pages, nil if none were learned.
func (r *Ranker) Names() *sitename.Table { return r.names.Table() }

// openNames reads the names of sites. It removes damaged ones.
func (r *Ranker) openNames() error {
	t, err := sitename.Open(r.files)
	if aranea.KindOf(err) != aranea.Corrupt {
		r.names.Put(t)
		return err
	}
	r.opt.Logger.Warn("the names of sites are damaged and will be learned anew", "error", err)
	r.faults = append(r.faults, index.Fault{File: namesName, Text: err.Error()})
	if r.opt.View {
		return nil
	}
	return sitename.Forget(r.files)
}

// learnNames learns the names of sites, and writes them if they have changed.
func (r *Ranker) learnNames(ctx context.Context) error {
	snap, err := r.opt.Pages.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	t, err := sitename.Learn(func() iter.Seq2[sitename.Page, error] { return titled(ctx, snap) }, func(word string) (int, error) { return having(snap, word) })
	if err != nil || t.Equal(r.Names()) {
		return err
	}
	if err := t.Write(r.files); err != nil {
		return err
	}
	r.names.Put(t)
	return nil
}

// having returns how many pages of a snapshot have a form of a word, closed ones and those that were
// replaced among them.
func having(snap *index.Snapshot, form string) (n int, err error) {
	var p segment.Postings
	for seg := range snap.Segments() {
		ok, err := snap.Find(&p, seg, []byte(form))
		if err != nil {
			return 0, err
		}
		if ok {
			n += p.DocFreq()
		}
	}
	return n, nil
}

// titled yields the pages that everybody can find: what a page says that was read with a secret must not
// show in what others find. Segments are left out of which it cannot be read what these pages are.
func titled(ctx context.Context, snap *index.Snapshot) iter.Seq2[sitename.Page, error] {
	return func(yield func(sitename.Page, error) bool) {
		for seg := range snap.Segments() {
			closed, err := snap.Postings(seg, segment.PrefixFilter+document.Protected)
			if err != nil {
				yield(sitename.Page{}, err)
				return
			}
			if closed != nil && closed.Lost() {
				continue
			}
			doc, langs := uint32(0), snap.Langs(seg)
			for d, err := range snap.Titles(ctx, seg) {
				if err != nil {
					yield(sitename.Page{}, err)
					return
				}
				open := snap.Findable(seg, doc) && (closed == nil || !closed.SeekGE(doc) || closed.Doc() != doc)
				if open && !yield(sitename.Page{URL: d.URL, Title: d.Title, Lang: langs[snap.Lang(seg, doc)]}, nil) {
					return
				}
				doc++
			}
			if closed != nil && closed.Err() != nil {
				yield(sitename.Page{}, closed.Err())
				return
			}
		}
	}
}
