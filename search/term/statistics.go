package term

import (
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
)

// collect notes what the index says of a word: the languages of the pages that have its form, and in how many
// pages it is under each of the terms by which any language may look it up. Which of these count is decided
// when all indexes have said theirs.
func (o *Opener) collect(t *Token) error {
	postings.CountLanguages(o.local, o.snap, t.cursors, t.QueryToken)
	for _, form := range t.Prefixed() {
		if err := o.count(form); err != nil {
			return err
		}
	}
	for stem := range t.AllStems {
		if err := o.count(stem.Term); err != nil {
			return err
		}
		if !stem.Own {
			continue
		}
		if err := o.count(stem.Base); err != nil {
			return err
		}
	}
	return nil
}

// count notes in how many documents a term is.
func (o *Opener) count(term string) error {
	docs := 0
	var p segment.Postings
	for seg := range o.snap.Segments() {
		o.term = append(o.term[:0], term...)
		ok, err := o.snap.Find(&p, seg, o.term)
		if err != nil {
			return err
		}
		if ok {
			docs += p.DocFreq()
		}
	}
	o.local.Count(term, docs)
	return nil
}
