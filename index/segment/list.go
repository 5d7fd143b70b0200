package segment

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/spread"
	"github.com/aranea-search/aranea/index/varint"
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
	// Spread holds the positions of all postings, each as written by spread.Append.
	Spread []byte
	// Packed replaces Spread unless it is nil: all positions as written by a spread.Writer.
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
	tables tables // of the documents
	marks  bool   // what stands in the template only is marked
	body   []byte
	pos    spread.Writer
	ends   []int  // the end of each block in pos
	copied []byte // the positions of the remaining postings, each starting on a byte; or
	packed []byte // those of all postings as bits,
	at     uint64 // and the bit where the remaining ones begin
	run    [packed.MaxRun]uint32
	err    error
}

// errPosition says that a list has fewer positions than its frequencies require.
var errPosition = errors.New("positions are missing")

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
		e.body = appendForms(e.body, stemText(term), l.Forms)
	}
	if len(l.Docs) < BlockDocs {
		e.short(k, l)
	} else {
		e.long(k, l, posAt)
		positions = e.pos.Done()
	}
	dst = binary.AppendUvarint(dst, uint64(len(e.body)))
	return append(dst, e.body...), positions, e.err
}

// plain reports whether a form has one occurrence in its only document, outside of the template and
// with the expected impact.
func (e *encoder) plain(l *List) bool {
	return l.Freqs[0] == 1 && l.Impacts[0] == e.tables.impact(l.Docs[0], 1) && (len(l.Template) == 0 || !e.marks)
}

// tiny writes a single posting. The field for the number of documents holds the document, and
// for a form also its position, multiplied by the number of all documents.
func (e *encoder) tiny(dst []byte, k kind, l *List) []byte {
	n := uint64(l.Docs[0])
	if k == kindForm {
		n += l.only() * uint64(len(e.tables.spans))
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

// The class of a form's or stem's posting in a short list, in its low bits. For a stem it is
// the number of occurrences that would give a word with the expected impact the stem's impact;
// 0 if there is no such number up to mostTimes, and the impact follows.
const (
	classBits = 2
	mostTimes = 1<<classBits - 1

	// For a form:
	formOther = 0 // the frequency follows, shifted left by one; the impact follows unless the low bit is set
	formOnce  = 1 // one occurrence with the expected impact
	formTwice = 2 // two occurrences with the expected impact
	formBold  = 3 // one occurrence; the impact follows
)

// short writes fewer than BlockDocs postings as varints, their positions, and, if there are any,
// marks.
func (e *encoder) short(k kind, l *List) {
	prev := uint32(0)
	for i, doc := range l.Docs {
		d := uint64(doc - prev)
		prev = doc
		switch k {
		case kindForm:
			e.form(d<<classBits, doc, l.Freqs[i], l.Impacts[i])
		case kindStem:
			e.stem(d<<classBits, doc, l.Impacts[i])
		case kindURL:
			e.body = append(binary.AppendUvarint(e.body, d), l.Impacts[i])
		default:
			e.body = binary.AppendUvarint(e.body, d)
		}
	}
	if k == kindForm {
		e.spread(l.Docs, l.Freqs)
		e.body = append(e.body, e.pos.Done()...)
	}
	if len(l.Template) > 0 && e.marks && k.hasMarks() {
		m, _ := marks.Of(l.Docs, l.Template)
		e.body = marks.Append(e.body, m, len(l.Docs))
	}
}

// form writes a form's posting in a short list.
func (e *encoder) form(head uint64, doc, freq uint32, impact uint8) {
	plain := impact == e.tables.impact(doc, freq)
	switch {
	case plain && freq <= formTwice:
		e.body = binary.AppendUvarint(e.body, head|uint64(freq))
		return
	case freq == 1:
		e.body = binary.AppendUvarint(e.body, head|formBold)
	case plain:
		e.body = binary.AppendUvarint(e.body, head|formOther)
		e.body = binary.AppendUvarint(e.body, uint64(freq)<<1|1)
		return
	default:
		e.body = binary.AppendUvarint(e.body, head|formOther)
		e.body = binary.AppendUvarint(e.body, uint64(freq)<<1)
	}
	e.body = append(e.body, impact)
}

// stem writes a stem's posting in a short list.
func (e *encoder) stem(head uint64, doc uint32, impact uint8) {
	for times := range uint32(mostTimes) {
		if expected := e.tables.impact(doc, times+1); expected >= impact {
			if expected == impact {
				e.body = binary.AppendUvarint(e.body, head|uint64(times+1))
				return
			}
			break
		}
	}
	e.body = append(binary.AppendUvarint(e.body, head), impact)
}

// spread writes the positions of the next postings.
func (e *encoder) spread(docs, freqs []uint32) {
	if e.packed == nil {
		e.copied = e.pos.Copy(e.copied, docs, freqs, e.tables.spans)
		return
	}
	n := spread.Bits(docs, freqs, e.tables.spans)
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

// appendForms appends the forms of a stem: their number, and for each the length of the prefix
// it shares with the previous form (the first with the stem) and the rest.
func appendForms(b []byte, stem string, forms []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(forms)))
	prev := stem
	for _, f := range forms {
		n := 0
		for n < len(f) && n < len(prev) && f[n] == prev[n] {
			n++
		}
		b = binary.AppendUvarint(b, uint64(n))
		b = varint.AppendText(b, f[n:])
		prev = f
	}
	return b
}

// readForms appends the forms to dst.
func readForms(dst []string, stem string, c *varint.Reader) ([]string, bool) {
	prev := stem
	for n := c.Uint(); n > 0 && !c.Bad(); n-- {
		shared := c.Uint()
		rest := c.Take(c.Uint())
		if shared > uint64(len(prev)) || c.Bad() {
			return dst, false
		}
		prev = prev[:shared] + string(rest)
		dst = append(dst, prev)
	}
	return dst, !c.Bad()
}

// skipForms skips the forms. Nearly all share and add fewer than 128 bytes.
func skipForms(c *varint.Reader) {
	n, at := c.Uint(), 0
	for b := c.Rest(); n > 0 && at+1 < len(b) && b[at]|b[at+1] < 0x80; n-- {
		at += 2 + int(b[at+1])
	}
	c.Take(uint64(at))
	for ; n > 0 && !c.Bad(); n-- {
		c.Uint()
		c.Take(c.Uint())
	}
}
