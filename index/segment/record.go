package segment

import (
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/varint"
)

// appendRecord appends what results display of a document and its columns do not hold.
func appendRecord(b []byte, d *document.Record) []byte {
	for _, s := range []string{d.URL, d.Title, d.Heading, d.Description, d.Format} {
		b = varint.AppendText(b, s)
	}
	b = binary.AppendUvarint(b, uint64(d.Depth))
	b = binary.AppendUvarint(b, uint64(d.Version))
	if d.MaxSnippet > 0 || !d.Expires.IsZero() {
		b = binary.AppendUvarint(b, uint64(d.MaxSnippet))
		b = binary.AppendUvarint(b, FromTime(d.Expires))
	}
	return b
}

// decodeRecord reads what appendRecord wrote.
func decodeRecord(b []byte) (document.Record, bool) {
	c := varint.NewReader(b)
	d := document.Record{URL: c.Text(), Title: c.Text(), Heading: c.Text(), Description: c.Text(), Format: c.Text()}
	d.Depth = uint16(c.Uint())
	d.Version = uint32(c.Uint())
	if c.Len() > 0 {
		d.MaxSnippet = uint32(c.Uint())
		d.Expires = ToTime(c.Uint())
	}
	return d, !c.Bad()
}

// decodeURL reads only the URL of what appendRecord wrote.
func decodeURL(b []byte) (string, bool) {
	c := varint.NewReader(b)
	return c.Text(), !c.Bad()
}

// KindAndZone returns the kind of an element and its zone as one byte.
func KindAndZone(k aranea.ElementKind, z aranea.Zone) byte { return byte(k) | byte(z)<<elementKindBits }

// FromKindAndZone reads what KindAndZone wrote.
func FromKindAndZone(b byte) (aranea.ElementKind, aranea.Zone) {
	return aranea.ElementKind(b & (1<<elementKindBits - 1)), aranea.Zone(b >> elementKindBits)
}

// elementKindBits is the number of bits of the kind in that byte.
const elementKindBits = 5

// appendElements appends elements. For each run of one kind and zone: these, the number of
// elements, and for each element its number of positions and, if it does not begin exactly one
// gap after the previous element, how much later.
func appendElements(b []byte, all []document.Element) []byte {
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

// decodeElements reads what appendElements wrote.
func decodeElements(b []byte) ([]document.Element, bool) {
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
			next = first + uint32(v>>1) + document.ElementGap
		}
	}
	return out, !c.Bad()
}

// FromTime returns the seconds since 1970 plus one, 0 for the zero time. Instants before 1970
// count as its start.
func FromTime(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(max(t.Unix(), 0)) + 1
}

// ToTime returns the time from which FromTime made a number.
func ToTime(n uint64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(int64(n-1), 0).UTC()
}
