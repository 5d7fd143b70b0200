package lexer

import "bytes"

// A Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. The zero kind is the end of the page; a tag that is cut by the end of the
// page is not a token.
const (
	End Kind = iota
	Text
	StartTag
	SelfClosingTag
	EndTag
	Comment
	Doctype
)

// String returns the kind's name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

var kindNames = [...]string{"end", "text", "start tag", "self-closing tag", "end tag", "comment", "doctype"}

// MaxAttributes is the number of attributes of a tag that are read.
const MaxAttributes = 256

// A Lexer reads one page after another. It is used by one goroutine. The results of its methods
// are valid until the next call of Next, and must not be modified.
type Lexer struct {
	page []byte
	at   int // where the next token begins
	kind Kind
	raw  span      // the token
	data span      // its text, or the name of its tag
	tags *knownTag // what is known about its name, nil for nothing

	rawTag    string // the element whose text is raw, "" for none
	isRaw     bool   // nothing is decoded in this text
	replaces  bool   // NUL is replaced in it
	attrs     []attr
	attrsRead int
	lastEnd   int // where the value of the last attribute ends
	buf       []byte
}

// A span is a part of the page.
type span struct{ start, end int }

type attr struct {
	key, value span
	word       Word // of the key
}

// Reset begins a page.
func (z *Lexer) Reset(page []byte) {
	z.page, z.at, z.kind, z.rawTag, z.attrs = page, 0, End, "", z.attrs[:0]
}

// Raw returns the token as written. The tokens of a page follow each other without gaps.
func (z *Lexer) Raw() []byte { return z.page[z.raw.start:z.raw.end] }

// NextIsNotRawText makes the content of a start tag be read as markup instead of raw text.
func (z *Lexer) NextIsNotRawText() { z.rawTag = "" }

// Next reads the next token.
func (z *Lexer) Next() Kind {
	z.buf, z.attrs, z.attrsRead = z.buf[:0], z.attrs[:0], 0
	z.raw, z.data = span{z.at, z.at}, span{z.at, z.at}
	z.isRaw, z.replaces = false, false
	z.kind = z.next()
	z.at = z.raw.end
	return z.kind
}

func (z *Lexer) next() Kind {
	if z.at >= len(z.page) {
		return End
	}
	if z.rawTag != "" && z.rawText() {
		return Text
	}
	for i := z.at; ; {
		n := 0
		if z.page[i] != '<' {
			n = bytes.IndexByte(z.page[i:], '<')
		}
		if n < 0 || i+n+1 >= len(z.page) {
			z.raw.end, z.data.end = len(z.page), len(z.page)
			return Text
		}
		i += n
		c := z.page[i+1]
		if !isLetter(c) && c != '/' && c != '!' && c != '?' {
			i++
			continue
		}
		if i > z.at {
			z.raw.end, z.data.end = i, i
			return Text
		}
		return z.markup(c)
	}
}

// markup reads a token that begins with a "<" and c.
func (z *Lexer) markup(c byte) Kind {
	switch {
	case isLetter(c):
		return z.startTag()
	case c == '/':
		return z.endTag()
	case c == '!':
		return z.declaration()
	}
	z.untilAngle(z.raw.start + 1)
	return Comment
}

// untilAngle reads from a position up to the next ">".
func (z *Lexer) untilAngle(from int) {
	n := bytes.IndexByte(z.page[from:], '>')
	if n < 0 {
		z.data, z.raw.end = span{from, len(z.page)}, len(z.page)
		return
	}
	z.data, z.raw.end = span{from, from + n}, from+n+1
}

// declaration reads a token that begins with "<!".
func (z *Lexer) declaration() Kind {
	from := z.raw.start + 2
	rest := z.page[from:]
	switch {
	case len(rest) < 2:
		z.data, z.raw.end = span{from, len(z.page)}, len(z.page)
		if len(rest) == 1 && rest[0] == '>' {
			z.data.end--
		}
	case rest[0] == '-' && rest[1] == '-':
		z.comment(from + 2)
	case len(rest) >= len("doctype") && foldsTo(rest[:len("doctype")], "doctype"):
		if from = skipSpace(z.page, from+len("doctype")); from == len(z.page) {
			z.data, z.raw.end = span{from, from}, from
		} else {
			z.untilAngle(from)
		}
		return Doctype
	default:
		z.untilAngle(from)
	}
	return Comment
}

// comment reads a comment whose text begins at a position.
func (z *Lexer) comment(from int) {
	dashes, beginning := 0, true
	end := func(i, behind int) { // the comment ends before i, and behind bytes of it are its end
		z.raw.end, z.data = i, span{from, max(i-behind, from)}
	}
	for i := from; i < len(z.page); i++ {
		switch c := z.page[i]; {
		case c == '-':
			dashes++
			continue
		case c == '>' && (dashes >= 2 || beginning):
			end(i+1, len("-->"))
			return
		case c == '!' && dashes >= 2 && i+1 < len(z.page) && z.page[i+1] == '>':
			end(i+2, len("--!>"))
			return
		case c == '!' && dashes >= 2 && i+1 < len(z.page) && z.page[i+1] == '-':
			i++
			dashes, beginning = 1, false
			continue
		case c == '!' && dashes >= 2: // what follows does not end it, whatever it is
			i++
		}
		dashes, beginning = 0, false
	}
	rest := z.page[from:]
	switch {
	case bytes.HasSuffix(rest, []byte("--!")):
		end(len(z.page), 3)
	case bytes.HasSuffix(rest, []byte("--")):
		end(len(z.page), 2)
	case bytes.HasSuffix(rest, []byte("-")):
		end(len(z.page), 1)
	default:
		end(len(z.page), 0)
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' }

// skipSpace returns the position of the first character from i on that is not whitespace.
func skipSpace(s []byte, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// foldsTo reports whether s equals a word of lower-case letters, ignoring case.
func foldsTo(s []byte, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i, c := range s {
		if c != word[i] && c != word[i]-('a'-'A') {
			return false
		}
	}
	return true
}
