package term

import (
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/lists"
)

// Name makes a token stand for the pages of the sites that it names as well, as it was typed, if it
// names any, and reports whether it does. They do not make the word less rare.
func (o *Opener) Name(t *Token, typed string) (named bool, err error) {
	terms, err := o.frozen.Named(func(later bool) ([]string, error) {
		if later {
			return domain.Named(o.snap, t.Form, typed, domain.MostLater)
		}
		return domain.Named(o.snap, t.Form, typed, domain.MostNamed)
	})
	if err != nil {
		return false, err
	}
	for _, term := range terms {
		o.term = append(o.term[:0], term...)
		for seg := range t.cursors {
			p := o.Lend()
			ok, err := o.snap.Find(p, seg, o.term)
			if err != nil {
				return false, err
			}
			if !ok {
				o.GiveBack(p)
				continue
			}
			t.Count += p.DocFreq()
			t.cursors[seg].Add(lists.List{P: p, Named: true})
		}
	}
	return len(terms) > 0, nil
}
