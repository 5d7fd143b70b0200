// Package elements is the form in which a segment keeps the elements of documents: of which kind and
// zone they are, and which positions they take.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure: whoever keeps the bytes reads and
// checks them.
package elements

import (
	"encoding/binary"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/varint"
)

// KindAndZone returns the kind of an element and its zone as one byte.
func KindAndZone(k aranea.ElementKind, z aranea.Zone) byte { return byte(k) | byte(z)<<kindBits }

// FromKindAndZone reads what KindAndZone wrote.
func FromKindAndZone(b byte) (aranea.ElementKind, aranea.Zone) {
	return aranea.ElementKind(b & (1<<kindBits - 1)), aranea.Zone(b >> kindBits)
}

// kindBits is the number of bits of the kind in that byte.
const kindBits = 5

// Append appends elements. For each run of one kind and zone: these, the number of
// elements, and for each element its number of positions and, if it does not begin exactly one
// gap after the previous element, how much later.
func Append(b []byte, all []document.Element) []byte {
	next := uint32(0)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Kind == all[0].Kind && all[n].Zone == all[0].Zone {
			n++
		}
		b = append(b, KindAndZone(all[0].Kind, all[0].Zone))
		b = binary.AppendUvarint(b, uint64(n))
		for _, e := range all[:n] {
			if e.First == next {
				b = binary.AppendUvarint(b, uint64(e.Words)<<1)
			} else {
				b = binary.AppendUvarint(b, uint64(e.Words)<<1|1)
				b = binary.AppendUvarint(b, uint64(e.First-next))
			}
			next = e.First + e.Words + document.ElementGap
		}
		all = all[n:]
	}
	return b
}

// FormerGap is the gap between elements that former versions of Append knew, which wrote all of their
// documents with that.
const FormerGap = 16

// Decode reads what Append wrote. The gap is document.ElementGap, or FormerGap.
func Decode(b []byte, gap uint32) ([]document.Element, bool) {
	c := varint.NewReader(b)
	var out []document.Element
	next := uint32(0)
	for c.Len() > 0 {
		kind, zone := FromKindAndZone(c.Byte())
		n := c.Uint()
		if n > uint64(c.Len()) {
			return out, false
		}
		for range n {
			v := c.Uint()
			first := next
			if v&1 != 0 {
				first += uint32(c.Uint())
			}
			out = append(out, document.Element{Kind: kind, Zone: zone, First: first, Words: uint32(v >> 1)})
			next = first + uint32(v>>1) + gap
		}
	}
	return out, !c.Bad()
}
