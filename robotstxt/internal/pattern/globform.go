package pattern

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Limits of shell expressions. What is beyond them is not obeyed, as a path
// longer than MaxRule is not; without them a file could cost seconds for each
// decision. Expressions are a handful, and as short as paths, where files have
// them at all.
const (
	// MaxExpression is the length in bytes of a shell expression, in comparable
	// form, that is still obeyed.
	MaxExpression = 1 << 10
	// MaxExpressions is how many shell expressions of the groups of one robot
	// are obeyed, the first ones.
	MaxExpressions = 2 << 10
)

// globSpecial are the octets that are special outside sets, globSetSpecial those
// that comparable form takes for special inside.
const (
	globSpecial    = `*?[\`
	globSetSpecial = `]\-^!`
)

// newGlob brings a shell expression, or a path without one, to comparable form.
// See newPatternIn.
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

// globLiteral returns how much of the text every match starts with.
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

// globLength returns what an expression counts for precedence: its octets as
// written, with escapes undone.
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

// globToken returns the length of what s begins with: "\" and an octet, an
// escape, or an octet. Where a token ends does not hang on what it stands in, so
// that one look for the last "]" tells of all sets whether they have an end.
func globToken(s string, e dialect.Escapes) int {
	switch {
	case s[0] == '\\' && len(s) > 1:
		return 2
	case s[0] == '%' && len(s) > 2 && IsHex(s[1]) && IsHex(s[2]) && e != dialect.EscapesNone:
		return 3
	}
	return 1
}

// globLastClose returns the place of the last "]" that is a token, or -1.
func globLastClose(s string, e dialect.Escapes) int {
	last := -1
	for i := 0; i < len(s); i += globToken(s[i:], e) {
		if s[i] == ']' {
			last = i
		}
	}
	return last
}

// globSetIs reports whether the "[" at place i begins a set: a "]" stands behind
// its first member, which may be "]" itself.
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

// appendGlobOctet appends an octet that is not special where it stands.
func appendGlobOctet(b []byte, c byte, special string) []byte {
	if strings.IndexByte(special, c) >= 0 {
		b = append(b, '\\')
	}
	return append(b, c)
}

// globSample returns a target that an expression in comparable form matches if
// some does and it can begin with "/": with fill for its stars, and for its sets
// the first of their octets from "a" on.
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
