// Package rtf reads documents in the Rich Text Format: paragraphs, headings, items, cells, bold
// text, links and the properties of the document, in the character sets of their fonts.
//
// Floor: 2 (pure). Stability: engine. Of pictures it reads only the alternative texts, and of
// embedded objects nothing.
package rtf

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "rtf 4"

// Limits on a document.
const (
	maxGroups = 1000    // nested groups
	maxFonts  = 5000    // fonts that are kept
	maxField  = 8 << 10 // bytes of the instruction of a field
	maxNotes  = 10_000  // notes that are read
)

// Sniff reports whether a body is in this format.
func Sniff(body []byte) bool { return bytes.HasPrefix(body, []byte("{\\rtf")) }

// A group is the state that holds between two braces.
type group struct {
	target destination
	font   int
	bold   bool
	level  int  // of the heading, 0 if the paragraph is none
	item   bool // the paragraph is in a list
	skip   int  // characters of plain text that replace one Unicode character
	result bool // inside the result of a field, which may be the text of a link
	// deleted is set for text that is marked as deleted in a revision not accepted yet.
	deleted bool
}

// A destination is where text goes.
type destination uint8

const (
	toText destination = iota
	toNowhere
	toFonts
	toProperty // a property of the document
	toRevised  // the date of the last revision
	toField    // the instruction of a field, which may be a link
	toShape    // the properties of a picture or shape, whose text may follow
	toName     // the name of a property of a shape
	toValue    // the value of a property of a shape
)

// A note is the beginning of a footnote or an endnote.
type note struct {
	in  []byte
	now group
}

// A property is a property of the document.
type property struct {
	kind aranea.ElementKind
	text strings.Builder
}

// maxSaid is the most properties of a document that are read.
const maxSaid = 10

// A document is the state of a document that is being read.
type document struct {
	b       *content.Builder
	in      []byte
	now     group
	around  []group
	fonts   map[int]encoding.Encoding
	page    encoding.Encoding // of the whole document
	raw     []byte            // bytes that are not decoded yet
	said    []property
	field   strings.Builder
	name    strings.Builder // of a property of a shape
	value   strings.Builder
	notes   []note
	inNote  bool
	revised [5]int // year, month, day, hour, minute
	pending int    // replacement characters of a Unicode character that are to be skipped
	high    rune   // the first half of a surrogate pair
	inCell  bool
	isOpen  bool // the paragraph has text
}

// Read reads a document.
func Read(body []byte, l content.Limits) (content.Document, error) {
	d := document{b: content.New(l), in: body, now: group{skip: 1}, fonts: map[int]encoding.Encoding{}, page: charmap.Windows1252}
	err := d.read()
	d.flush()
	d.b.End()
	d.readNotes(len(body))
	for i := range d.said {
		if text := strings.TrimSpace(d.said[i].text.String()); text != "" {
			d.b.Property(d.said[i].kind, text)
		}
	}
	return d.b.Document(Reader), err
}

func (d *document) read() error {
	for len(d.in) > 0 && !d.b.Full() {
		c := d.in[0]
		d.in = d.in[1:]
		switch c {
		case '{':
			if len(d.around) >= maxGroups {
				return content.ErrDamaged
			}
			d.flush()
			d.around = append(d.around, d.now)
		case '}':
			if len(d.around) == 0 {
				return nil // the end of the document, whatever follows
			}
			d.ends()
		case '\\':
			d.control()
		case '\r', '\n':
		default:
			d.plain(c)
		}
	}
	if len(d.around) > 0 && !d.b.Full() {
		return content.ErrDamaged
	}
	return nil
}

// ends leaves a group. The end of the instruction of a field begins its link.
func (d *document) ends() {
	d.flush()
	was := d.now
	last := len(d.around) - 1
	d.now, d.around = d.around[last], d.around[:last]
	if was.target == toField && d.now.target != toField {
		if target, ok := link(d.field.String()); ok {
			d.begin()
			d.b.Link(target)
		}
		d.field.Reset()
	}
	if was.target == toShape && d.name.Len() > 0 {
		d.shapeSaid()
	}
	if was.result && !d.now.result {
		d.b.EndLink()
	}
	if was.target == toRevised && d.now.target != toRevised {
		r := d.revised
		d.b.Modified("revtim", time.Date(r[0], time.Month(r[1]), r[2], r[3], r[4], 0, 0, time.UTC))
	}
	d.look()
}

