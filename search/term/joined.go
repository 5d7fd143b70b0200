package term

import (
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
)

// Join makes two tokens stand, besides, for the word that both are if they are written as one: it has both
// of them, at one place. Its pages do not make the tokens less rare.
func (o *Opener) Join(a, b *Token) error {
	whole := a.Form + b.Form
	bit, df := segment.TitleBit(whole), 0
	for seg := range a.cursors {
		p, err := o.find(seg, whole)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		df += p.DocFreq()
		q := o.Lend()
		q.Copy(p)
		a.cursors[seg].Add(postings.List{P: p, Bit: bit})
		b.cursors[seg].Add(postings.List{P: q, Bit: bit})
	}
	if df == 0 {
		return nil
	}
	for _, t := range []*Token{a, b} {
		t.Count += df
		t.Bits |= bit
		t.Forms = append(t.Forms, whole)
	}
	return nil
}
