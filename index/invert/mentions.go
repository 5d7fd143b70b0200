package invert

// mentions are what the document that is being added says of terms: few, and side by
// side, so that a word that comes again costs no look at all that is known of it.
type mentions struct {
	all    []mention
	hits   []hit
	places []uint32 // of a mention
}

// A mention is a term in the current document.
type mention struct {
	term        uint32
	first, last int32 // hits, -1 for none
	weight      float64
}

// A hit is one occurrence in the current document.
type hit struct {
	pos  uint32
	next int32
}

func (m *mentions) reset() { m.all, m.hits = m.all[:0], m.hits[:0] }

// find returns the mention of a term that local says where it may stand; nil if there
// is none.
func (m *mentions) find(n uint32, local *uint32) *mention {
	if i := *local; int(i) < len(m.all) && m.all[i].term == n {
		return &m.all[i]
	}
	return nil
}

// touch notes that a term is in the document, and returns where it stands.
func (m *mentions) touch(n uint32, local *uint32, weight float64) uint32 {
	at := m.find(n, local)
	if at == nil {
		*local = uint32(len(m.all))
		m.all = append(m.all, mention{term: n, first: -1})
		at = &m.all[len(m.all)-1]
	}
	at.weight += weight
	return *local
}

// hit notes an occurrence of a mention at a position.
func (m *mentions) hit(at *mention, pos uint32) {
	i := int32(len(m.hits))
	m.hits = append(m.hits, hit{pos, -1})
	if at.first < 0 {
		at.first = i
	} else {
		m.hits[at.last].next = i
	}
	at.last = i
}

// placesOf returns where a term stands in the document, ascending, until it is called again.
func (m *mentions) placesOf(at *mention) []uint32 {
	m.places = m.places[:0]
	for i := at.first; i >= 0; i = m.hits[i].next {
		m.places = append(m.places, m.hits[i].pos)
	}
	return m.places
}
