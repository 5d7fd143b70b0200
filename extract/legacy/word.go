package legacy

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Places in the header of a document ([MS-DOC] 2.5).
const (
	fibMagic    = 0xA5EC
	fibFlags    = 0x0A
	fibTextLen  = 0x4C // characters of the main text; eight more parts follow
	fibParts    = 8
	fibClx      = 0x01A2
	flagCrypt   = 0x0100
	flagTable1  = 0x0200
	clxPieces   = 0x02
	clxProperty = 0x01
	pieceSize   = 8
	isBytes     = 1 << 30 // a piece has one byte for each character
)

// readWord reads the text of a document, piece by piece.
func readWord(b *content.Builder, streams map[string][]byte) error {
	main := view(streams["WordDocument"])
	flags := main.u16(fibFlags)
	switch {
	case main.u16(0) != fibMagic:
		return fmt.Errorf("%w: no document of Word 97 or later", content.ErrDamaged)
	case flags&flagCrypt != 0:
		return content.ErrEncrypted
	}
	table := view(streams["0Table"])
	if flags&flagTable1 != 0 {
		table = streams["1Table"]
	}
	left := 0
	for i := range fibParts {
		left += main.u32(fibTextLen + 4*i)
	}
	pieces, positions := piecesOf(table.part(main.u32(fibClx), main.u32(fibClx+4)))
	if pieces == nil {
		return fmt.Errorf("%w: no table of pieces", content.ErrDamaged)
	}
	w := words{b: b}
	for i := 0; (i+1)*pieceSize <= len(pieces) && !b.Full(); i++ {
		n := min(positions.u32(4*i+4)-positions.u32(4*i), left)
		if n <= 0 {
			continue
		}
		left -= n
		at := pieces.u32(i*pieceSize + 2)
		if at&isBytes != 0 {
			w.write(westernText(main.part(at&^isBytes/2, n)))
		} else {
			w.write(utf16Text(main.part(at, 2*n)))
		}
	}
	b.End()
	readDrawings(b, main, table, streams["Data"])
	return nil
}

// piecesOf finds the table of pieces: where each lies, and at which character it
// begins.
func piecesOf(clx view) (pieces, positions view) {
	for at := 0; at < len(clx); {
		switch clx[at] {
		case clxProperty:
			at += 3 + clx.u16(at+1)
		case clxPieces:
			plc := clx.part(at+5, clx.u32(at+1))
			n := (len(plc) - 4) / (4 + pieceSize)
			if n <= 0 {
				return nil, nil
			}
			return plc[4*(n+1):], plc[:4*(n+1)]
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// words takes the characters of a document; some are marks.
type words struct {
	b      *content.Builder
	fields []field // open ones
}

// A field is a part whose text a program makes, such as a link.
type field struct {
	code   strings.Builder
	result bool // what follows is its text
}

// maxFields is how many fields are open at once, maxCode what is kept of a code.
const (
	maxFields = 32
	maxCode   = 4096
)

func (w *words) write(text string) {
	for _, r := range text {
		if w.mark(r) {
			continue
		}
		if n := len(w.fields); n > 0 && !w.fields[n-1].result {
			if f := &w.fields[n-1]; f.code.Len() < maxCode {
				f.code.WriteRune(r)
			}
			continue
		}
		switch r {
		case '\r', '\f':
			w.b.End()
		case 0x07: // the end of a cell
			w.b.End()
		case 0x0B:
			w.b.Space()
		case 0x1E:
			w.b.Write("-")
		case 0x1F, 0x01, 0x02, 0x05, 0x08: // soft hyphens, pictures, notes
		default:
			w.b.Write(string(r))
		}
	}
}

// mark takes the characters that begin, divide and end fields.
func (w *words) mark(r rune) bool {
	n := len(w.fields)
	switch {
	case r == 0x13 && n < maxFields:
		w.fields = append(w.fields, field{})
	case r == 0x14 && n > 0:
		w.fields[n-1].result = true
		if target := linkOf(w.fields[n-1].code.String()); target != "" {
			w.b.Link(target)
		}
	case r == 0x15 && n > 0:
		if linkOf(w.fields[n-1].code.String()) != "" {
			w.b.EndLink()
		}
		w.fields = w.fields[:n-1]
	case r != 0x13 && r != 0x14 && r != 0x15:
		return false
	}
	return true
}

// linkOf returns the target of a field that is a link.
func linkOf(code string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(code), "HYPERLINK")
	if !ok {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, `\`) {
		return "" // a place in the document
	}
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		target, _, _ := strings.Cut(quoted, `"`)
		return target
	}
	target, _, _ := strings.Cut(rest, " ")
	return target
}

// summary takes the title and other properties of a document ([MS-OLEPS]).
func summary(b *content.Builder, stream view) {
	const sectionAt, headSize = 44, 8
	start := stream.u32(sectionAt)
	section := stream.part(start, len(stream))
	kinds := map[int]aranea.ElementKind{
		2: aranea.ElementTitle, 3: aranea.ElementDescription, 4: aranea.ElementText, 5: aranea.ElementKeywords, 6: aranea.ElementDescription,
	}
	page := 0
	for i := range min(section.u32(4), maxProperties) {
		if section.u32(headSize+8*i) == 1 {
			page = section.u16(section.u32(headSize+8*i+4) + 4)
		}
	}
	for i := range min(section.u32(4), maxProperties) {
		id, at := section.u32(headSize+8*i), section.u32(headSize+8*i+4)
		if id == lastSaved && section.u32(at) == typeInstant {
			b.Modified("SummaryInformation", instant(section.part(at+4, 8)))
		}
		if kind, ok := kinds[id]; ok && section.u32(at) == typeText {
			if text := textIn(page, section.part(at+8, section.u32(at+4))); text != "" {
				b.Property(kind, text)
			}
		}
	}
}

const (
	maxProperties = 100
	typeText      = 0x1E
	typeInstant   = 0x40
	lastSaved     = 13
)

// instant reads a FILETIME: the tenths of microseconds since 1601.
func instant(v view) time.Time {
	const perSecond, until1970 = 10_000_000, 11_644_473_600
	if len(v) < 8 {
		return time.Time{}
	}
	return time.Unix(int64(binary.LittleEndian.Uint64(v)/perSecond)-until1970, 0)
}
