package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/lists"
	"github.com/aranea-search/aranea/search/score"
)

// mayGain bounds what the second stage adds to the score of a hit.
func (p *plan) mayGain(h *hit) float64 {
	p.bytes = p.bytes[:0]
	for i := range p.words {
		most := uint8(math.MaxUint8) // it may be anything
		if i < len(h.most) {
			most = h.most[i]
		}
		p.bytes = append(p.bytes, most)
	}
	return p.gain(p.bytes, p.titleWords(h))
}

// titleWords returns of how many words the title of a hit is.
func (p *plan) titleWords(h *hit) int { return int(p.snap.Column(int(h.seg), h.doc).TitleWords) }

// refineBatch adds the parts of the second stage to some of the hits.
func (p *plan) refineBatch(hits []hit, batch []int32) error {
	// Cursors move forward only: visit by place.
	slices.SortFunc(batch, func(a, b int32) int {
		return cmp.Or(cmp.Compare(hits[a].seg, hits[b].seg), cmp.Compare(hits[a].doc, hits[b].doc))
	})
	seg := int32(-1)
	for _, i := range batch {
		h := &hits[i]
		m := p.matchers[h.seg]
		if h.seg != seg {
			seg = h.seg
			for _, c := range m.words {
				c.Start()
			}
		}
		h.refined = true
		p.refineOne(h, m)
		if err := m.err(); err != nil {
			return err
		}
	}
	return p.said(hits, batch)
}

// refineOne adds the parts of the second stage to a hit.
func (p *plan) refineOne(h *hit, m *matcher) {
	if p.filterOnly || !p.explaining && p.mayGain(h) == 0 {
		return // its positions say nothing
	}
	col := p.snap.Column(int(h.seg), h.doc)
	first, end := col.TitleFirst, col.TitleFirst+uint32(col.TitleWords)
	p.places, p.inTitle = p.places[:0], p.inTitle[:0]
	titled, matched, forms := 0.0, 0, p.allForms
	for i, c := range m.words {
		p.places, p.inTitle = append(p.places, nil), append(p.inTitle, segment.NoDoc)
		w := p.words[i]
		if c.Seek(h.doc) != h.doc {
			forms = w.spoil(forms, 0)
			continue
		}
		starts := c.Starts(h.doc)
		if c.Follows() && len(starts) == 0 {
			forms = w.spoil(forms, 0)
			continue // the parts of a cut word lie apart
		}
		if p.explaining {
			most, form := c.Impacts()
			h.note("word "+w.text, w.part(most, 0))
			h.note("exact form "+w.text, w.part(0, form))
			forms = w.spoil(forms, form)
		}
		p.places[i] = starts
		if at, _ := slices.BinarySearch(starts, first); at < len(starts) && starts[at] < end {
			p.inTitle[i] = starts[at]
			titled += w.idf
			matched += c.Len()
		}
	}
	if p.explaining {
		h.note("all words in their exact forms", forms)
	}
	p.title(h, titled, p.inTitle, float64(matched)/float64(max(end-first, 1)))
	h.add("nearness", nearShare*p.nearness(p.places))
}

// title adds what the title says: titled is the rarity of the words in it, filled
// the share of it that they take.
func (p *plan) title(h *hit, titled float64, inTitle []uint32, filled float64) {
	if titled == 0 || p.sumIDF == 0 {
		return
	}
	full := min(1, filled)
	h.add("title", titleShare*titled*(titled/p.sumIDF)*(0.25+0.75*full))
	if lists.InOrder(inTitle) {
		h.add("title in order", orderShare*p.sumIDF*full)
	}
	if filled >= 1 && !slices.Contains(inTitle, segment.NoDoc) && slices.IsSorted(inTitle) {
		h.add("title is the query", isTitleShare*p.sumIDF)
	}
}

// static adds to the score of a hit what does not depend on the query: how many links
// the page is away from a seed, and its static rank. Where nothing is ranked by
// words, shallow pages come first, and the rank orders those of one depth.
func (p *plan) static(h *hit) {
	depth := p.snap.Column(int(h.seg), h.doc).Depth
	if h.add("depth", -depthPenalty*p.sumIDF*float64(min(depth, mostDepth))); p.filterOnly {
		h.add("depth", -float64(depth))
	}
	if p.ranks == nil {
		return
	}
	l := p.ranks.Levels(int(h.seg), h.doc)
	if l == (rank.Levels{}) {
		return
	}
	full := p.sumIDF / 255
	if p.filterOnly {
		full = 1 / (rankShare * 255)
	}
	h.add("rank: links to the page", pageShare*full*float64(l.Page))
	h.add("rank: links to its site", siteShare*full*float64(l.Site))
	h.add("rank: sites that link to it", sitesShare*full*float64(l.Sites))
}

// add adds a part to the score.
func (h *hit) add(name string, v float64) {
	if v == 0 {
		return
	}
	h.score += v
	if h.p.explaining {
		h.note(name, v)
	}
}

// note adds a part to the explanation of the score.
func (h *hit) note(name string, v float64) {
	if v == 0 {
		return
	}
	if h.parts == nil {
		h.parts = &score.Parts{}
	}
	*h.parts = append(*h.parts, score.Part{Name: name, Value: v})
}

// nearness sums over neighbouring words of the query how close they come: the
// smaller rarity of the two, by the square of the distance.
func (p *plan) nearness(places [][]uint32) float64 {
	sum := 0.0
	for i := 1; i < len(places); i++ {
		if d := lists.Closest(places[i-1], places[i]); d > 0 && d <= nearestWindow {
			sum += min(p.words[i-1].idf, p.words[i].idf) / float64(d*d)
		}
	}
	return sum
}
