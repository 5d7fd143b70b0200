package segment

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/index/wordforms"
)

// The first bytes of terms that are not forms of words. No text contains these bytes.
const (
	// PrefixStem begins a stem: the two-letter code of its language and the stem follow.
	PrefixStem = "\x01"
	// PrefixFilter begins a term for what a page is rather than what it says:
	// "site:example.org", "host:www.example.org", "lang:en", "folder:/docs".
	PrefixFilter = "\x02"
	// PrefixURL begins a word of the address.
	PrefixURL = "\x03"
	// PrefixSymbol begins a symbol, such as row_number; its postings are like those of a word of the
	// address, none of which begins so.
	PrefixSymbol = PrefixURL + "\x01"
)

// A kind tells what the postings of a term hold. It is stored.
type kind uint8

const (
	kindFilter kind = 0 // documents
	kindURL    kind = 1 // documents and impacts
	kindStem   kind = 2 // documents, impacts, and the forms that the stem stands for
	kindForm   kind = 3 // documents, impacts, positions
)

// hasMarks reports whether postings of the kind are marked where the term stands in the template only.
func (k kind) hasMarks() bool { return k == kindStem || k == kindForm }

func kindOf(term []byte) kind {
	if len(term) == 0 {
		return kindForm
	}
	switch term[0] {
	case PrefixStem[0]:
		return kindStem
	case PrefixFilter[0]:
		return kindFilter
	case PrefixURL[0]:
		return kindURL
	}
	return kindForm
}

// A List is the postings of one term in memory. For filters only Docs is used; for stems and
// words of the address, Docs and Impacts.
type List struct {
	Docs    []uint32 // ascending
	Impacts []uint8
	Freqs   []uint32 // number of occurrences in each document, at least one
	// Template are those of Docs, ascending, that have a form or stem in the template of their site only.
	Template []uint32
	// Spread holds the positions of all postings, each as written by eliasfano.Append.
	Spread []byte
	// Packed replaces Spread unless it is nil: all positions as written by a eliasfano.Writer.
	Packed []byte
	// Forms are the forms, ascending, that a stem stands for, besides the one spelled like it.
	Forms []string
}

// Reset empties the list.
func (l *List) Reset() {
	l.Docs, l.Impacts, l.Freqs, l.Forms = l.Docs[:0], l.Impacts[:0], l.Freqs[:0], l.Forms[:0]
	l.Spread, l.Packed, l.Template = l.Spread[:0], nil, l.Template[:0]
}

// BlockDocs is the number of postings in a full block. A list with fewer postings has no block
// heads.
const BlockDocs = 128

// Lengths of block heads: last document (4), offset of the block's data (4), largest impact
// (1); for forms also the offset of its positions (4).
const (
	headSize    = 9
	formHead    = 13
	headData    = 4
	headImpact  = 8
	headPos     = 9
	kindBits    = 2
	tinyBit     = 1 << kindBits // one document, one occurrence, no other forms, and for a form the expected impact
	headerShift = kindBits + 1
)

func (k kind) headSize() int {
	if k == kindForm {
		return formHead
	}
	return headSize
}

// An encoder turns lists into bytes and reuses its memory.
type encoder struct {
	tables shortpostings.Tables // of the documents
	marks  bool                 // what stands in the template only is marked
	body   []byte
	pos    eliasfano.Writer
	ends   []int  // the end of each block in pos
	copied []byte // the positions of the remaining postings, each starting on a byte; or
	packed []byte // those of all postings as bits,
	at     uint64 // and the bit where the remaining ones begin
	run    [packed.MaxRun]uint32
	err    error
}

// Reasons why a list cannot be written.
var (
	errPosition  = errors.New("positions are missing")
	errFrequency = errors.New("a frequency is too large")
)

// encode appends a term's entry in the postings part to dst. The positions it returns belong
// into the positions part at offset posAt.
func (e *encoder) encode(dst, term []byte, l *List, posAt uint64) (entry, positions []byte, err error) {
	k := kindOf(term)
	e.body, e.ends, e.err = e.body[:0], e.ends[:0], nil
	e.copied, e.packed, e.at = l.Spread, l.Packed, 0
	e.pos.Reset()
	if len(l.Docs) == 1 && k != kindStem && (k != kindForm || e.plain(l)) {
		return e.tiny(dst, k, l), nil, nil
	}
	dst = binary.AppendUvarint(dst, uint64(len(l.Docs))<<headerShift|uint64(k))
	if k == kindStem {
		e.body = wordforms.Append(e.body, stemText(term), l.Forms)
	}
	if len(l.Docs) < BlockDocs {
		return e.short(append(dst, e.body...), k, l), nil, e.err
	}
	e.long(k, l, posAt)
	positions = e.pos.Done()
	dst = binary.AppendUvarint(dst, uint64(len(e.body)))
	return append(dst, e.body...), positions, e.err
}

// plain reports whether a form has one occurrence in its only document, outside of the template and
// with the expected impact.
func (e *encoder) plain(l *List) bool {
	return l.Freqs[0] == 1 && l.Impacts[0] == e.tables.Impact(l.Docs[0], 1) && (len(l.Template) == 0 || !e.marks)
}

