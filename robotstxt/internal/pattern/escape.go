package pattern

import (
	"unsafe"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Both sides of a comparison are brought to one form first: a rule when it is
// compiled, a target when it is asked for. In the form of the RFC a literal "*"
// is %2A and a literal "$" is %24, so that in a compiled rule "*" is always the
// wildcard.

// plain[e] marks the octets that the form e leaves alone wherever they stand.
// A target of such octets only needs no work.
var plain = [4][256]bool{
	dialect.EscapesRFC:   plainExcept("%*$"+noURI, true),
	dialect.EscapesDraft: plainExcept("%", false),
}

// noURI are the octets of ASCII that RFC 3986 has no place for, beside whitespace
// and controls: a URL holds their escapes.
const noURI = "\"<>\\^`{|}"

// plainExcept marks all octets but the given ones and, if asked, whitespace,
// controls and what is outside ASCII.
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

// isPlain reports whether s is in the target form of e already.
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

// stackTarget is how many bytes of a target that has to be rewritten fit on
// the stack; a longer one costs an allocation.
const StackTarget = 4096

// asString returns b as a string that shares its bytes. The caller must not
// change b while the string lives.
func AsString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// appendTarget appends the form of a target.
func AppendTarget(b []byte, s string, e dialect.Escapes) []byte {
	switch e {
	case dialect.EscapesRFC:
		return appendRFC(b, s, false)
	case dialect.EscapesDraft:
		return appendDraft(b, s)
	}
	return append(b, s...)
}

// appendRule appends the form of a rule's path without its final "$".
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

// appendRFC is RFC 9309 section 2.2.2: octets outside ASCII are escaped,
// escaped unreserved octets are decoded, escapes are in upper case. Octets that
// no URL holds are escaped as well. Behind "?"
// the general delimiters of RFC 3986 but "#" have no meaning, and the table of
// the section takes them and their escapes for equal.
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

// delimiterAt returns the delimiter whose escape, in the form of the RFC, stands
// at a place.
func delimiterAt(s string, i int) (byte, bool) {
	if s[i] != '%' || i+2 >= len(s) || !IsHex(s[i+1]) || !IsHex(s[i+2]) {
		return 0, false
	}
	c := unhex(s[i+1])<<4 | unhex(s[i+2])
	return c, queryDelimiter(c)
}

// appendQuery appends a part of a rule, in the form that it has in a path, in
// the form that it has in a query.
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

// appendGoogle is what Google's parser does to a rule: octets outside ASCII are
// escaped and escapes are in upper case.
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

// appendDraft is the 1996 draft: every escape is decoded but %2F.
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

// unreserved is the set of RFC 3986 section 2.3.
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
