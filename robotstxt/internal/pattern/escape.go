package pattern

import (
	"unsafe"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Both sides of a comparison are converted to one form first: a rule when it is compiled, a
// target when it is decided. In the form of the RFC a literal "*" is %2A and a literal "$" is
// %24, so that in a compiled rule "*" is always the wildcard.

// plain[e] has the octets that the form e never changes. A target that consists of such octets
// needs no conversion.
var plain = [4][256]bool{
	dialect.EscapesRFC:   plainExcept("%*$"+noURI, true),
	dialect.EscapesDraft: plainExcept("%", false),
}

// noURI are the ASCII octets that RFC 3986 does not permit, besides whitespace and controls: a
// URL contains them only escaped.
const noURI = "\"<>\\^`{|}"

// plainExcept returns the set of all octets except the given ones and, if ascii is set,
// whitespace, controls and octets outside ASCII.
func plainExcept(special string, ascii bool) [256]bool {
	var t [256]bool
	for i := range t {
		t[i] = !ascii || i > ' ' && i < 0x7F
	}
	for i := range len(special) {
		t[special[i]] = false
	}
	return t
}

// IsPlain reports whether s is already in the target form of e.
func IsPlain(s string, e dialect.Escapes) bool {
	if e != dialect.EscapesRFC && e != dialect.EscapesDraft {
		return true
	}
	t := &plain[e]
	for i := 0; i < len(s); i++ {
		if !t[s[i]] {
			return false
		}
	}
	return true
}

// StackTarget is how many bytes of a rewritten target fit on the stack; a longer one requires an
// allocation.
const StackTarget = 4096

// AsString returns b as a string that shares its bytes. The caller must not change b while the
// string is in use.
func AsString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// AppendTarget appends the comparable form of a target.
func AppendTarget(b []byte, s string, e dialect.Escapes) []byte {
	switch e {
	case dialect.EscapesRFC:
		return appendRFC(b, s, false)
	case dialect.EscapesDraft:
		return appendDraft(b, s)
	}
	return append(b, s...)
}

// appendRule appends the comparable form of a rule's path without its final "$".
func appendRule(b []byte, s string, e dialect.Escapes) []byte {
	switch e {
	case dialect.EscapesRFC:
		return appendRFC(b, s, true)
	case dialect.EscapesGoogle:
		return appendGoogle(b, s)
	case dialect.EscapesDraft:
		return appendDraft(b, s)
	}
	return append(b, s...)
}

// appendRFC implements RFC 9309 section 2.2.2: octets outside ASCII are escaped, escaped
// unreserved octets are decoded, escapes are in upper case. Octets that no URL contains are
// escaped as well. After "?" the general delimiters of RFC 3986 except "#" have no meaning, and
// by the table of the section they equal their escapes.
func appendRFC(b []byte, s string, rule bool) []byte {
	query := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && IsHex(s[i+1]) && IsHex(s[i+2]):
			o := unhex(s[i+1])<<4 | unhex(s[i+2])
			if unreserved(o) || query && queryDelimiter(o) {
				b = append(b, o)
			} else {
				b = appendEscape(b, o)
			}
			i += 2
		case c == '*' && rule:
			b = append(b, c)
		case c == '*' || c == '$' || !plain[dialect.EscapesRFC][c] && c != '%':
			b = appendEscape(b, c)
		default:
			query = query || c == '?'
			b = append(b, c)
		}
	}
	return b
}

// delimiterAt returns the delimiter whose escape, in the form of the RFC, is at an index.
func delimiterAt(s string, i int) (byte, bool) {
	if s[i] != '%' || i+2 >= len(s) || !IsHex(s[i+1]) || !IsHex(s[i+2]) {
		return 0, false
	}
	c := unhex(s[i+1])<<4 | unhex(s[i+2])
	return c, queryDelimiter(c)
}

// appendQuery appends a part of a rule, which is in the form for a path, in the form for a
// query.
func appendQuery(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c, ok := delimiterAt(s, i); ok {
			b = append(b, c)
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return b
}

// appendGoogle does what Google's parser does with a rule: octets outside ASCII are escaped and
// escapes are in upper case.
func appendGoogle(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && IsHex(s[i+1]) && IsHex(s[i+2]):
			b = appendEscape(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		case c >= 0x80:
			b = appendEscape(b, c)
		default:
			b = append(b, c)
		}
	}
	return b
}

// appendDraft implements the 1996 draft: every escape except %2F is decoded.
func appendDraft(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) && IsHex(s[i+1]) && IsHex(s[i+2]) {
			if c = unhex(s[i+1])<<4 | unhex(s[i+2]); c == '/' {
				b = append(b, '%', '2')
				c = 'F'
			}
			i += 2
		}
		b = append(b, c)
	}
	return b
}

const hexDigits = "0123456789ABCDEF"

func appendEscape(b []byte, c byte) []byte {
	return append(b, '%', hexDigits[c>>4], hexDigits[c&15])
}

// IsHex reports whether c is a hexadecimal digit.
func IsHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

// unreserved reports whether c is in the set of RFC 3986 section 2.3.
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

func queryDelimiter(c byte) bool {
	switch c {
	case ':', '/', '?', '@', '[', ']':
		return true
	}
	return false
}
