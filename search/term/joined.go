package term

import (
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/lists"
)

// Join makes two tokens stand for pages that write both as one word, as well, which has both at its place.
// They do not make the words less rare.
func (o *Opener) Join(a, b *Token) error {
	whole := a.Form + b.Form
	bit, df := segment.TitleBit(whole), 0
	for seg := range a.cursors {
		p := o.Lend()
		o.term = append(o.term[:0], whole...)
		ok, err := o.snap.Find(p, seg, o.term)
		if err != nil {
			return err
		}
		if !ok {
			o.GiveBack(p)
			continue
		}
		df += p.DocFreq()
		q := o.Lend()
		q.Copy(p)
		a.cursors[seg].Add(lists.List{P: p, Bit: bit})
		b.cursors[seg].Add(lists.List{P: q, Bit: bit})
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
