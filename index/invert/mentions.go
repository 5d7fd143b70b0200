package invert

import (
	"slices"

	"github.com/aranea-search/aranea/index/impact"
)

// mentions are the terms of the document that is being added. They are few and contiguous, so
// that repeated words of a document stay in the cache.
type mentions struct {
	all    []mention
	hits   []hit    // in the order of the text
	places []uint32 // positions of each mention, one mention after another; valid after gather
}

// A mention is a term in the current document.
type mention struct {
	term   uint32
	freq   uint32 // number of its hits
	behind uint32 // end of its positions in places
	own    uint8  // 1 if one of its occurrences is outside of the template
	weight float64
}

// A hit is one occurrence in the current document.
type hit struct {
	pos     uint32
	mention uint32
}

// fine returns the weight as it stands in a chain: templateOnly is set if no occurrence is outside of
// the template.
func (m *mention) fine() impact.Fine {
	return impact.FineOf(m.weight) | templateOnly*impact.Fine(1-m.own)
}

func (m *mentions) reset() { m.all, m.hits = m.all[:0], m.hits[:0] }

// has reports whether the mention at an index is that of term n.
func (m *mentions) has(n, at uint32) bool { return int(at) < len(m.all) && m.all[at].term == n }

// enter returns the index of the mention of term n, adding one if *local does not give it.
func (m *mentions) enter(n uint32, local *uint32) uint32 {
	if !m.has(n, *local) {
		*local = uint32(len(m.all))
		m.all = append(m.all, mention{term: n})
	}
	return *local
}

// gather groups the positions by mention.
func (m *mentions) gather() {
	m.places = slices.Grow(m.places[:0], len(m.hits))[:len(m.hits)]
	at := uint32(0)
	for i := range m.all {
		m.all[i].behind = at
		at += m.all[i].freq
	}
	for _, h := range m.hits {
		of := &m.all[h.mention]
		m.places[of.behind] = h.pos
		of.behind++
	}
}

// placesOf returns the positions of a mention in the document, ascending. gather must have been
// called.
func (m *mentions) placesOf(at *mention) []uint32 { return m.places[at.behind-at.freq : at.behind] }
