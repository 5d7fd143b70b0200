package media

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// The elements of Matroska that are read (RFC 9559, section 5).
const (
	mkSegment      = 0x18538067
	mkInfo         = 0x1549A966
	mkScale        = 0x2AD7B1
	mkDuration     = 0x4489
	mkDate         = 0x4461
	mkTitle        = 0x7BA9
	mkTracks       = 0x1654AE6B
	mkTrack        = 0xAE
	mkVideo        = 0xE0
	mkWidth        = 0xB0
	mkHeight       = 0xBA
	mkTags         = 0x1254C367
	mkTag          = 0x7373
	mkSimpleTag    = 0x67C8
	mkTagName      = 0x45A3
	mkTagString    = 0x4487
	mkChapters     = 0x1043A770
	mkEdition      = 0x45B9
	mkAtom         = 0xB6
	mkDisplay      = 0x80
	mkChapterTitle = 0x85
)

// Limits of elements.
const (
	maxElements     = 10_000
	maxElementDepth = 8
)

// mkEpoch is the instant from which Matroska counts nanoseconds.
var mkEpoch = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// isMatroska returns a function that reports whether a body is an EBML file of a type.
func isMatroska(doc string) func([]byte) bool {
	return func(b []byte) bool {
		return bytes.HasPrefix(b, []byte{0x1A, 0x45, 0xDF, 0xA3}) && bytes.Contains(b[:min(len(b), 64)], []byte(doc))
	}
}

// An ebml walks the elements of a Matroska file.
type ebml struct {
	t        *tags
	seen     int
	scale    uint64 // nanoseconds per unit of time
	duration float64
	name     string // of the tag whose text follows
}

func readMatroska(b []byte, t *tags) {
	x := ebml{t: t, scale: 1_000_000}
	x.walk(b, 0)
	if lasts := x.duration * float64(x.scale); lasts > 0 && lasts < 1e18 {
		t.lasts = time.Duration(lasts)
	}
}

// walk reads elements that follow one another.
func (x *ebml) walk(b []byte, depth int) {
	for len(b) > 0 && depth < maxElementDepth {
		if x.seen++; x.seen > maxElements {
			return
		}
		id, n := vint(b, true)
		if n == 0 {
			return
		}
		size, m := vint(b[n:], false)
		if m == 0 {
			return
		}
		body, rest := cutAt(b[n+m:], size)
		x.element(id, body, depth)
		b = rest
	}
}

// vint reads a number of one to eight bytes whose first byte gives the length; n is 0 if it is
// invalid. The number of an element keeps the length bits. A size with all bits set is unknown.
func vint(b []byte, id bool) (v uint64, n int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	n = 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		n++
	}
	if len(b) < n || id && n > 4 {
		return 0, 0
	}
	var buf [8]byte
	copy(buf[8-n:], b[:n])
	if v = binary.BigEndian.Uint64(buf[:]); id {
		return v, n
	}
	all := uint64(1)<<(7*n) - 1
	if v &= all; v == all {
		v = math.MaxUint64
	}
	return v, n
}

func (x *ebml) element(id uint64, b []byte, depth int) {
	t := x.t
	switch id {
	case mkSegment, mkInfo, mkTracks, mkTrack, mkVideo, mkTags, mkTag, mkSimpleTag, mkChapters, mkEdition, mkAtom, mkDisplay:
		x.walk(b, depth+1)
	case mkScale:
		x.scale = unsigned(b)
	case mkDuration:
		switch len(b) {
		case 4:
			x.duration = float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
		case 8:
			x.duration = math.Float64frombits(binary.BigEndian.Uint64(b))
		}
	case mkDate:
		if len(b) == 8 && t.made.At.IsZero() {
			t.made = aranea.Date{At: mkEpoch.Add(time.Duration(unsigned(b))), Source: "Matroska DateUTC"}
		}
	case mkTitle:
		t.called(legacy(b))
	case mkWidth:
		t.width = max(t.width, int(unsigned(b)&(1<<31-1)))
	case mkHeight:
		t.height = max(t.height, int(unsigned(b)&(1<<31-1)))
	case mkTagName:
		x.name = strings.ToUpper(legacy(b))
	case mkTagString:
		worded("Matroska", x.name, legacy(b), t)
	case mkChapterTitle:
		t.add(aranea.ElementListItem, legacy(b))
	}
}

// unsigned returns a number of at most eight bytes.
func unsigned(b []byte) (v uint64) {
	for _, c := range b[:min(len(b), 8)] {
		v = v<<8 | uint64(c)
	}
	return v
}
