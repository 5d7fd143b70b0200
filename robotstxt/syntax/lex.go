package syntax

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// A LineKind is the kind of a line.
type LineKind uint8

// The kinds of lines. The zero kind is an empty line.
const (
	LineEmpty   LineKind = 0 // only whitespace
	LineComment LineKind = 1 // only a comment
	LineField   LineKind = 2 // a key and a value, with a colon or as two words
	LineJunk    LineKind = 3 // anything else, such as HTML
)

var lineKindNames = [...]string{"empty", "comment", "field", "junk"}

// String returns "empty", "comment", "field" or "junk".
func (k LineKind) String() string {
	return enum.Name(lineKindNames[:], uint8(k), "line-kind")
}

// A Line is one line of a file, with every byte of it: the concatenation of Raw + End of all
// lines is the text. Rules and lint use the same lines.
type Line struct {
	Number  int      // from 1
	Offset  int      // byte offset of the line in the text
	Column  int      // byte column of the first non-space byte, from 1
	Kind    LineKind // the kind of the line
	Key     Key      // the key of a field line
	Spelled Spelling // how the key is spelled
	NoColon bool     // key and value are two words without a colon
	Name    string   // the key as written
	Value   string   // without surrounding whitespace and comment
	Comment string   // from "#" to the end of the line, "" if there is none
	Raw     string   // the line without its end
	End     string   // "\n", "\r", "\r\n", or "" at the end of the file

	ValueAt int // offset of Value in Raw
}

// ValueColumn returns the byte column of the value, from 1.
func (l Line) ValueColumn() int { return l.ValueAt + 1 }

// A Token is a line in the form used by the lexer: offsets into the text.
type Token struct {
	Start, End int // the line without its end
	Next       int // where the next line starts
	Key        int // offset of the first non-space byte
	keyLen     int
	Value      int
	ValueLen   int
	comment    int // offset of "#", or End
	kind       LineKind
	noColon    bool
}

// A lexer iterates over the lines of a text. It remembers the next LF and CR, so that even a
// text with only one kind of line end takes linear time.
type lexer struct {
	text   string
	next   int // where the next line starts
	number int // of the last line, from 1
	lf, cr int // the next LF and CR at or after next; len(text) if there is none
}

func newLexer(text string, start int) lexer {
	x := lexer{text: text, next: start, lf: -1, cr: -1}
	if strings.IndexByte(text, '\r') < 0 {
		x.cr = len(text)
	}
	return x
}

// read returns the next line; there must be one. Line ends are LF, CR and CRLF.
func (x *lexer) read() Token {
	t := Token{Start: x.next}
	if x.lf < x.next {
		x.lf = indexFrom(x.text, x.next, '\n')
	}
	if x.cr < x.next {
		x.cr = indexFrom(x.text, x.next, '\r')
	}
	if x.cr < x.lf {
		t.End, x.next = x.cr, x.cr+1
		if x.next == x.lf && x.lf < len(x.text) {
			x.next++
		}
	} else {
		t.End, x.next = x.lf, min(x.lf+1, len(x.text))
	}
	t.Next = x.next
	x.number++
	lexLine(x.text, &t)
	return t
}

func (x *lexer) more() bool { return x.next < len(x.text) }

// indexFrom returns the first index of c at or after i, or len(s).
func indexFrom(s string, i int, c byte) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}

// lexLine splits the line into key, value and comment.
func lexLine(text string, t *Token) {
	i, end := t.Start, t.End
	for i < end && IsSpace(text[i]) {
		i++
	}
	t.Key, t.comment = i, t.End
	if i == end {
		return
	}
	if n := strings.IndexByte(text[i:end], '#'); n >= 0 {
		t.comment = i + n
		end = i + n
	}
	for end > i && IsSpace(text[end-1]) {
		end--
	}
	if end == i {
		t.kind = LineComment
		return
	}
	n := strings.IndexByte(text[i:end], ':')
	if n < 0 {
		lexWords(text, t, end)
		return
	}
	t.kind = LineField
	v := i + n + 1
	for v < end && IsSpace(text[v]) {
		v++
	}
	t.Value, t.ValueLen = v, end-v
	for n > 0 && IsSpace(text[i+n-1]) {
		n--
	}
	t.keyLen = n
}

// lexWords parses a line without a colon: exactly two words, such as "Disallow /x", are a field
// without its colon.
func lexWords(text string, t *Token, end int) {
	i := t.Key
	for i < end && !IsSpace(text[i]) {
		i++
	}
	t.keyLen = i - t.Key
	for i < end && IsSpace(text[i]) {
		i++
	}
	t.Value, t.ValueLen = i, end-i
	t.kind, t.noColon = LineField, true
	for ; i < end; i++ {
		if IsSpace(text[i]) {
			break
		}
	}
	if t.ValueLen == 0 || i < end {
		t.kind, t.noColon = LineJunk, false
		t.keyLen, t.Value, t.ValueLen = end-t.Key, end, 0
	}
}

// TokenAt parses the line that contains the offset at, which must not be after its end.
func TokenAt(text string, start, at int) Token {
	t := Token{Start: at, End: at}
	for t.Start > start && !IsLineEnd(text[t.Start-1]) {
		t.Start--
	}
	for t.End < len(text) && !IsLineEnd(text[t.End]) {
		t.End++
	}
	lexLine(text, &t)
	return t
}

// IsLineEnd reports whether c ends a line.
func IsLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// IsSpace reports whether c is whitespace inside a line.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

// Line converts the token to a Line.
func (t *Token) Line(text string, number int) Line {
	l := Line{
		Number: number, Offset: t.Start, Column: t.Key - t.Start + 1, Kind: t.kind,
		Comment: text[t.comment:t.End], Raw: text[t.Start:t.End], End: text[t.End:t.Next],
	}
	if t.kind == LineField {
		l.Name, l.Value = text[t.Key:t.Key+t.keyLen], text[t.Value:t.Value+t.ValueLen]
		l.Key, l.Spelled = KeyOf(l.Name)
		l.NoColon, l.ValueAt = t.noColon, t.Value-t.Start
	}
	return l
}
