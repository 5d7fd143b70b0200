package index

import (
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
)

func appendDoc(b []byte, d *document.Record) []byte {
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	text(d.URL)
	text(d.Title)
	text(d.Heading)
	text(d.Description)
	text(d.Lang)
	text(d.Format)
	b = binary.AppendUvarint(b, uint64(d.FetchedAt.Unix()))
	b = binary.AppendUvarint(b, uint64(d.Depth))
	b = binary.AppendUvarint(b, uint64(d.Version))
	b = binary.AppendUvarint(b, uint64(len(d.Elements)))
	last := uint32(0)
	for _, e := range d.Elements {
		b = append(b, byte(e.Kind))
		b = binary.AppendUvarint(b, uint64(e.First-last))
		b = binary.AppendUvarint(b, uint64(e.Words))
		last = e.First
	}
	if d.MaxSnippet > 0 || !d.Expires.IsZero() {
		b = binary.AppendUvarint(b, uint64(d.MaxSnippet))
		b = binary.AppendUvarint(b, fromTime(d.Expires))
	}
	return b
}

// A Head is what ranking needs of a document, read without its texts.
type Head struct {
	TitleFirst, TitleEnd uint32 // the positions of the title, empty without one
	Depth                uint16
}

// decodeHead reads the head of a record and makes nothing.
func decodeHead(b []byte) (Head, bool) {
	c := cursor{b: b}
	for range 6 { // URL, title, heading, description, language, format
		c.take(c.uint())
	}
	c.uint() // time of the visit
	h := Head{Depth: uint16(c.uint())}
	c.uint() // version
	first := uint32(0)
	for n := c.uint(); n > 0 && !c.bad; n-- {
		kind := aranea.ElementKind(c.byte())
		first += uint32(c.uint())
		words := uint32(c.uint())
		if kind == aranea.ElementTitle {
			h.TitleFirst, h.TitleEnd = first, first+words
			break
		}
	}
	return h, !c.bad
}

func decodeDoc(b []byte) (document.Record, bool) {
	c := cursor{b: b}
	d := document.Record{URL: c.text(), Title: c.text(), Heading: c.text(), Description: c.text(), Lang: c.text(), Format: c.text()}
	d.FetchedAt = time.Unix(int64(c.uint()), 0).UTC()
	d.Depth = uint16(c.uint())
	d.Version = uint32(c.uint())
	n := c.uint()
	if n > uint64(len(c.b)) {
		return d, false
	}
	last := uint32(0)
	for range n {
		e := document.Element{Kind: aranea.ElementKind(c.byte())}
		last += uint32(c.uint())
		e.First, e.Words = last, uint32(c.uint())
		d.Elements = append(d.Elements, e)
	}
	if len(c.b) > 0 {
		d.MaxSnippet = uint32(c.uint())
		d.Expires = toTime(c.uint())
	}
	return d, !c.bad
}

// fromTime returns the seconds since 1970 plus one, 0 for no time. An instant
// before 1970 counts as its start.
func fromTime(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(max(t.Unix(), 0)) + 1
}

func toTime(n uint64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(int64(n-1), 0).UTC()
}