// link returns the target if the instruction of a field is a link.
func link(instruction string) (target string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(instruction), "HYPERLINK")
	if !ok {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	if quoted, is := strings.CutPrefix(rest, `"`); is {
		target, _, ok = strings.Cut(quoted, `"`)
		return target, ok
	}
	target, _, _ = strings.Cut(rest, " ")
	return target, !strings.HasPrefix(target, `\`)
}

// control reads a control word or symbol after its backslash.
func (d *document) control() {
	if len(d.in) == 0 {
		return
	}
	c := d.in[0]
	if c|0x20 < 'a' || c|0x20 > 'z' {
		d.in = d.in[1:]
		d.symbol(c)
		return
	}
	n := 1
	for n < len(d.in) && n < 32 && d.in[n]|0x20 >= 'a' && d.in[n]|0x20 <= 'z' {
		n++
	}
	word := string(d.in[:n])
	d.in = d.in[n:]
	n = 0
	for n < len(d.in) && n < 11 && (d.in[n] >= '0' && d.in[n] <= '9' || n == 0 && d.in[n] == '-') {
		n++
	}
	value, err := strconv.Atoi(string(d.in[:n]))
	d.in = d.in[n:]
	if len(d.in) > 0 && d.in[0] == ' ' {
		d.in = d.in[1:]
	}
	d.word(word, value, err == nil)
}

// symbol handles a control symbol.
func (d *document) symbol(c byte) {
	switch c {
	case '\'':
		if len(d.in) < 2 {
			return
		}
		v, err := strconv.ParseUint(string(d.in[:2]), 16, 8)
		d.in = d.in[2:]
		if err == nil {
			d.plain(byte(v))
		}
	case '*':
		d.now.target = toNowhere // unless a known word follows
	case '~':
		d.write(" ")
	case '_':
		d.write("-")
	case '\\', '{', '}':
		d.plain(c)
	case '\r', '\n':
		d.paragraph()
	}
}

// plain handles one byte of text.
func (d *document) plain(c byte) {
	if d.pending > 0 {
		d.pending--
		return
	}
	if d.now.target != toNowhere && d.now.target != toFonts && d.now.target != toShape {
		d.raw = append(d.raw, c)
	}
}

// flush decodes the pending bytes.
func (d *document) flush() {
	if len(d.raw) == 0 {
		return
	}
	from := d.page
	if f := d.fonts[d.now.font]; f != nil {
		from = f
	}
	text, err := from.NewDecoder().Bytes(d.raw)
	d.raw = d.raw[:0]
	if err == nil {
		d.put(string(text))
	}
}

// write adds text that is already decoded.
func (d *document) write(s string) {
	d.flush()
	d.put(s)
}

func (d *document) put(s string) {
	switch d.now.target {
	case toText:
		if !d.now.deleted {
			d.begin()
			d.b.Write(s)
		}
	case toProperty:
		if p := &d.said[len(d.said)-1]; p.text.Len() < maxField {
			p.text.WriteString(s)
		}
	case toField:
		limited(&d.field, s)
	case toName:
		limited(&d.name, s)
	case toValue:
		limited(&d.value, s)
	}
}

// limited adds to a separate text up to maxField bytes.
func limited(to *strings.Builder, s string) {
	if to.Len() < maxField {
		to.WriteString(s)
	}
}

// shapeSaid handles a property of a picture or shape at the end of its group. The alternative
// text is written where the picture is.
func (d *document) shapeSaid() {
	name, value := strings.TrimSpace(d.name.String()), strings.TrimSpace(d.value.String())
	d.name.Reset()
	d.value.Reset()
	if name == "wzDescription" && value != "" && !d.now.deleted {
		d.begin()
		d.b.Space()
		d.b.Write(value)
		d.b.Space()
	}
}

// readNotes reads the notes after the text, each from its beginning to the end of its group.
// Together they are limited to the size of the document, which they exceed only if nested.
func (d *document) readNotes(most int) {
	d.inNote = true
	for _, n := range d.notes {
		if most <= 0 {
			return
		}
		d.in, d.around, d.now = n.in, d.around[:0], group{font: n.now.font, skip: n.now.skip}
		d.pending, d.high, d.inCell, d.isOpen = 0, 0, false, false
		_ = d.read() // reading the document returned the same error
		d.flush()
		d.b.End()
		most -= len(n.in) - len(d.in)
	}
}

// paragraph ends a paragraph.
func (d *document) paragraph() {
	d.flush()
	if d.now.target != toText {
		return
	}
	d.b.End()
	d.isOpen = false
}

// begin begins a paragraph when its first text comes; until then its properties may change.
func (d *document) begin() {
	if !d.isOpen {
		d.b.Block(d.kind())
		d.b.Bold(d.now.bold)
		d.isOpen = true
	}
}

// kind returns the kind of the paragraph.
func (d *document) kind() aranea.ElementKind {
	switch {
	case d.now.level > 0:
		return content.Heading(d.now.level)
	case d.inCell:
		return aranea.ElementCell
	case d.now.item:
		return aranea.ElementListItem
	}
	return aranea.ElementText
}

// encodingOf returns the character set of a code page, or nil if it is unknown.
func encodingOf(codePage int) encoding.Encoding {
	switch codePage {
	case 437:
		return charmap.CodePage437
	case 850:
		return charmap.CodePage850
	case 866:
		return charmap.CodePage866
	case 874:
		return charmap.Windows874
	case 932:
		return japanese.ShiftJIS
	case 936:
		return simplifiedchinese.GBK
	case 949:
		return korean.EUCKR
	case 950:
		return traditionalchinese.Big5
	case 10000:
		return charmap.Macintosh
	}
	pages := [...]encoding.Encoding{
		charmap.Windows1250, charmap.Windows1251, charmap.Windows1252, charmap.Windows1253, charmap.Windows1254,
		charmap.Windows1255, charmap.Windows1256, charmap.Windows1257, charmap.Windows1258,
	}
	if i := codePage - 1250; i >= 0 && i < len(pages) {
		return pages[i]
	}
	return nil
}

// codePageOf returns the code page of the character set of a font, or 0 for that of the
// document.
func codePageOf(charset int) int {
	switch charset {
	case 77:
		return 10000
	case 128:
		return 932
	case 129:
		return 949
	case 134:
		return 936
	case 136:
		return 950
	case 161:
		return 1253
	case 162:
		return 1254
	case 163:
		return 1258
	case 177:
		return 1255
	case 178:
		return 1256
	case 186:
		return 1257
	case 204:
		return 1251
	case 222:
		return 874
	case 238:
		return 1250
	case 255:
		return 437
	}
	return 0
}
