package media

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// Limits of boxes.
const (
	maxBoxes    = 10_000 // in total
	maxBoxDepth = 8
)

// isBrand returns a function that reports whether a body is an ISO base media file of one of the
// brands.
func isBrand(brands ...string) func([]byte) bool {
	return func(b []byte) bool { return isMP4(b) && slices.Contains(brands, string(b[8:12])) }
}

func isMP4(b []byte) bool { return len(b) >= 12 && string(b[4:8]) == "ftyp" }

// boxes walks the boxes of an ISO base media file (ISO 14496-12).
type boxes struct {
	t    *tags
	seen int
}

func readMP4(b []byte, t *tags)  { (&boxes{t: t}).walk(b, 0) }
func readHEIF(b []byte, t *tags) { (&boxes{t: t}).walk(b, 0) }

// walk reads a sequence of boxes.
func (x *boxes) walk(b []byte, depth int) {
	for len(b) >= 8 && depth < maxBoxDepth {
		if x.seen++; x.seen > maxBoxes {
			return
		}
		n, head := uint64(binary.BigEndian.Uint32(b)), uint64(8)
		switch {
		case n == 0: // up to the end
			n = uint64(len(b))
		case n == 1 && len(b) >= 16:
			n, head = binary.BigEndian.Uint64(b[8:]), 16
		}
		if n < head {
			return
		}
		box, rest := cutAt(b, n)
		x.box(string(b[4:8]), box[min(head, uint64(len(box))):], depth)
		b = rest
	}
}

func (x *boxes) box(kind string, b []byte, depth int) {
	t := x.t
	switch kind {
	case "moov", "udta", "trak", "iprp", "ipco":
		x.walk(b, depth+1)
	case "meta":
		_, inner := cutAt(b, 4) // version and flags, which QuickTime omits
		if len(b) >= 8 && string(b[4:8]) == "hdlr" {
			inner = b
		}
		x.walk(inner, depth+1)
	case "ilst":
		x.items(b)
	case "mvhd":
		x.lasts(b)
	case "tkhd": // width and height are its last eight bytes
		if len(b) >= 84 {
			t.width, t.height = max(t.width, int(binary.BigEndian.Uint16(b[len(b)-8:]))), max(t.height, int(binary.BigEndian.Uint16(b[len(b)-4:])))
		}
	case "ispe":
		if len(b) >= 12 {
			t.width, t.height = max(t.width, int(binary.BigEndian.Uint32(b[4:])&(1<<31-1))), max(t.height, int(binary.BigEndian.Uint32(b[8:])&(1<<31-1)))
		}
	case "\xa9nam", "\xa9ART", "\xa9alb", "\xa9cmt", "\xa9day", "\xa9inf", "\xa9des":
		if len(b) > 4 { // preceded by a length and a language
			text, _ := cutAt(b[4:], uint64(binary.BigEndian.Uint16(b)))
			x.text(kind, legacy(text))
		}
	}
}

// lasts reads the duration of a film.
func (x *boxes) lasts(b []byte) {
	switch {
	case len(b) >= 32 && b[0] == 1:
		x.t.lasts = seconds(binary.BigEndian.Uint64(b[24:]), uint64(binary.BigEndian.Uint32(b[20:])))
	case len(b) >= 20 && b[0] == 0:
		x.t.lasts = seconds(uint64(binary.BigEndian.Uint32(b[16:])), uint64(binary.BigEndian.Uint32(b[12:])))
	}
}

// items reads the list of tags that iTunes writes.
func (x *boxes) items(b []byte) {
	for len(b) >= 8 {
		if x.seen++; x.seen > maxBoxes {
			return
		}
		n := uint64(binary.BigEndian.Uint32(b))
		if n < 8 {
			return
		}
		item, rest := cutAt(b, n)
		if v := item[8:]; len(v) > 16 && string(v[4:8]) == "data" {
			value, _ := cutAt(v, uint64(binary.BigEndian.Uint32(v)))
			if len(value) > 16 {
				x.value(string(b[4:8]), binary.BigEndian.Uint32(value[8:]), value[16:])
			}
		}
		b = rest
	}
}

// value adds a value according to its type: UTF-8 or UTF-16. Other types are not text.
func (x *boxes) value(key string, kind uint32, v []byte) {
	switch kind {
	case 1:
		x.text(key, legacy(v))
	case 2:
		x.text(key, utf16Text(v, binary.BigEndian))
	}
}

func (x *boxes) text(key, text string) {
	t := x.t
	switch strings.TrimPrefix(key, "\xa9") {
	case "nam":
		t.called(text)
	case "ART", "alb", "aART", "wrt", "gen", "dir", "cprt", "tvsh", "tven":
		t.add(aranea.ElementText, text)
	case "cmt", "des", "desc", "ldes", "inf", "lyr":
		t.add(aranea.ElementDescription, text)
	case "keyw", "catg":
		t.add(aranea.ElementKeywords, text)
	case "day":
		t.dated("MPEG-4 day", text)
	}
}
