package search

import (
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// Weights of the second stage, as shares of the sum of the words' rarities.
const (
	titleShare    = 1.6  // all words in the title, and nothing else there
	orderShare    = 0.5  // the title holds the words in order
	nearShare     = 0.5  // neighbouring words stand side by side
	exactShare    = 0.1  // the very forms of the words
	depthPenalty  = 0.01 // for each link away from a seed, at most ten
	nearestWindow = 8
)

// refine looks at each hit again, with positions.
func (p *plan) refine(hits []hit) error {
	order := make([]int, len(hits))
	for i := range order {
		order[i] = i
	}
	// Cursors move forward only: visit by place.
	slices.SortFunc(order, func(a, b int) int {
		if hits[a].seg != hits[b].seg {
			return hits[a].seg - hits[b].seg
		}
		return int(hits[a].doc) - int(hits[b].doc)
	})
	var chains []*chain
	seg := -1
	for _, i := range order {
		h := &hits[i]
		if h.seg != seg {
			seg = h.seg
			chains = chains[:0]
			for _, w := range p.words {
				c, err := p.chain(seg, w.tokens, w.phrase, query.NoField)
				if err != nil {
					return err
				}
				chains = append(chains, c)
			}
		}
		if err := p.refineOne(h, chains); err != nil {
			return err
		}
	}
	return nil
}

// refineOne adds the parts of the second stage to a hit.
func (p *plan) refineOne(h *hit, chains []*chain) error {
	d, err := p.snap.Head(h.seg, h.doc)
	if err != nil {
		return err
	}
	first, end := d.TitleFirst, d.TitleEnd
	places := make([][]uint32, len(chains))
	inTitle := make([]uint32, len(chains)) // position in the title, NoDoc for none
	titled, matched, exact := 0.0, 0, 0.0
	for i, c := range chains {
		inTitle[i] = index.NoDoc
		if c.seek(h.doc) != h.doc {
			continue
		}
		starts := c.starts()
		if c.follow && len(starts) == 0 {
			continue // the parts of a cut word lie apart
		}
		idf := p.words[i].idf
		h.parts = append(h.parts, Part{"word " + p.words[i].text, part(idf, c.impact())})
		places[i] = slices.Clone(starts)
		for _, pos := range places[i] {
			if pos >= first && pos < end {
				inTitle[i] = pos
				titled += idf
				matched += len(c.cursors)
				break
			}
		}
		exact += idf * exactness(c, h.doc)
	}
	if titled > 0 && p.sumIDF > 0 {
		full := min(1, float64(matched)/float64(max(end-first, 1)))
		v := titleShare * titled * (titled / p.sumIDF) * (0.25 + 0.75*full)
		h.add("title", v)
		if inOrder(inTitle) {
			h.add("title in order", orderShare*p.sumIDF*full)
		}
	}
	h.add("nearness", nearShare*p.nearness(places))
	h.add("exact forms", exactShare*exact)
	h.add("depth", -depthPenalty*p.sumIDF*float64(min(d.Depth, 10)))
	if p.filterOnly {
		// Nothing to rank by: shallow pages first.
		h.add("depth", -float64(d.Depth))
	}
	return nil
}

func (h *hit) add(name string, v float64) {
	if v != 0 {
		h.score += v
		h.parts = append(h.parts, Part{name, v})
	}
}

// exactness is the share of a chain's tokens whose very form is in the
// document. A word that is its own stem counts as exact.
func exactness(c *chain, doc uint32) float64 {
	n := 0
	for _, cur := range c.cursors {
		if cur.own || cur.exact != nil && cur.exact.SeekGE(doc) && cur.exact.Doc() == doc {
			n++
		}
	}
	return float64(n) / float64(len(c.cursors))
}

// inOrder reports whether all words are in the title, each after the one
// before.
func inOrder(pos []uint32) bool {
	for i, x := range pos {
		if x == index.NoDoc || i > 0 && x <= pos[i-1] {
			return false
		}
	}
	return len(pos) > 1
}

// nearness sums over neighbouring words of the query how close they come: the
// smaller rarity of the two, by the square of the distance.
func (p *plan) nearness(places [][]uint32) float64 {
	sum := 0.0
	for i := 1; i < len(places); i++ {
		if d := closest(places[i-1], places[i]); d > 0 && d <= nearestWindow {
			sum += min(p.words[i-1].idf, p.words[i].idf) / float64(d*d)
		}
	}
	return sum
}

// closest returns the smallest distance between positions of two ascending
// lists, 0 if one is empty.
func closest(a, b []uint32) uint32 {
	best := uint32(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		d := max(a[i], b[j]) - min(a[i], b[j])
		if d > 0 && (best == 0 || d < best) {
			best = d
		}
		if a[i] < b[j] {
			i++
		} else {
			j++
		}
	}
	return best
}