// tiny writes a single posting. The field for the number of documents holds the document, and
// for a form also its position, multiplied by the number of all documents.
func (e *encoder) tiny(dst []byte, k kind, l *List) []byte {
	n := uint64(l.Docs[0])
	if k == kindForm {
		n += l.only() * uint64(len(e.tables.Spans))
	}
	dst = binary.AppendUvarint(dst, n<<headerShift|tinyBit|uint64(k))
	if k == kindURL {
		dst = append(dst, l.Impacts[0])
	}
	return dst
}

// only returns the position of a list with a single one.
func (l *List) only() uint64 {
	if l.Packed != nil {
		return packed.Word(l.Packed, 0)
	}
	return packed.Word(l.Spread, 0)
}

// A list of fewer than BlockDocs postings is a run of bits: whether some postings of a form or stem
// are marked; of each posting how many documents lie between it and the one before, and then, of a
// form or stem, its frequency and its impact, of a word of the address its impact; behind them all
// positions of a form. It does not say how long it is.

// short appends the forms of a stem and the postings of fewer than BlockDocs documents.
func (e *encoder) short(dst []byte, k kind, l *List) []byte {
	marked := len(l.Template) > 0 && e.marks && k.hasMarks()
	switch {
	case marked:
		e.pos.Put(1, 1)
	case k.hasMarks():
		e.pos.Put(0, 1)
	}
	low, next := shortpostings.GapBits(len(e.tables.Spans), len(l.Docs)), uint32(0)
	w := shortpostings.Writer{To: &e.pos, Tables: e.tables}
	for i, doc := range l.Docs {
		w.Document(doc-next, low)
		next = doc + 1
		switch k {
		case kindForm:
			if !w.Form(doc, l.Freqs[i], l.Impacts[i]) {
				e.err = errFrequency
			}
		case kindStem:
			w.Stem(doc, l.Impacts[i])
		case kindURL:
			e.pos.Put(uint64(l.Impacts[i]), 8)
		}
	}
	if k == kindForm {
		e.spread(l.Docs, l.Freqs)
	}
	dst = append(dst, e.pos.Done()...)
	if marked {
		m, _ := marks.Of(l.Docs, l.Template)
		dst = marks.Append(dst, m, len(l.Docs))
	}
	return dst
}

// spread writes the positions of the next postings.
func (e *encoder) spread(docs, freqs []uint32) {
	if e.packed == nil {
		e.copied = e.pos.Copy(e.copied, docs, freqs, e.tables.Spans)
		return
	}
	n := eliasfano.Bits(docs, freqs, e.tables.Spans)
	if e.at+n > 8*uint64(len(e.packed)) {
		e.err = errPosition
		return
	}
	e.pos.CopyBits(e.packed, e.at, n)
	e.at += n
}

// long writes block heads and blocks, each with its marks.
func (e *encoder) long(k kind, l *List, posAt uint64) {
	n := len(l.Docs)
	count := (n + BlockDocs - 1) / BlockDocs
	if k != kindFilter {
		e.body = append(e.body, slices.Max(l.Impacts))
	}
	if k == kindForm {
		e.positions(l)
		e.body = binary.AppendUvarint(e.body, posAt)
		e.body = binary.AppendUvarint(e.body, uint64(e.ends[len(e.ends)-1]))
	}
	heads := len(e.body)
	e.body = append(e.body, make([]byte, count*k.headSize())...)
	data := len(e.body)
	prev, marked := uint32(0), l.Template
	for b := range count {
		lo, hi := b*BlockDocs, min((b+1)*BlockDocs, n)
		h := e.body[heads+b*k.headSize():]
		binary.LittleEndian.PutUint32(h, l.Docs[hi-1])
		binary.LittleEndian.PutUint32(h[headData:], uint32(len(e.body)-data))
		if k != kindFilter {
			h[headImpact] = slices.Max(l.Impacts[lo:hi])
		}
		if k == kindForm && b > 0 {
			binary.LittleEndian.PutUint32(h[headPos:], uint32(e.ends[b-1]))
		}
		e.block(k, l, lo, hi, prev)
		if e.marks && k.hasMarks() {
			var m marks.Marks
			m, marked = marks.Of(l.Docs[lo:hi], marked)
			e.body = marks.Append(e.body, m, hi-lo)
		}
		prev = l.Docs[hi-1]
	}
}

// block writes the postings [lo, hi): packed runs of the document gaps, of the impacts above
// the least one, and of the frequencies minus one.
func (e *encoder) block(k kind, l *List, lo, hi int, prev uint32) {
	run := e.run[:hi-lo]
	for i := range run {
		run[i] = l.Docs[lo+i] - prev
		prev = l.Docs[lo+i]
	}
	e.body = packed.Append(e.body, run)
	if k == kindFilter {
		return
	}
	least := slices.Min(l.Impacts[lo:hi])
	for i := range run {
		run[i] = uint32(l.Impacts[lo+i] - least)
	}
	e.body = packed.Append(append(e.body, least), run)
	if k != kindForm {
		return
	}
	for i := range run {
		run[i] = l.Freqs[lo+i] - 1
	}
	e.body = packed.Append(e.body, run)
}

// positions writes the positions of each block.
func (e *encoder) positions(l *List) {
	for lo := 0; lo < len(l.Docs); lo += BlockDocs {
		hi := min(lo+BlockDocs, len(l.Docs))
		e.spread(l.Docs[lo:hi], l.Freqs[lo:hi])
		e.ends = append(e.ends, len(e.pos.Done()))
	}
}

// stemText returns a stem without its prefix and language.
func stemText(term []byte) string { return string(term[min(len(PrefixStem)+2, len(term)):]) }
