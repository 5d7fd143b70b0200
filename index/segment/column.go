package segment

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/checksum"
)

// columnSize is the number of bytes of a document's columns: first position of the title (4),
// length of the title (2), depth (1), language (1), site (4), time of the visit (4).
const columnSize = 16

// columnLang is the offset of the language in them.
const columnLang = 7

// A Column is what ranking reads of a document without decoding its record.
type Column struct {
	TitleFirst uint32 // the first position of the title
	TitleWords uint16 // number of positions of the title, 0 without one
	Depth      uint8  // links away from a seed, 255 for more
	Lang       uint8  // the number of the language in Segment.Langs
	Site       uint32 // hash of the registrable domain; few share one by chance
	Fetched    uint32 // the time of the visit in seconds since 1970
}

// SiteOf returns the hash of a registrable domain that columns hold.
func SiteOf(site string) uint32 { return checksum.Sum([]byte(site)) }

// columnOf returns the columns of a record, except for the language.
func columnOf(r *document.Record, site string) Column {
	first, end := r.TitleInterval()
	return Column{
		TitleFirst: first, TitleWords: uint16(min(end-first, math.MaxUint16)), Depth: uint8(min(r.Depth, math.MaxUint8)),
		Site: SiteOf(site), Fetched: uint32(min(max(r.FetchedAt.Unix(), 0), math.MaxUint32)),
	}
}

func appendColumn(b []byte, c Column) []byte {
	b = binary.LittleEndian.AppendUint32(b, c.TitleFirst)
	b = binary.LittleEndian.AppendUint16(b, c.TitleWords)
	b = append(b, c.Depth, c.Lang)
	b = binary.LittleEndian.AppendUint32(b, c.Site)
	return binary.LittleEndian.AppendUint32(b, c.Fetched)
}

// Column returns the columns of a document. doc must be below Docs.
func (s *Segment) Column(doc uint32) Column {
	b := s.columns[int(doc)*columnSize:][:columnSize]
	return Column{
		TitleFirst: binary.LittleEndian.Uint32(b), TitleWords: binary.LittleEndian.Uint16(b[4:]), Depth: b[6], Lang: b[columnLang],
		Site: binary.LittleEndian.Uint32(b[8:]), Fetched: binary.LittleEndian.Uint32(b[12:]),
	}
}

// Depth returns the number of links from a seed to a document, as in its Column.
func (s *Segment) Depth(doc uint32) uint8 { return s.columns[int(doc)*columnSize+6] }

// TitleWords returns the number of positions of a document's title, as in its Column.
func (s *Segment) TitleWords(doc uint32) int {
	return int(binary.LittleEndian.Uint16(s.columns[int(doc)*columnSize+4:]))
}

// dateSize is the number of bytes of a document's date.
const dateSize = 4

// packDate encodes the date that a page gives for itself: seconds since 1970, with the lowest
// bit set if it is the date of the last change; 0 for none.
func packDate(r *document.Record) uint32 {
	if r.Date.IsZero() {
		return 0
	}
	n := uint32(min(max(r.Date.Unix(), 2), math.MaxUint32)) &^ 1
	if r.DateKind == document.Modified {
		n |= 1
	}
	return n
}

// unpackDate reads what packDate wrote.
func unpackDate(n uint32) (time.Time, document.DateKind) {
	switch {
	case n == 0:
		return time.Time{}, document.Visited
	case n&1 != 0:
		return time.Unix(int64(n&^1), 0).UTC(), document.Modified
	}
	return time.Unix(int64(n), 0).UTC(), document.Published
}

// ownDate returns the packed date of a document, 0 if it has none of its own.
func (s *Segment) ownDate(doc uint32) uint32 {
	return binary.LittleEndian.Uint32(s.dates[int(doc)*dateSize:])
}

// OwnDate returns the date that a document or its server gives, in seconds since 1970 with a
// resolution of two seconds; 0 if they give none.
func (s *Segment) OwnDate(doc uint32) uint32 { return s.ownDate(doc) &^ 1 }

// Date returns the date of a document in seconds since 1970: its own date, with a resolution of
// two seconds, otherwise that of the visit.
func (s *Segment) Date(doc uint32) uint32 {
	if n := s.OwnDate(doc); n != 0 {
		return n
	}
	return binary.LittleEndian.Uint32(s.columns[int(doc)*columnSize+12:])
}

// sketchSize is the length of a sketch in bytes.
const sketchSize = 8

// Sketch returns the sketch of a document's text, 0 if it has none.
func (s *Segment) Sketch(doc uint32) uint64 {
	return binary.LittleEndian.Uint64(s.sketches[int(doc)*sketchSize:])
}

// titleSize is the number of bytes of a title's filter.
const titleSize = 8

// TitleBit returns the bit of a form or stem in the filters of titles: its number is the top
// six bits of the FNV-1a hash.
func TitleBit(term string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 0x100000001b3
	}
	return 1 << (h >> 58)
}

// Title returns the filter of a document's title. A form or stem whose bit is missing is not in
// the title; others may be.
func (s *Segment) Title(doc uint32) uint64 {
	return binary.LittleEndian.Uint64(s.titles[int(doc)*titleSize:])
}

// LeaveUntitled removes from a bit set of documents, whose lowest bit is document from, those
// whose titles have none of the bits of a filter.
func (s *Segment) LeaveUntitled(from uint32, set []uint64, filter uint64) {
	for i, left := range set {
		titled := uint64(0)
		for ; left != 0; left &= left - 1 {
			at := bits.TrailingZeros64(left)
			has := s.Title(from+uint32(i*64+at)) & filter
			titled |= (has | -has) >> 63 << at // without a branch, which could not be predicted
		}
		set[i] = titled
	}
}

// Lang returns the number of a document's language in Langs.
func (s *Segment) Lang(doc uint32) uint8 { return s.columns[int(doc)*columnSize+columnLang] }

// Langs returns the languages of the segment by number.
func (s *Segment) Langs() []analyze.Lang { return s.langs }

// langOf returns the code of a document's language.
func (s *Segment) langOf(doc uint32) string {
	if n := int(s.Lang(doc)); n < len(s.foot.Langs) {
		return s.foot.Langs[n]
	}
	return ""
}
