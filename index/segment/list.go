package segment

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/aranea-search/aranea/index/packed"
	"github.com/aranea-search/aranea/index/spread"
	"github.com/aranea-search/aranea/index/varint"
)

// The first bytes of the terms that are not forms of words. No text holds these
// bytes.
const (
	// PrefixStem marks a stem: two letters of its language and the stem follow.
	PrefixStem = "\x01"
	// PrefixFilter marks what a page is, not what it says: "site:example.org",
	// "host:www.example.org", "lang:en".
	PrefixFilter = "\x02"
	// PrefixURL marks the words of the address.
	PrefixURL = "\x03"
)

// A kind says what the postings of a term hold. It is stored.
type kind uint8

const (
	kindFilter kind = 0 // documents
	kindURL    kind = 1 // and impacts
	kindStem   kind = 2 // and the forms that the stem stands for
	kindForm   kind = 3 // documents, impacts, positions
)

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

// A List is the postings of one term in memory. Of filters only Docs counts, of
// stems and words of the address Docs and Impacts.
type List struct {
	Docs    []uint32 // ascending
	Impacts []uint8
	Freqs   []uint32 // how often the word stands in each document, at least once
	// Spread are the positions of all postings: of each what spread.Append writes.
	Spread []byte
	// Packed is in place of Spread unless it is nil: all of them as a spread.Writer writes them.
	Packed []byte
	// Forms are the words, ascending, that a stem stands for, besides itself.
	Forms []string
}

// Reset empties the list.
func (l *List) Reset() {
	l.Docs, l.Impacts, l.Freqs, l.Forms = l.Docs[:0], l.Impacts[:0], l.Freqs[:0], l.Forms[:0]
	l.Spread, l.Packed = l.Spread[:0], nil
}

// BlockDocs is the number of postings in a full block. A list with fewer has no
// heads of blocks.
const BlockDocs = 128

// Lengths of the heads of blocks: last document (4), offset of the block's data
// (4), largest impact (1); with positions also their offset (4).
const (
	headSize    = 9
	formHead    = 13
	headData    = 4
	headImpact  = 8
	headPos     = 9
	kindBits    = 2
	tinyBit     = 1 << kindBits // one document, once, no forms, and of a form the expected impact
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
	body   []byte
	pos    spread.Writer
	ends   []int  // of each block in pos
	copied []byte // the positions of the postings that are left, each from a whole byte on, or
	packed []byte // those of all
	at     uint64 // the bit of packed where those that are left begin
	run    [packed.MaxRun]uint32
	err    error
}

// errPosition says that a list has fewer positions than its frequencies say.
var errPosition = errors.New("positions are missing")

// encode appends a term's entry in the postings part to dst; what it returns as
// positions belongs into the positions part at the offset posAt.
func (e *encoder) encode(dst, term []byte, l *List, posAt uint64) (entry, positions []byte, err error) {
	k := kindOf(term)
	e.body, e.ends, e.err = e.body[:0], e.ends[:0], nil
	e.copied, e.packed, e.at = l.Spread, l.Packed, 0
	e.pos.Reset()
	if len(l.Docs) == 1 && k != kindStem && (k != kindForm || l.Freqs[0] == 1 && l.Impacts[0] == e.tables.impact(l.Docs[0], 1)) {
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

// tiny writes one posting. In place of the number of documents stands the document, of a
// form together with its position: so many times the number of all documents more.
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

// only returns the position of a list of one.
func (l *List) only() uint64 {
	if l.Packed != nil {
		return packed.Word(l.Packed, 0)
	}
	return packed.Word(l.Spread, 0)
}

// What the low bits of a posting in a short list say, of forms and stems. They are its
// class: of a stem, how often a word with the expected impact would have the stem's, 0 if
// that is no number up to mostTimes, and the impact follows.
const (
	classBits = 2
	mostTimes = 1<<classBits - 1

	// Of a form:
	formOther = 0 // the frequency follows, shifted left by one, and the impact unless the low bit is set
	formOnce  = 1 // it stands there once, and has the expected impact
	formTwice = 2 // likewise twice
	formBold  = 3 // once, and the impact follows
)

// short writes fewer than BlockDocs postings as varints, and their positions.
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

// long writes heads and blocks.
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
	prev := uint32(0)
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
		prev = l.Docs[hi-1]
	}
}

// block writes the postings from lo to hi: runs of the differences between
// documents, of the impacts above the least of them, of the frequencies less
// one.
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

// stemText returns a stem without what marks it.
func stemText(term []byte) string { return string(term[min(len(PrefixStem)+2, len(term)):]) }

// appendForms appends the forms of a stem: their number, and of each how many
// bytes it shares with the one before, the first with the stem, and the rest.
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

// skipForms passes over the forms.
func skipForms(c *varint.Reader) {
	for n := c.Uint(); n > 0 && !c.Bad(); n-- {
		c.Uint()
		c.Take(c.Uint())
	}
}
