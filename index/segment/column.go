package segment

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/spread"
	"github.com/aranea-search/aranea/index/summed"
)

// columnSize is the width of a document's columns in bytes: first position of
// the title (4), its words (2), depth (1), language (1), site (4), time of the
// visit (4).
const columnSize = 16

// columnLang is where the language stands in them.
const columnLang = 7

// A Column is what ranking reads of a document, without its record.
type Column struct {
	TitleFirst uint32 // the first position of the title
	TitleWords uint16 // positions that the title takes, 0 without one
	Depth      uint8  // links away from a seed, 255 for more
	Lang       uint8  // the language, as a number of the segment: Segment.Langs
	Site       uint32 // stands for the registrable domain; few share one by chance
	Fetched    uint32 // the time of the visit in seconds since 1970
}

// SiteOf returns what stands for a registrable domain in columns.
func SiteOf(site string) uint32 { return summed.Sum([]byte(site)) }

// columnOf returns the columns of a record, without the language.
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

// Column returns the columns of a document. The document is below Docs.
func (s *Segment) Column(doc uint32) Column {
	b := s.columns[int(doc)*columnSize:][:columnSize]
	return Column{
		TitleFirst: binary.LittleEndian.Uint32(b), TitleWords: binary.LittleEndian.Uint16(b[4:]), Depth: b[6], Lang: b[columnLang],
		Site: binary.LittleEndian.Uint32(b[8:]), Fetched: binary.LittleEndian.Uint32(b[12:]),
	}
}

// Depth returns how many links a document is away from a seed, as its Column tells.
func (s *Segment) Depth(doc uint32) uint8 { return s.columns[int(doc)*columnSize+6] }

// TitleWords returns how many positions the title of a document takes, as its Column tells.
func (s *Segment) TitleWords(doc uint32) int {
	return int(binary.LittleEndian.Uint16(s.columns[int(doc)*columnSize+4:]))
}

// dateSize is the length of the date of a document in bytes.
const dateSize = 4

// packDate returns the date that a page says of itself as a number: seconds since
// 1970, whose lowest bit says instead that it is when the page was changed last; 0
// for none.
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

// OwnDate returns the date that a document or its server says of it, in seconds since
// 1970, to two seconds; 0 if they say none.
func (s *Segment) OwnDate(doc uint32) uint32 { return s.ownDate(doc) &^ 1 }

// Date returns the date of a document in seconds since 1970: its own, to two
// seconds, or else that of the visit.
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

// titleSize is the length of the filter of a title in bytes.
const titleSize = 8

// TitleBit is the bit of a form or a stem in the filters of titles: the one that the
// highest six bits of its FNV-1a hash number.
func TitleBit(term string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 0x100000001b3
	}
	return 1 << (h >> 58)
}

// Title returns the filter of a document's title. A form or stem whose bit it lacks is
// not in the title; others may be.
func (s *Segment) Title(doc uint32) uint64 {
	return binary.LittleEndian.Uint64(s.titles[int(doc)*titleSize:])
}

// LeaveUntitled removes from a set of documents, the first of which is from and stands in the
// lowest bit, those whose titles have none of the bits of a filter.
func (s *Segment) LeaveUntitled(from uint32, set []uint64, filter uint64) {
	for i, left := range set {
		titled := uint64(0)
		for ; left != 0; left &= left - 1 {
			at := bits.TrailingZeros64(left)
			has := s.Title(from+uint32(i*64+at)) & filter
			titled |= (has | -has) >> 63 << at // no branch: nobody can guess it
		}
		set[i] = titled
	}
}

// Lang returns the language of a document as a number of the segment.
func (s *Segment) Lang(doc uint32) uint8 { return s.columns[int(doc)*columnSize+columnLang] }

// Langs returns the languages that the numbers stand for.
func (s *Segment) Langs() []analyze.Lang { return s.langs }

// langOf returns the code of a document's language.
func (s *Segment) langOf(doc uint32) string {
	if n := int(s.Lang(doc)); n < len(s.foot.Langs) {
		return s.foot.Langs[n]
	}
	return ""
}

// tables are what postings are read with: of each document its span in a byte, and
// the weight of a plain word.
type tables struct{ spans, plains []byte }

// plainSize is the length of the weight of a plain word in bytes, in parts of
// plainScale.
const (
	plainSize  = 2
	plainScale = 1 << 14
)

// packPlain returns the weight of a plain word as a number.
func packPlain(w float64) uint16 {
	return uint16(min(max(math.Round(w*plainScale), 0), math.MaxUint16))
}

func (t tables) plain(doc uint32) uint16 {
	return binary.LittleEndian.Uint16(t.plains[int(doc)*plainSize:])
}

// span returns the number below which all positions of a document lie.
func (t tables) span(doc uint32) uint32 { return spread.Span(t.spans[doc]) }

// impact returns the impact that is expected of a word that stands so often in a
// document: as if it stood in the text alone, without emphasis.
func (t tables) impact(doc, freq uint32) uint8 {
	return quantise(float32(freq) * float32(t.plain(doc)) * (1.0 / plainScale))
}
