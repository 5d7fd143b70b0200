package syntax

import (
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// An Encoding is how a file was encoded.
type Encoding uint8

// The encodings. Bytes that are not valid UTF-8 are not changed.
const (
	EncodingBytes   Encoding = 0 // UTF-8 or any superset of ASCII
	EncodingBOM     Encoding = 1 // UTF-8 after a byte order mark, or a part of one
	EncodingUTF16LE Encoding = 2
	EncodingUTF16BE Encoding = 3
)

var encodingNames = [...]string{"bytes", "utf-8 with mark", "utf-16le", "utf-16be"}

// String returns the name of the encoding.
func (e Encoding) String() string {
	return enum.Name(encodingNames[:], uint8(e), "encoding")
}

// A File is the text of a robots file split into lines, without any meaning except the key of
// each line. It is immutable and safe for concurrent use.
type File struct {
	Source    string   // the original bytes, after the cut
	Text      string   // the lines: Source, or its UTF-8 form for UTF-16
	Start     int      // offset of the first line in Text, after a byte order mark
	Records   []Record // the lines that are neither empty nor comments
	Encoding  Encoding
	Truncated bool
}

// Scan splits the bytes of a file into lines; truncated is set if there were more bytes.
func Scan(body []byte, truncated bool) File {
	f := File{Source: string(body), Truncated: truncated}
	f.decode()
	f.index()
	return f
}

// Rescan splits the text of a file again, which is already decoded and cut.
func Rescan(text string, start int) File {
	f := File{Text: text, Start: start}
	f.index()
	return f
}

// A Record is one line in 16 bytes. Offsets fit in 20 bits, because a text has fewer than 2^20
// bytes. Layout from the low bit:
//
//	a: key offset 20, value offset minus key offset 20, value length 20
//	b: line number 20, key length 20, key 8, spelling 4, flags 4
type Record struct{ a, b uint64 }

const (
	flagEmptyBefore = 1 << 0
	flagNoColon     = 1 << 1
	flagJunk        = 1 << 2

	bits20 = 1<<20 - 1
)

// KeyAt returns the offset of the key in the text of the file.
func (r Record) KeyAt() int { return int(r.a & bits20) }

// ValueAt returns the offset of the value.
func (r Record) ValueAt() int { return r.KeyAt() + int(r.a>>20&bits20) }

// ValueEnd returns the offset after the value.
func (r Record) ValueEnd() int { return r.ValueAt() + int(r.a>>40&bits20) }

// Line returns the number of the line, from 1.
func (r Record) Line() int { return int(r.b & bits20) }

// Key returns the key of the line.
func (r Record) Key() Key { return Key(r.b >> 40 & 0xFF) }

// Spelling returns how the key is spelled.
func (r Record) Spelling() Spelling { return Spelling(r.b >> 48 & 0xF) }

// EmptyLineBefore reports whether there is an empty line between this record and the previous
// one.
func (r Record) EmptyLineBefore() bool { return r.b>>52&flagEmptyBefore != 0 }

// NoColon reports whether key and value are two words without a colon.
func (r Record) NoColon() bool { return r.b>>52&flagNoColon != 0 }

// WholeLines returns how many of the first limit bytes are whole lines, or 0 if none are. In
// UTF-16 a line end has two bytes.
func WholeLines(body []byte, limit int) int {
	switch encodingOf(string(body[:min(len(body), sampleUTF16)])) {
	case EncodingUTF16LE:
		return wholeUnits(body, limit, 0)
	case EncodingUTF16BE:
		return wholeUnits(body, limit, 1)
	}
	if limit < len(body) && IsLineEnd(body[limit]) {
		return limit
	}
	for i := limit; i > 0; i-- {
		if IsLineEnd(body[i-1]) {
			return i
		}
	}
	return 0
}

// wholeUnits is WholeLines for UTF-16; low is the index of the low byte.
func wholeUnits(body []byte, limit, low int) int {
	for i := limit - limit%2; i > 0; i -= 2 {
		if IsLineEnd(body[i-2+low]) && body[i-1-low] == 0 {
			return i
		}
	}
	return 0
}

// index records the lines that are neither empty nor comments.
func (f *File) index() {
	text := f.Text
	lines := max(strings.Count(text, "\n"), strings.Count(text, "\r"))
	f.Records = make([]Record, 0, min(lines+1, len(text)/12+4))
	var empty uint64
	for x := newLexer(text, f.Start); x.more(); {
		t := x.read()
		switch t.kind {
		case LineEmpty:
			empty = flagEmptyBefore
		case LineField, LineJunk:
			f.Records = append(f.Records, t.record(text, x.number, empty))
			empty = 0
		case LineComment:
			// A comment does not end a record (the 1994 standard).
		}
	}
}

func (t *Token) record(text string, number int, flags uint64) Record {
	var key Key
	var spelled Spelling
	if t.kind == LineJunk {
		flags |= flagJunk
	} else {
		key, spelled = KeyOf(text[t.Key : t.Key+t.keyLen])
	}
	if t.noColon {
		flags |= flagNoColon
	}
	return Record{
		a: uint64(t.Key) | uint64(t.Value-t.Key)<<20 | uint64(t.ValueLen)<<40,
		b: uint64(number) | uint64(t.keyLen)<<20 | uint64(key)<<40 | uint64(spelled)<<48 | flags<<52,
	}
}

// Lines yields every line in order, including empty lines and comments.
func (f *File) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		text := f.Text[f.Start:]
		for x := newLexer(text, 0); x.more(); {
			t := x.read()
			if !yield(t.Line(text, x.number)) {
				return
			}
		}
	}
}

// Column returns the byte column of a record's key, from 1.
func Column(text string, start, key int) int {
	i := key
	for i > start && IsSpace(text[i-1]) {
		i--
	}
	return key - i + 1
}

// IsWideSpace reports whether r is invisible: Unicode whitespace and marks without width.
func IsWideSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\u00A0', '\u1680', '\u2028', '\u2029', '\u202F', '\u205F', '\u3000', '\uFEFF', '\u200B':
		return true
	}
	return r >= '\u2000' && r <= '\u200A'
}

// LooksHTML reports whether a body begins like a web page.
func LooksHTML(body []byte) bool {
	head := strings.TrimLeft(string(body[:min(len(body), 512)]), "\xEF\xBB\xBF \t\r\n\f")
	for _, tag := range [...]string{"<!doctype", "<html", "<head", "<body", "<?xml", "<meta", "<script", "<title", "<!--"} {
		if len(head) >= len(tag) && strings.EqualFold(head[:len(tag)], tag) {
			return true
		}
	}
	return false
}

// StartsOddly reports whether the first bytes could be taken for the mark of an encoding.
func StartsOddly(s string) bool {
	return s != "" && (s[0] >= 0x80 || looksUTF16(s, 0) || looksUTF16(s, 1))
}

// WriteLines appends s to a text from which lines were dropped. If a line that ends in CR alone
// is then followed by an empty one that ends in LF, it writes another LF so that the two do not
// become one line with CRLF, because in the standard of 1994 an empty line ends a group.
func WriteLines(b *strings.Builder, s string) {
	if strings.HasPrefix(s, "\n") && strings.HasSuffix(b.String(), "\r") {
		b.WriteByte('\n')
	}
	b.WriteString(s)
}

// Has reports whether any line of the file has the key.
func (f *File) Has(k Key) bool {
	return slices.ContainsFunc(f.Records, func(r Record) bool { return r.Key() == k })
}
