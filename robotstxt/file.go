package robotstxt

import (
	"fmt"
	"io"
	"iter"
	"strings"
)

// MaxBody is how many bytes of a robots file are read, 500 KiB (RFC 9309
// section 2.5). A longer file is cut on a line border, because a rule cut short
// would close more than its owner wrote.
const MaxBody = 500 << 10

// An Encoding says in which form of Unicode, or of bytes, a file was written.
type Encoding uint8

// The encodings. Bytes that are no valid UTF-8 stay as they are.
const (
	EncodingBytes   Encoding = 0 // UTF-8 or any superset of ASCII
	EncodingBOM     Encoding = 1 // UTF-8 behind a byte order mark, or a part of one
	EncodingUTF16LE Encoding = 2
	EncodingUTF16BE Encoding = 3
)

var encodingNames = [...]string{"bytes", "utf-8 with mark", "utf-16le", "utf-16be"}

// String names the encoding.
func (e Encoding) String() string {
	if int(e) < len(encodingNames) {
		return encodingNames[e]
	}
	return "encoding"
}

// A File is a parsed robots file. It keeps every byte it was given up to
// MaxBody. It is immutable and safe for concurrent use.
type File struct {
	source    string   // the bytes as given, after the cut
	text      string   // the lines: source, or its UTF-8 form for UTF-16
	start     int      // offset of the first line in text, behind a mark
	records   []record // the lines that are not blank and not comments
	encoding  Encoding
	truncated bool
}

// A record is one line of interest in 16 bytes: offsets fit in 20 bits, because
// a text has fewer than 2^20 bytes. Layout from the low bit:
//
//	a: key offset 20, value offset minus key offset 20, value length 20
//	b: line number 20, key length 20, key 8, spelling 4, flags 4
type record struct{ a, b uint64 }

const (
	flagBlankBefore = 1 << 0 // a blank line stands between this record and the last
	flagNoColon     = 1 << 1
	flagJunk        = 1 << 2

	bits20 = 1<<20 - 1
)

func (r record) key() int           { return int(r.a & bits20) }
func (r record) value() int         { return r.key() + int(r.a>>20&bits20) }
func (r record) valueEnd() int      { return r.value() + int(r.a>>40&bits20) }
func (r record) line() int          { return int(r.b & bits20) }
func (r record) is() Key            { return Key(r.b >> 40 & 0xFF) }
func (r record) spelling() Spelling { return Spelling(r.b >> 48 & 0xF) }
func (r record) flag(f uint64) bool { return r.b>>52&f != 0 }

// Parse reads a robots file. It never fails: a bad line loses that line only
// (RFC 9309 section 2.2). Bytes beyond MaxBody are dropped on a line border. A
// byte order mark is skipped; UTF-16 is decoded if the file begins with its
// mark or plainly is written so. The work is linear in the length.
func Parse(body []byte) *File {
	if len(body) > MaxBody {
		return parse(body[:wholeLines(body, MaxBody)], true)
	}
	return parse(body, false)
}

// Read parses a robots file as it comes in, for example the body of a response.
// It reads MaxBody bytes and one more at most and closes nothing. If reading
// fails, the file of the whole lines up to there is returned with the error: a
// rule cut short would close more than was written. Such a file tells what was
// seen; robots should take the failure for an outage.
func Read(r io.Reader) (*File, error) {
	body, err := io.ReadAll(io.LimitReader(r, MaxBody+1))
	if err != nil {
		return parse(body[:wholeLines(body, min(len(body), MaxBody))], true), fmt.Errorf("read robots file: %w", err)
	}
	return Parse(body), nil
}

func parse(body []byte, truncated bool) *File {
	f := &File{source: string(body), truncated: truncated}
	f.decode()
	f.index()
	return f
}

// reparse reads the text of a parsed file again, which is decoded and cut.
func reparse(text string, start int) *File {
	f := &File{text: text, start: start}
	f.index()
	return f
}

// wholeLines returns how many of the first limit bytes are whole lines, 0 if
// there is no line border that early. In UTF-16 a border has two bytes.
func wholeLines(body []byte, limit int) int {
	switch encodingOf(string(body[:min(len(body), sampleUTF16)])) {
	case EncodingUTF16LE:
		return wholeUnits(body, limit, 0)
	case EncodingUTF16BE:
		return wholeUnits(body, limit, 1)
	}
	if limit < len(body) && isLineEnd(body[limit]) {
		return limit
	}
	for i := limit; i > 0; i-- {
		if isLineEnd(body[i-1]) {
			return i
		}
	}
	return 0
}

// wholeUnits is wholeLines for UTF-16; low is the place of the low byte.
func wholeUnits(body []byte, limit, low int) int {
	for i := limit - limit%2; i > 0; i -= 2 {
		if isLineEnd(body[i-2+low]) && body[i-1-low] == 0 {
			return i
		}
	}
	return 0
}

// index notes the lines that are not blank and not comments.
func (f *File) index() {
	text := f.text
	lines := max(strings.Count(text, "\n"), strings.Count(text, "\r"))
	f.records = make([]record, 0, min(lines+1, len(text)/12+4))
	var blank uint64
	for x := newLexer(text, f.start); x.more(); {
		t := x.read()
		switch t.kind {
		case LineBlank:
			blank = flagBlankBefore
		case LineField, LineJunk:
			f.records = append(f.records, t.record(text, x.number, blank))
			blank = 0
		case LineComment:
			// A comment does not end a record (the 1994 standard).
		}
	}
}

func (t *token) record(text string, number int, flags uint64) record {
	var key Key
	var spelled Spelling
	if t.kind == LineJunk {
		flags |= flagJunk
	} else {
		key, spelled = keyOf(text[t.key : t.key+t.keyLen])
	}
	if t.noColon {
		flags |= flagNoColon
	}
	return record{
		a: uint64(t.key) | uint64(t.value-t.key)<<20 | uint64(t.valueLen)<<40,
		b: uint64(number) | uint64(t.keyLen)<<20 | uint64(key)<<40 | uint64(spelled)<<48 | flags<<52,
	}
}

// Bytes returns the file as it was given, up to the cut at MaxBody.
func (f *File) Bytes() []byte { return []byte(f.source) }

// Text returns the lines of the file: its bytes without a byte order mark, in
// UTF-8 if they were UTF-16. Offsets of lines and findings count in it.
func (f *File) Text() string { return f.text[f.start:] }

// Encoding says how the file was written.
func (f *File) Encoding() Encoding { return f.encoding }

// Truncated reports whether the file was longer than MaxBody, or broke off.
func (f *File) Truncated() bool { return f.truncated }

// Lines yields every line in order, blank ones and comments too.
func (f *File) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		text := f.Text()
		for x := newLexer(text, 0); x.more(); {
			t := x.read()
			if !yield(t.line(text, x.number)) {
				return
			}
		}
	}
}

// Sitemaps returns the values of all Sitemap lines, which belong to no group
// and may stand anywhere (RFC 9309 section 2.2.4), without repetitions.
func (f *File) Sitemaps() []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range f.records {
		if r.is() != KeySitemap {
			continue
		}
		if v := f.text[r.value():r.valueEnd()]; v != "" && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// column returns the byte column of a record's key, from 1.
func column(text string, start, key int) int {
	i := key
	for i > start && isBlank(text[i-1]) {
		i--
	}
	return key - i + 1
}
