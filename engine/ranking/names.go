package ranking

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/sitename"
)

// namesName is the name of the names of sites in faults.
const namesName = "names of sites"

// Names returns the words that sites are called by in the titles of their pages, and what of these titles is the sites';
// nil if nothing was learned.
func (r *Ranker) Names() *sitename.Table { return r.names.Table() }

// openNames reads the names of sites. It removes damaged ones.
func (r *Ranker) openNames() error {
	t, err := opened(r, namesName, sitename.Open, sitename.Forget)
	r.names.Put(t)
	return err
}

// learnNames learns the names of sites, and writes them if they have changed.
func (r *Ranker) learnNames(ctx context.Context) error {
	snap, err := r.opt.Pages.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	pages := func() iter.Seq2[sitename.Page, error] {
		return func(yield func(sitename.Page, error) bool) {
			for p, err := range openPages(ctx, snap) {
				if err != nil {
					yield(sitename.Page{}, err)
					return
				}
				of := sitename.Page{URL: p.URL, Title: p.Title, Key: p.key(snap), Words: snap.TitleWords(p.seg, p.doc), Lang: snap.Langs(p.seg)[snap.Lang(p.seg, p.doc)]}
				if !yield(of, nil) {
					return
				}
			}
		}
	}
	t, err := sitename.Learn(pages, func(word string) (int, error) { return having(snap, word) })
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
