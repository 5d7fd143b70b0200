package legacyoffice

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/numberformat"
)

// Records of a workbook ([MS-XLS] 2.3).
const (
	recBegin    = 0x0809
	recContinue = 0x003C
	recCrypt    = 0x002F
	recSheet    = 0x0085
	recShared   = 0x00FC
	recLabelSST = 0x00FD
	recLabel    = 0x0204
	recString   = 0x0207
	recNumber   = 0x0203
	recRK       = 0x027E
	recMulRK    = 0x00BD
	recFormula  = 0x0006
	recLink     = 0x01B8
	recFrom1904 = 0x0022
	recCode     = 0x041E // a number format
	recFormat   = 0x00E0 // of cells
	recordHead  = 4
	version8    = 0x0600
	isWide      = 0x01
	hasPhonetic = 0x04
	hasRuns     = 0x08
	rkInteger   = 0x02
	rkHundredth = 0x01
	maxShared   = 1 << 20 // shared strings
	isSheet     = 0x10    // begins a sheet of cells
)

// readWorkbook reads the names of the sheets, and the texts, numbers and links of their cells in
// order, one element per row. The links of a sheet are stored after its cells, so they are read
// first.
func readWorkbook(b *content.Builder, stream view) error {
	w := book{b: b, row: -1, links: sheetLinks(stream)}
	w.places = slices.SortedFunc(maps.Keys(w.links.to), place.compare)
	if stream.u16(0) != recBegin || stream.u16(recordHead) != version8 {
		return fmt.Errorf("%w: no workbook of Excel 97 or later", content.ErrDamaged)
	}
	for at := 0; at+recordHead <= len(stream) && !b.Full(); {
		kind, body := stream.u16(at), stream.part(at+recordHead, stream.u16(at+2))
		at += recordHead + stream.u16(at+2)
		if kind == recCrypt {
			return content.ErrEncrypted
		}
		if kind == recShared {
			parts := []view{body}
			for stream.u16(at) == recContinue && at+recordHead <= len(stream) {
				parts = append(parts, stream.part(at+recordHead, stream.u16(at+2)))
				at += recordHead + stream.u16(at+2)
			}
			w.shared = sharedStrings(parts)
			continue
		}
		w.record(kind, body)
	}
	w.end()
	return nil
}

// A place is a cell of a workbook.
type place struct{ sheet, row, column int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.sheet, q.sheet), cmp.Compare(p.row, q.row), cmp.Compare(p.column, q.column))
}

// sheetLinks returns the link targets of the cells of a workbook, by the first cell of each
// link.
func sheetLinks(stream view) targets[place] {
	var links targets[place]
	sheet := 0
	for at := 0; at+recordHead <= len(stream); {
		kind, body := stream.u16(at), stream.part(at+recordHead, stream.u16(at+2))
		at += recordHead + stream.u16(at+2)
		switch {
		case kind == recBegin && body.u16(2) == isSheet:
			sheet++
		case kind == recLink:
			const object = 8 + classSize
			links.put(place{sheet, body.u16(0), body.u16(4)}, hyperlinkTarget(body.part(object, len(body))))
		}
	}
	return links
}

// A book reads the records of a workbook.
type book struct {
	b       *content.Builder
	shared  []string
	names   []string
	links   targets[place]
	places  []place // of the links, in order, from this sheet on
	sheet   int     // the current one, from 1
	row     int
	formula string // target of the formula whose text follows
	said    bool   // that text was in the formula
	formats numberformat.Table
}

