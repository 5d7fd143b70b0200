package legacyoffice

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Offsets in the header of a document ([MS-DOC] 2.5).
const (
	fibMagic    = 0xA5EC
	fibFlags    = 0x0A
	fibTextLen  = 0x4C // characters of the main text; those of the other parts follow
	fibParts    = 8
	fibClx      = 0x01A2
	flagCrypt   = 0x0100
	flagTable1  = 0x0200
	clxPieces   = 0x02
	clxProperty = 0x01
	pieceSize   = 8
	isBytes     = 1 << 30 // a piece has one byte per character
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
	text, ok := textOf(main, table)
	if !ok {
		return fmt.Errorf("%w: no table of pieces", content.ErrDamaged)
	}
	look := readStyles(table.part(main.u32(fibStyles), main.u32(fibStyles+4)))
	w := words{
		b: b, text: text,
		paragraphs: readRuns(main, table.part(main.u32(fibParagraphs), main.u32(fibParagraphs+4)), paragraphEntry, look),
		characters: readRuns(main, table.part(main.u32(fibCharacters), main.u32(fibCharacters+4)), characterEntry, look),
	}
	w.read()
	b.End()
	readDrawings(b, main, table, streams["Data"])
	return nil
}

// piecesOf finds the table of pieces: the location of each, and the character at which it
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

// maxRepeats is how many times on average the pieces of a text may refer to the same bytes.
const maxRepeats = 4

// A text is the characters of a document from a position on, piece by piece. A copy of it
// advances independently.
type text struct {
	main, pieces, positions view
	left                    int // characters in pieces not started yet
	piece                   int // index of the next one
	at, end                 int // bytes of the current piece
	width                   int // bytes per character
}

// textOf returns the text of a document from its first character on; ok is false if there is no
// table of its pieces.
func textOf(main, table view) (t text, ok bool) {
	t.main = main
	t.pieces, t.positions = piecesOf(table.part(main.u32(fibClx), main.u32(fibClx+4)))
	for i := range fibParts {
		t.left += main.u32(fibTextLen + 4*i)
	}
	t.left = min(t.left, maxRepeats*len(main))
	return t, t.pieces != nil
}

// next returns a character and its byte offset; ok is false at the end.
func (t *text) next() (r rune, at int, ok bool) {
	for t.at+t.width > t.end || t.width == 0 {
		if !t.begin() {
			return 0, 0, false
		}
	}
	at = t.at
	t.at += t.width
	if t.width == 1 {
		return charmap.Windows1252.DecodeByte(t.main[at]), at, true
	}
	r = rune(t.main.u16(at))
	if !utf16.IsSurrogate(r) {
		return r, at, true
	}
	r = utf8.RuneError
	if t.at+t.width <= t.end {
		if r = utf16.DecodeRune(rune(t.main.u16(at)), rune(t.main.u16(t.at))); r != utf8.RuneError {
			t.at += t.width
		}
	}
	return r, at, true
}

// begin begins the next piece, and reports whether there is one.
func (t *text) begin() bool {
	i := t.piece
	if (i+1)*pieceSize > len(t.pieces) {
		return false
	}
	t.piece++
	n := max(min(t.positions.u32(4*i+4)-t.positions.u32(4*i), t.left), 0)
	t.left -= n
	at := t.pieces.u32(i*pieceSize + 2)
	t.at, t.width = at, 2
	if at&isBytes != 0 {
		t.at, t.width = at&^isBytes/2, 1
	}
	t.end = min(t.at+n*t.width, len(t.main))
	return true
}

// words reads the characters of a document; some are marks.
type words struct {
	b          *content.Builder
	text       text
	paragraphs runs
	characters runs
	fields     []field // open ones

	open  bool // the paragraph has begun
	bold  run  // around the last character
	bolds int  // number of bold runs passed
	marks int  // number of ends of paragraphs and cells passed
	next  int  // which of these ends the paragraph whose look is known, from 1
	look  look // of that paragraph
}

