package invert

import "encoding/binary"

// mentions are what the document that is being added says of terms: few, and side by
// side, so that a word that comes again costs no look at all that is known of it.
type mentions struct {
	all  []mention
	hits []hit
}

// A mention is a term in the current document.
type mention struct {
	term        uint32
	first, last int32 // hits, -1 for none
	freq        uint32
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

// touch notes that a term is in the document.
func (m *mentions) touch(n uint32, local *uint32, weight float64) *mention {
	at := m.find(n, local)
	if at == nil {
		*local = uint32(len(m.all))
		m.all = append(m.all, mention{term: n, first: -1})
		at = &m.all[len(m.all)-1]
	}
	at.freq++
	at.weight += weight
	return at
}

// hit notes an occurrence of a term at a position.
func (m *mentions) hit(n uint32, local *uint32, pos uint32, weight float64) {
	at := m.touch(n, local, weight)
	i := int32(len(m.hits))
	m.hits = append(m.hits, hit{pos, -1})
	if at.first < 0 {
		at.first = i
	} else {
		m.hits[at.last].next = i
	}
	at.last = i
}

// positions appends how often a term stands in the document, and where: the first
// position, then the differences.
func (m *mentions) positions(p []byte, at *mention) []byte {
	p = binary.AppendUvarint(p, uint64(at.freq))
	last := uint32(0)
	for i := at.first; i >= 0; i = m.hits[i].next {
		p = binary.AppendUvarint(p, uint64(m.hits[i].pos-last))
		last = m.hits[i].pos
	}
	return p
}