func (w *book) record(kind int, body view) {
	switch kind {
	case recFrom1904:
		w.formats.From1904 = body.u16(0) == 1
	case recCode:
		w.formats.Define(body.u16(0), shortString(body.part(2, len(body)), 2))
	case recFormat:
		w.formats.Add(body.u16(2))
	case recSheet:
		if flags := body.u16(4); flags&0xFF03 == 0 { // shown, and a sheet of cells
			text := shortString(body.part(6, len(body)), 1)
			w.names = append(w.names, text)
		}
	case recBegin:
		if body.u16(2) == isSheet { // not charts or the globals
			w.begin()
		}
	case recLabelSST:
		if i := body.u32(6); i < len(w.shared) {
			w.cell(body, w.shared[i])
		}
	case recLabel:
		text := shortString(body.part(6, len(body)), 2)
		w.cell(body, text)
	case recString:
		if !w.said {
			w.write(shortString(body, 2), w.formula)
		}
		w.formula = ""
	case recFormula:
		w.result(body)
	case recNumber:
		bits := uint64(uint32(body.u32(6))) | uint64(uint32(body.u32(10)))<<32
		w.cell(body, w.number(body.u16(4), math.Float64frombits(bits)))
	case recRK:
		w.cell(body, w.number(body.u16(4), rk(body.u32(6))))
	case recMulRK:
		for i := 0; 4+6*i+8 <= len(body); i++ {
			w.write(w.number(body.u16(4+6*i), rk(body.u32(4+6*i+2))), w.target(body.u16(0), body.u16(2)+i, ""))
		}
	}
}

// begin begins a sheet.
func (w *book) begin() {
	w.end()
	if w.sheet < len(w.names) {
		w.b.Sheet(w.names[w.sheet])
	}
	w.sheet, w.row = w.sheet+1, -1
}

// end ends a sheet. Links of it at cells without a value are written without words.
func (w *book) end() {
	for len(w.places) > 0 && w.places[0].sheet <= w.sheet {
		if target := w.links.to[w.places[0]]; target != "" {
			w.b.Link(target)
			w.b.EndLink()
		}
		w.places = w.places[1:]
	}
	w.b.End()
}

// cell writes the value of a cell whose record begins with its position.
func (w *book) cell(body view, text string) {
	w.write(text, w.target(body.u16(0), body.u16(2), ""))
}

// target begins the row of a cell if it is a new one, and returns the link target of the cell:
// that of its link, otherwise of its formula. Each row is an element.
func (w *book) target(row, column int, formula string) string {
	if row != w.row {
		w.row = row
		w.b.Block(aranea.ElementCell)
	}
	at := place{w.sheet, row, column}
	target := cmp.Or(w.links.to[at], formula)
	delete(w.links.to, at)
	return target
}

// write writes a text, with its link target.
func (w *book) write(text, target string) {
	w.b.Space()
	if target != "" {
		w.b.Link(target)
	}
	w.b.Write(text)
	w.b.EndLink()
}

// Offsets and tokens of formulas ([MS-XLS] 2.4.127, 2.5.198).
const (
	formulaValue  = 6
	formulaKind   = formulaValue + 6 // 0xFFFF if the value is not a number
	formulaTokens = 22
	noNumber      = 0xFFFF
	tokenText     = 0x17
	tokenFunction = 0x02 // with a variable number of arguments; its class is added to that
	tokenClasses  = 0x1F
	functionLink  = 359
	callSize      = 4
)

// result handles a formula: it writes its value if that is a number, otherwise its text follows.
// If the words of a link are in the formula, they are used instead.
func (w *book) result(body view) {
	formula, text := linkFormula(body.part(formulaTokens, body.u16(formulaTokens-2)))
	target := w.target(body.u16(0), body.u16(2), formula)
	w.formula, w.said = target, text != ""
	switch {
	case text != "":
		w.write(text, target)
	case body.u16(formulaKind) == noNumber: // a text, a boolean, or an error
	default:
		bits := uint64(uint32(body.u32(formulaValue))) | uint64(uint32(body.u32(formulaValue+4)))<<32
		w.write(w.number(body.u16(4), math.Float64frombits(bits)), target)
	}
}

// linkFormula returns the target of a formula that is a link to a literal URL, and the words of
// the link if they are literal as well and not in a cell.
func linkFormula(tokens view) (target, text string) {
	const isCell, cellSize = 0x04, 5
	target, rest := textToken(tokens)
	if len(rest) < callSize {
		return "", ""
	}
	words, call := rest[:len(rest)-callSize], rest[len(rest)-callSize:]
	if call[0]&tokenClasses != tokenFunction || call.u16(2) != functionLink {
		return "", ""
	}
	text, behind := textToken(words)
	switch {
	case call[1] == 1 && len(words) == 0:
	case call[1] == 2 && text != "" && len(behind) == 0:
	case call[1] == 2 && len(words) == cellSize && words[0]&tokenClasses == isCell:
	default: // the URL is computed
		return "", ""
	}
	return target, text
}

