package term

import "github.com/aranea-search/aranea/search/postings"

// Name makes a token stand for the pages of sites that it names, given as their terms, as well. They do
// not make the word less rare.
func (o *Opener) Name(t *Token, sites []string) error {
	for _, site := range sites {
		for seg := range t.cursors {
			p, err := o.find(seg, site)
			if err != nil {
				return err
			}
			if p == nil {
				continue
			}
			t.Count += p.DocFreq()
			t.cursors[seg].Add(postings.List{P: p, Named: true})
		}
	}
	return nil
}
