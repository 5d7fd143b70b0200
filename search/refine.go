package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/weight"
)

// mayGain bounds what the second stage adds to the score of a hit.
func (p *plan) mayGain(h *hit) float64 { return p.gain(p.mostOf(h), int(h.seg), h.doc) }

// mostOf returns the largest impacts of the words in a hit, valid until the next call.
func (p *plan) mostOf(h *hit) []uint8 {
	p.bytes = p.bytes[:0]
	for i := range p.words {
		most := uint8(math.MaxUint8) // unknown
		if i < len(h.most) {
			most = h.most[i]
		}
		p.bytes = append(p.bytes, most)
	}
	return p.bytes
}

// refineBatch adds the second stage to the scores of some hits.
func (p *plan) refineBatch(hits []hit, batch []int32) error {
	// Cursors only move forward, so visit in the order of the index.
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
	}
	for _, m := range p.matchers {
		if err := m.err(); err != nil {
			return err
		}
	}
	if err := p.said(hits, batch); err != nil {
		return err
	}
	for _, i := range batch {
		hits[i].might = hits[i].score + hits[i].rest
	}
	return nil
}

// refineOne adds the second stage to the score of a hit: its title, and, if the hit may still
// be among the results then, the nearness of its words.
func (p *plan) refineOne(h *hit, m *matcher) {
	if p.filterOnly || !p.explaining && p.mayGain(h) == 0 {
		return // its positions make no difference
	}
	if p.explaining {
		p.noteWords(h, m)
	}
	p.matchTitle(h, m)
	p.title.Each(p.sumIDF, h.add)
	if p.rest(h, m); h.rest == 0 || !p.explaining && m.isBeaten(h) {
		return
	}
	p.nearness(h, m)
}

// matchTitle looks for the words of the query in the title of a hit.
func (p *plan) matchTitle(h *hit, m *matcher) {
	col, filter := p.snap.Column(int(h.seg), h.doc), p.snap.Title(int(h.seg), h.doc)
	first, end := col.TitleFirst, col.TitleFirst+uint32(col.TitleWords)
	p.title.Begin(first, int(col.TitleWords), p.affix(int(h.seg), h.doc))
	p.onNamed = p.onNamed[:0]
	for i, c := range m.words {
		w, at := p.words[i], uint32(segment.NoDoc)
		if p.mayBeTitled(h, i, int(col.TitleWords), filter) {
			at = c.FirstIn(h.doc, first, end, filter)
		}
		on := w.names && c.Seek(h.doc) == h.doc && c.Named()
		if p.onNamed = append(p.onNamed, on); on && at == segment.NoDoc {
			p.title.Named(w.idf)
			continue
		}
		p.title.Found(at, c.Len(), w.idf, i > 0 && w.text != p.words[i-1].text)
	}
}

// mayBeTitled reports whether a word may be in the title of a hit, which has that many words
// and this filter.
func (p *plan) mayBeTitled(h *hit, word, words int, title uint64) bool {
	if title == 0 {
		return false // the title is that of the site
	}
	most := uint8(math.MaxUint8)
	if word < len(h.most) {
		most = h.most[word]
	}
	return p.explaining || p.words[word].mayStand(most, words, title)
}

// rest bounds what the second stage adds after the title.
func (p *plan) rest(h *hit, m *matcher) {
	if h.rest = p.nearGain(p.mostOf(h)) * rounding; h.rest > 0 && len(m.words) < 2 {
		h.rest = 0
	}
}

// isBeaten reports whether a hit cannot come among the wanted results, whatever is still added.
func (m *matcher) isBeaten(h *hit) bool {
	c := m.goal.contest
	if c == nil {
		return false
	}
	might := h.score + h.rest
	if !h.named {
		might += m.p.slack
	}
	return c.Beaten(might, h.Spot())
}

// noteWords records what the words of a hit add to its score.
func (p *plan) noteWords(h *hit, m *matcher) {
	m.find(h.doc)
	forms := p.allForms
	for i, c := range m.words {
		w := p.words[i]
		if !m.here[i] {
			forms = w.spoil(forms, 0)
			continue
		}
		most, form := c.Impacts()
		if w.names && c.Named() {
			h.note("name of the site: "+w.text, w.part(most, form))
			forms = w.spoil(forms, form)
			continue
		}
		h.note("word "+w.name(), w.part(most, 0))
		h.note("exact form "+w.text, w.part(0, form))
		forms = w.spoil(forms, form)
	}
	h.note("all words in their exact forms", forms)
}

// static adds what does not depend on the words: distance from a seed, and what the page has besides. If no words
// rank, shallow pages come first, then those of higher rank.
func (p *plan) static(h *hit) {
	depth := p.snap.Depth(int(h.seg), h.doc)
	if h.add("depth", -weight.DepthPenalty*p.sumIDF*float64(min(depth, weight.MostDepth))); p.filterOnly {
		h.add("depth", -float64(depth))
	}
	if p.at != nil && *p.at == h.Spot() {
		h.add("address is the query", weight.Address*p.sumIDF)
	}
	p.base.Each(p.snap, int(h.seg), h.doc, p.explaining, func(name string, share float64) { h.add(name, share*p.full) })
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

// nearness adds, for neighbouring words of the query, the smaller of the two rarities divided
// by the square of their distance. It stops early if the hit cannot come among the results
// anyway.
func (p *plan) nearness(h *hit, m *matcher) {
	sum := 0.0
	var before []uint32
	for i := range m.words {
		at := p.placesOf(h, m, i)
		if d := postings.Closest(before, at); i > 0 && d > 0 && d <= nearestWindow {
			sum += p.pair(i, p.onNamed) / float64(d*d)
		}
		if before = at; i == 0 || i+1 == len(m.words) || p.explaining {
			continue
		}
		rest := h.rest
		if h.rest = p.restBehind(h, i) + weight.Near*sum*rounding; m.isBeaten(h) {
			return
		}
		h.rest = rest
	}
	h.rest = 0
	h.add("nearness", weight.Near*sum)
}

// restBehind bounds what nearness adds for the pairs of words that begin at one or later.
func (p *plan) restBehind(h *hit, from int) float64 {
	most := p.mostOf(h)
	clear(most[:from])
	return p.nearGain(most) * rounding
}

// placesOf returns the positions of a word in a hit.
func (p *plan) placesOf(h *hit, m *matcher, word int) []uint32 {
	if word < len(h.most) && h.most[word] == 0 && !p.explaining {
		return nil
	}
	if c := m.words[word]; c.Seek(h.doc) == h.doc {
		return c.Starts(h.doc)
	}
	return nil
}
