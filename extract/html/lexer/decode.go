package lexer

import (
	"bytes"

	"golang.org/x/net/html"
)

// replacement replaces a NUL.
const replacement = "\uFFFD"

// A manner says what is decoded: the text of a page, raw text, or the value of an attribute.
type manner uint8

const (
	asText manner = iota
	asRaw
	asValue
)

// Text returns the text of a text, comment or doctype: character references are decoded, except
// in raw text, and line ends are line feeds.
func (z *Lexer) Text() []byte {
	switch z.kind {
	case Text, Comment, Doctype:
	default:
		return nil
	}
	m := asText
	if z.isRaw {
		m = asRaw
	}
	return z.decode(z.page[z.data.start:z.data.end], m)
}

// Source returns the text of a text, comment or doctype as written.
func (z *Lexer) Source() []byte { return z.page[z.data.start:z.data.end] }

// Reference decodes the character reference at the beginning of s, a part of what Source
// returned, and returns its length. If there is none, it returns an ampersand.
func (z *Lexer) Reference(s []byte) (text []byte, n int) {
	start := len(z.buf)
	n = z.reference(s, false)
	return z.buf[start:len(z.buf):len(z.buf)], n
}

// decode returns a decoded text of the page, which is a part of the page if there is nothing to
// decode.
func (z *Lexer) decode(s []byte, m manner) []byte {
	c := coded{s: s, absent: [...]bool{false, m == asRaw, m != asValue && !z.replaces && z.kind != Comment}}
	at := c.from(0)
	if at == len(s) {
		return s
	}
	start := len(z.buf)
	for i := 0; ; at = c.from(i) {
		z.buf = append(z.buf, s[i:at]...)
		if i = at; i == len(s) {
			return z.buf[start:len(z.buf):len(z.buf)]
		}
		switch s[i] {
		case '\r':
			z.buf = append(z.buf, '\n')
			i++
			if i < len(s) && s[i] == '\n' {
				i++
			}
		case 0:
			z.buf = append(z.buf, replacement...)
			i++
		default:
			i += z.reference(s[i:], m == asValue)
		}
	}
}

// coded finds the characters of a text that have to be decoded. It remembers the next position
// of each kind, so that a text with many references is searched only once for a kind that it
// does not have.
type coded struct {
	s      []byte
	absent [3]bool // kinds that are not decoded, or do not occur any more
	next   [3]int  // position of the next one of a kind, if not passed yet
}

// from returns the position of the next such character from i on, the length of the text if
// there is none.
func (c *coded) from(i int) int {
	first := len(c.s)
	for k, char := range [...]byte{'\r', '&', 0} {
		if c.absent[k] {
			continue
		}
		if c.next[k] < i || i == 0 {
			n := bytes.IndexByte(c.s[i:], char)
			if c.absent[k] = n < 0; n < 0 {
				continue
			}
			c.next[k] = i + n
		}
		first = min(first, c.next[k])
	}
	return first
}

// common are the most common references.
var common = [...]struct{ name, text string }{
	{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&nbsp;", "\u00a0"}, {"&#39;", "'"}, {"&#160;", "\u00a0"},
	{"&mdash;", "\u2014"}, {"&ndash;", "\u2013"}, {"&copy;", "\u00a9"}, {"&raquo;", "\u00bb"}, {"&laquo;", "\u00ab"},
}

// reference appends the decoded character reference at the beginning of s, and returns its
// length. If there is none, it appends an ampersand.
func (z *Lexer) reference(s []byte, inValue bool) int {
	for _, c := range common {
		if len(s) >= len(c.name) && string(s[:len(c.name)]) == c.name {
			z.buf = append(z.buf, c.text...)
			return len(c.name)
		}
	}
	n := referenceLength(s)
	name := string(s[:n])
	numeric := n > 1 && s[1] == '#'
	closed := s[n-1] == ';'
	if n == 1 || inValue && !numeric && !closed && n < len(s) && s[n] == '=' {
		z.buf = append(z.buf, '&')
		return 1
	}
	text := html.UnescapeString(name)
	if text == name || inValue && !numeric && !whole(text, closed) {
		z.buf = append(z.buf, '&')
		return 1
	}
	z.buf = append(z.buf, text...)
	return n
}

// referenceLength returns the length of what may be a character reference.
func referenceLength(s []byte) int {
	i := 1
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	inside := func(c byte) bool { return isLetter(c) || digit(c) }
	if len(s) > 1 && s[1] == '#' {
		i, inside = 2, digit
		if len(s) > 2 && s[2]|0x20 == 'x' {
			i, inside = 3, func(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
		}
	}
	for i < len(s) && inside(s[i]) {
		i++
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	return i
}

// whole reports whether a name was decoded to its end: in a value a prefix of a name does not
// count. No reference without a semicolon stands for an ASCII letter or digit, and one with it
// stands only for a single semicolon.
func whole(text string, closed bool) bool {
	last := text[len(text)-1]
	if closed {
		return last != ';' || len(text) == 1
	}
	return !isLetter(last) && (last < '0' || last > '9')
}
