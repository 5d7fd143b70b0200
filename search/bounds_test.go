package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/query"
)

// TestBoundsHold: what the second stage adds to a page is never more than what was told before it looked,
// by the impacts of the page, by those of its block, or by those of any page; words that name sites among
// the words, and titles of which a part is the site's.
func TestBoundsHold(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 12))
	pages := randomNamed(rnd, 1500)
	s := buildNamed(t, pages)
	s.opt.Signals = affixes(t, pages, 2)
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	word := func() string { return fmt.Sprintf("zq%dx", rnd.IntN(9)) }
	titled := 0
	for n := range 40 {
		q := []string{"mothx " + word(), word() + " mothx " + word(), word() + " " + word() + " docs", word() + " OR mothx " + word()}[n%4]
		p, err := s.compile(snap, wording{tree: query.Parse(q)})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.matchers {
			m.begin(goal{need: 1}, 0)
			for doc := range m.limit {
				if m.find(doc); !slices.Contains(m.here, true) {
					continue
				}
				h := hit{p: p, seg: int32(m.seg), doc: doc}
				first := m.score(doc, &h.most)
				might, any := p.mayGain(&h), p.anyGain(p.mostOf(&h))
				block := make([]uint8, len(m.words))
				for i, w := range m.words {
					block[i], _, _ = w.Bound(doc)
				}
				wide := p.anyGain(block)
				p.refineOne(&h, m)
				if got := h.score; got > might*rounding || got > any*rounding || got > wide*rounding {
					t.Fatalf("%s: document %d of segment %d, with %g of the first stage, gains %g, bounds are %g, %g and %g", q, doc, m.seg, first, got, might, any, wide)
				}
				if h.score > 0 && slices.Contains(p.onNamed, true) {
					titled++
				}
			}
			if err := m.err(); err != nil {
				t.Fatal(err)
			}
		}
		p.close()
	}
	if titled < 100 {
		t.Errorf("%d pages on a site that is named gain by a title: too few to say anything", titled)
	}
}