// A field is a part with text that a program generates, such as a link.
type field struct {
	code   []byte
	result bool // its text follows
}

// maxFields is the number of fields open at once, maxCode the number of bytes kept of a code.
const (
	maxFields = 32
	maxCode   = 4096
)

// read reads the whole text.
func (w *words) read() {
	for !w.b.Full() {
		r, at, ok := w.text.next()
		if !ok {
			return
		}
		w.take(r, at)
	}
}

// take handles a character at a byte offset.
func (w *words) take(r rune, at int) {
	if endsParagraph(r) {
		w.marks++
	}
	if w.mark(r) {
		return
	}
	if i := w.coding(); i >= 0 {
		if f := &w.fields[i]; len(f.code) < maxCode {
			f.code = utf8.AppendRune(f.code, r)
		}
		return
	}
	switch r {
	case '\r', sectionEnd, cellEnd:
		w.b.End()
		w.open = false
	case 0x0B, 0x01, 0x08: // pictures and drawings separate words
		w.b.Space()
	case 0x1F, 0x02, 0x05: // soft hyphens, notes
	case 0x1E:
		w.write("-", at)
	default:
		w.write(string(r), at)
	}
}

// write writes a character with its look.
func (w *words) write(text string, at int) {
	if at < w.bold.from || at >= w.bold.to {
		if w.bold = w.characters.at(at); w.bold.look.bold {
			w.bolds++
		}
	}
	if w.bold.look.deleted {
		return
	}
	w.begin()
	w.b.Bold(w.bold.look.bold && w.bolds <= maxBold)
	w.b.Write(text)
}

// begin begins a paragraph at its first character. Its look is stored at its end, which may be
// in another piece ([MS-DOC] 2.4.6.1).
func (w *words) begin() {
	if w.open {
		return
	}
	w.open = true
	if w.next <= w.marks {
		w.next, w.look = w.marks+1, look{}
		for ahead := w.text; ; {
			r, at, ok := ahead.next()
			if !ok {
				break
			}
			if endsParagraph(r) {
				w.look = w.paragraphs.at(at).look
				break
			}
		}
	}
	w.b.Block(w.look.kind())
}

// Characters that end a cell or a row, and a section or a page.
const (
	cellEnd    = 0x07
	sectionEnd = '\f'
)

// endsParagraph reports whether a character ends a paragraph or a part of one.
func endsParagraph(r rune) bool { return r == '\r' || r == cellEnd || r == sectionEnd }

// mark handles the characters that begin, divide and end fields.
func (w *words) mark(r rune) bool {
	n := len(w.fields)
	switch {
	case r == 0x13 && n < maxFields:
		w.fields = append(w.fields, field{})
	case r == 0x14 && n > 0:
		w.fields[n-1].result = true
		if target := linkOf(string(w.fields[n-1].code)); target != "" && w.coding() < 0 {
			w.begin()
			w.b.Link(target)
		}
	case r == 0x15 && n > 0:
		if w.fields[n-1].result && linkOf(string(w.fields[n-1].code)) != "" && w.coding() < 0 {
			w.b.EndLink()
		}
		w.fields = w.fields[:n-1]
	case r != 0x13 && r != 0x14 && r != 0x15:
		return false
	}
	return true
}

// coding returns the innermost open field whose code contains the current text, as does the
// result of a field in it; -1 if it is ordinary text.
func (w *words) coding() int {
	for i := len(w.fields) - 1; i >= 0; i-- {
		if !w.fields[i].result {
			return i
		}
	}
	return -1
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

// summary reads the title and other properties of a document ([MS-OLEPS]).
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

// instant reads a FILETIME: the number of 100 ns intervals since 1601.
func instant(v view) time.Time {
	const perSecond, until1970 = 10_000_000, 11_644_473_600
	if len(v) < 8 {
		return time.Time{}
	}
	return time.Unix(int64(binary.LittleEndian.Uint64(v)/perSecond)-until1970, 0)
}
