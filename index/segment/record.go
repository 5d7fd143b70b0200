package segment

import (
	"encoding/binary"
	"time"

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

// A Titled is the address of a page, its title, and the first heading of its main text, empty if it has none.
type Titled struct{ URL, Title, Heading string }

// decodeTitled reads only the first texts of what appendRecord wrote.
func decodeTitled(b []byte) (Titled, bool) {
	c := varint.NewReader(b)
	return Titled{URL: c.Text(), Title: c.Text(), Heading: c.Text()}, !c.Bad()
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
