package invert

import "slices"

// mentions are what the document that is being added says of terms: few, and side by
// side, so that a word that comes again costs no look at all that is known of it.
type mentions struct {
	all    []mention
	hits   []hit    // in the order of the text
	places []uint32 // where each mention stands, one mention behind another, once they are gathered
}

// A mention is a term in the current document.
type mention struct {
	term   uint32
	freq   uint32 // how often it is hit
	behind uint32 // the end of its places
	weight float64
}

// A hit is one occurrence in the current document.
type hit struct {
	pos     uint32
	mention uint32
}

func (m *mentions) reset() { m.all, m.hits = m.all[:0], m.hits[:0] }

// has reports whether a term is known to stand at a place among the mentions.
func (m *mentions) has(n, at uint32) bool { return int(at) < len(m.all) && m.all[at].term == n }

// enter returns where a term stands among the mentions, one more if local does not say where
// it is.
func (m *mentions) enter(n uint32, local *uint32) uint32 {
	if !m.has(n, *local) {
		*local = uint32(len(m.all))
		m.all = append(m.all, mention{term: n})
	}
	return *local
}

// gather puts the places of each mention side by side.
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

// placesOf returns where a term stands in the document, ascending. They are gathered.
func (m *mentions) placesOf(at *mention) []uint32 { return m.places[at.behind-at.freq : at.behind] }