// textToken returns the text at the beginning of a formula, and what follows.
func textToken(tokens view) (string, view) {
	if len(tokens) < 3 || tokens[0] != tokenText {
		return "", nil
	}
	size := int(tokens[1])
	if tokens[2]&isWide != 0 {
		size *= 2
	}
	return shortString(tokens[1:], 1), tokens.part(3+size, len(tokens))
}

// number returns the number of a cell as text, as a date or time if its format is one.
func (w *book) number(format int, f float64) string {
	if text, ok := w.formats.Date(format, f); ok {
		return text
	}
	return strconv.FormatFloat(f, 'g', 12, 64)
}

// rk decodes a number of 30 bits.
func rk(v int) float64 {
	f := math.Float64frombits(uint64(uint32(v)&^3) << 32)
	if v&rkInteger != 0 {
		f = float64(int32(uint32(v)) >> 2)
	}
	if v&rkHundredth != 0 {
		f /= 100
	}
	return f
}

// shortString reads a string whose length has lengthBytes bytes.
func shortString(v view, lengthBytes int) string {
	if len(v) <= lengthBytes {
		return ""
	}
	n := int(v[0])
	if lengthBytes == 2 {
		n = v.u16(0)
	}
	flags := v[lengthBytes]
	at := lengthBytes + 1
	if flags&isWide != 0 {
		return utf16Text(v.part(at, 2*n))
	}
	return latinText(v.part(at, n))
}

// latinText decodes the lower bytes of UTF-16.
func latinText(v view) string {
	var out strings.Builder
	for _, c := range v {
		out.WriteRune(rune(c))
	}
	return out.String()
}

// sharedStrings reads the strings that cells refer to by number. A string may continue in the
// next record, which then begins with its flags again.
func sharedStrings(parts []view) []string {
	r := continued{parts: parts}
	r.skip(4)
	count := min(r.u32(), maxShared)
	var out []string
	for range count {
		if r.ended() {
			break
		}
		out = append(out, r.text())
	}
	return out
}

// A continued reads consecutive records that belong together.
type continued struct {
	parts []view
	at    int
}

func (r *continued) ended() bool {
	for len(r.parts) > 0 && r.at >= len(r.parts[0]) {
		r.parts, r.at = r.parts[1:], 0
	}
	return len(r.parts) == 0
}

// skip skips bytes, also into the next records.
func (r *continued) skip(n int) {
	for n > 0 && !r.ended() {
		step := min(n, len(r.parts[0])-r.at)
		r.at, n = r.at+step, n-step
	}
}

func (r *continued) byte() int {
	if r.ended() {
		return 0
	}
	c := r.parts[0][r.at]
	r.at++
	return int(c)
}

func (r *continued) u16() int { return r.byte() | r.byte()<<8 }
func (r *continued) u32() int { return r.u16() | r.u16()<<16 }

// text reads one string.
func (r *continued) text() string {
	n, flags := r.u16(), r.byte()
	runs, phonetic := 0, 0
	if flags&hasRuns != 0 {
		runs = r.u16()
	}
	if flags&hasPhonetic != 0 {
		phonetic = r.u32()
	}
	var out strings.Builder
	for n > 0 && !r.ended() {
		here := r.parts[0][r.at:]
		if flags&isWide != 0 {
			k := min(n, len(here)/2)
			out.WriteString(utf16Text(here[:2*k]))
			r.at, n = r.at+2*k, n-k
			if n > 0 {
				r.at = len(r.parts[0]) // a record does not end within a character
			}
		} else {
			k := min(n, len(here))
			out.WriteString(latinText(here[:k]))
			r.at, n = r.at+k, n-k
		}
		if n > 0 && !r.ended() {
			flags = flags&^isWide | r.byte()&isWide
		}
	}
	r.skip(4*runs + phonetic)
	return out.String()
}
