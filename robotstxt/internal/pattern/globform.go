package pattern

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Limits on shell expressions. Expressions beyond them are not obeyed, like paths longer than
// MaxRule; without limits a file could cost seconds for each decision. Real files have at most a
// handful of expressions, which are as short as paths.
const (
	// MaxExpression is the longest shell expression in comparable form that is obeyed, in bytes.
	MaxExpression = 1 << 10
	// MaxExpressions is how many shell expressions in the groups of one robot are obeyed: the
	// first ones.
	MaxExpressions = 2 << 10
)

// globSpecial are the octets that are special outside sets, globSetSpecial those that are
// special inside sets in comparable form.
const (
	globSpecial    = `*?[\`
	globSetSpecial = `]\-^!`
)

// newGlob converts a shell expression, or a path without one, to comparable form. See NewIn.
func newGlob(scratch *[]byte, value string, e dialect.Escapes) (p Pattern, length int) {
	if !strings.ContainsAny(value, globSpecial) {
		text := comparableRule(scratch, value, e)
		return Pattern{Text: text, Lit: len(text), End: true}, len(text)
	}
	var b []byte
	if scratch != nil {
		b = (*scratch)[:0]
	}
	b = appendGlob(b, value, e)
	if scratch != nil {
		*scratch = b
	}
	p = Pattern{Text: AsString(b), Kind: KindGlob}
	p.Lit = GlobLiteral(p)
	return p, globLength(value, e)
}

// GlobLiteral returns the length of the text with which every match begins.
func GlobLiteral(p Pattern) int {
	if p.Kind != KindGlob {
		return len(p.Text)
	}
	if i := strings.IndexAny(p.Text, globSpecial); i >= 0 {
		return i
	}
	return len(p.Text)
}

// appendGlob appends the comparable form of an expression, in time linear in its
// length.
func appendGlob(b []byte, s string, e dialect.Escapes) []byte {
	closed := globLastClose(s, e)
	star := false
	for i := 0; i < len(s); {
		n, was := globToken(s[i:], e), star
		star = s[i] == '*'
		switch {
		case star && was:
		case star, s[i] == '?':
			b = append(b, s[i])
		case s[i] == '[' && globSetIs(s, i, closed, e):
			var set globSet
			n = set.read(s[i:], e)
			b = set.append(b)
		default:
			var buf [3]byte
			for _, c := range globOctets(buf[:0], s[i:i+n], e) {
				b = appendGlobOctet(b, c, globSpecial)
			}
		}
		i += n
	}
	return b
}

// globLength returns the length of an expression for precedence: its octets as written, with
// escapes decoded.
func globLength(s string, e dialect.Escapes) int {
	length := 0
	for i := 0; i < len(s); {
		n := globToken(s[i:], e)
		length += n
		if n == 3 {
			var buf [3]byte
			length += len(globOctets(buf[:0], s[i:i+n], e)) - n
		}
		i += n
	}
	return length
}

// globToken returns the length of the token at the beginning of s: "\" and an octet, an escape,
// or an octet. Where a token ends does not depend on its context, so that one search for the
// last "]" shows for all sets whether they have an end.
func globToken(s string, e dialect.Escapes) int {
	switch {
	case s[0] == '\\' && len(s) > 1:
		return 2
	case s[0] == '%' && len(s) > 2 && IsHex(s[1]) && IsHex(s[2]) && e != dialect.EscapesNone:
		return 3
	}
	return 1
}

// globLastClose returns the index of the last "]" that is a token, or -1.
func globLastClose(s string, e dialect.Escapes) int {
	last := -1
	for i := 0; i < len(s); i += globToken(s[i:], e) {
		if s[i] == ']' {
			last = i
		}
	}
	return last
}

// globSetIs reports whether the "[" at index i begins a set: there must be a "]" after its first
// member, which may be "]" itself.
func globSetIs(s string, i, closed int, e dialect.Escapes) bool {
	i++
	if i < len(s) && (s[i] == '^' || s[i] == '!') {
		i++
	}
	return i < len(s) && closed >= i+globToken(s[i:], e)
}

// globOctets appends the comparable form of a token that is not special.
func globOctets(b []byte, token string, e dialect.Escapes) []byte {
	if token[0] == '\\' && len(token) == 2 {
		token = token[1:]
	}
	if e == dialect.EscapesGoogle {
		return appendGoogle(b, token)
	}
	return AppendTarget(b, token, e)
}

// appendGlobOctet appends a literal octet.
func appendGlobOctet(b []byte, c byte, special string) []byte {
	if strings.IndexByte(special, c) >= 0 {
		b = append(b, '\\')
	}
	return append(b, c)
}

// GlobSample returns a target that an expression in comparable form matches, if there is one and
// it can begin with "/": with fill for its stars, and the first octet from "a" on for its sets.
func GlobSample(expr, fill string, e dialect.Escapes) string {
	var b []byte
	for i := 0; i < len(expr); {
		if expr[i] == '*' {
			b = append(b, fill...)
			i++
			continue
		}
		c := byte('a')
		if len(b) == 0 {
			c = '/'
		}
		n, hit := globPart(expr[i:], c)
		for k := 0; k < 256 && !hit; k++ {
			c = 'a' + byte(k)
			_, hit = globPart(expr[i:], c)
		}
		if e == dialect.EscapesDraft && (c == '%' || c == '#' || c <= ' ' || c >= 0x7F) {
			b = appendEscape(b, c)
		} else {
			b = append(b, c)
		}
		i += n
	}
	return string(b)
}
