package term

import "github.com/aranea-search/aranea/search/lists"

// Name makes a token stand for the pages of sites that it names, given as their terms, as well. They do
// not make the word less rare.
func (o *Opener) Name(t *Token, sites []string) error {
	for _, site := range sites {
		o.term = append(o.term[:0], site...)
		for seg := range t.cursors {
			p := o.Lend()
			ok, err := o.snap.Find(p, seg, o.term)
			if err != nil {
				return err
			}
			if !ok {
				o.GiveBack(p)
				continue
			}
			t.Count += p.DocFreq()
			t.cursors[seg].Add(lists.List{P: p, Named: true})
		}
	}
	return nil
}
