package legacy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
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
	recordHead  = 4
	version8    = 0x0600
	isWide      = 0x01
	hasPhonetic = 0x04
	hasRuns     = 0x08
	rkInteger   = 0x02
	rkHundredth = 0x01
	maxShared   = 1 << 20 // shared strings
)

// readWorkbook reads the names of the sheets, and the texts and numbers of their
// cells in their order, one element for a row.
func readWorkbook(b *content.Builder, stream view) error {
	w := book{b: b, row: -1}
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
	b.End()
	return nil
}

// A book takes the records of a workbook.
type book struct {
	b      *content.Builder
	shared []string
	names  []string
	sheet  int // which one is read
	row    int
}

func (w *book) record(kind int, body view) {
	switch kind {
	case recSheet:
		if flags := body.u16(4); flags&0xFF03 == 0 { // shown, and a sheet of cells
			text := shortString(body.part(6, len(body)), 1)
			w.names = append(w.names, text)
		}
	case recBegin:
		if body.u16(2) == 0x10 { // cells, not charts or the globals
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
		text := shortString(body, 2)
		w.b.Write(text + " ")
	case recNumber:
		bits := uint64(uint32(body.u32(6))) | uint64(uint32(body.u32(10)))<<32
		w.cell(body, number(math.Float64frombits(bits)))
	case recRK:
		w.cell(body, number(rk(body.u32(6))))
	case recMulRK:
		for at := 4; at+8 <= len(body); at += 6 {
			w.cell(body, number(rk(body.u32(at+2))))
		}
	}
}

// begin begins a sheet.
func (w *book) begin() {
	if w.sheet < len(w.names) {
		w.b.Property(aranea.ElementHeading2, w.names[w.sheet])
	}
	w.sheet, w.row = w.sheet+1, -1
}

// cell writes the value of a cell; each row is an element.
func (w *book) cell(body view, text string) {
	if row := body.u16(0); row != w.row {
		w.row = row
		w.b.Block(aranea.ElementCell)
	}
	w.b.Write(text + " ")
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 12, 64) }

// rk unpacks a number of 30 bits.
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

// shortString reads a string whose length takes so many bytes.
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

// sharedStrings reads the strings that cells refer to by number. A string may go on
// in the next record, which then begins with its flags anew.
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

// A continued reads records that belong together.
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

// skip passes over bytes, also into the next records.
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
