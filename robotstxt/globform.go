package robotstxt

import "strings"

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
func newGlob(scratch *[]byte, value string, e Escapes) (p pattern, length int) {
	if !strings.ContainsAny(value, globSpecial) {
		text := comparableRule(scratch, value, e)
		return pattern{text: text, lit: len(text), end: true}, len(text)
	}
	var b []byte
	if scratch != nil {
		b = (*scratch)[:0]
	}
	b = appendGlob(b, value, e)
	if scratch != nil {
		*scratch = b
	}
	p = pattern{text: asString(b), kind: kindGlob}
	p.lit = globLiteral(p)
	return p, globLength(value, e)
}

// beyond reports whether the rule is a shell expression beyond the limits.
func (c *compiler) beyond(p pattern) bool {
	if p.kind != kindGlob {
		return false
	}
	if len(p.text) > MaxExpression || c.globs >= MaxExpressions {
		return true
	}
	c.globs++
	return false
}

// globLiteral returns how much of the text every match starts with.
func globLiteral(p pattern) int {
	if p.kind != kindGlob {
		return len(p.text)
	}
	return strings.IndexAny(p.text, globSpecial)
}

// appendGlob appends the comparable form of an expression, in time linear in its
// length.
func appendGlob(b []byte, s string, e Escapes) []byte {
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
func globLength(s string, e Escapes) int {
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
func globToken(s string, e Escapes) int {
	switch {
	case s[0] == '\\' && len(s) > 1:
		return 2
	case s[0] == '%' && len(s) > 2 && isHex(s[1]) && isHex(s[2]) && e != EscapesNone:
		return 3
	}
	return 1
}

// globLastClose returns the place of the last "]" that is a token, or -1.
func globLastClose(s string, e Escapes) int {
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
func globSetIs(s string, i, closed int, e Escapes) bool {
	i++
	if i < len(s) && (s[i] == '^' || s[i] == '!') {
		i++
	}
	return i < len(s) && closed >= i+globToken(s[i:], e)
}

// globOctets appends the comparable form of a token that is not special.
func globOctets(b []byte, token string, e Escapes) []byte {
	if token[0] == '\\' && len(token) == 2 {
		token = token[1:]
	}
	if e == EscapesGoogle {
		return appendGoogle(b, token)
	}
	return appendTarget(b, token, e)
}

// appendGlobOctet appends an octet that is not special where it stands.
func appendGlobOctet(b []byte, c byte, special string) []byte {
	if strings.IndexByte(special, c) >= 0 {
		b = append(b, '\\')
	}
	return append(b, c)
}

// A globSet is a set of octets, read from an expression.
type globSet [256]bool

// read reads the set that s begins with, which has an end, and returns its
// length.
func (set *globSet) read(s string, e Escapes) (n int) {
	n = 1
	not := s[n] == '^' || s[n] == '!'
	if not {
		n++
	}
	for first := true; first || s[n] != ']'; first = false {
		lo, in, size := globMember(s[n:], e)
		hi := lo
		n += size
		if s[n] == '-' && s[n+1] != ']' {
			hi, _, size = globMember(s[n+1:], e)
			n += 1 + size
			in = true
		}
		for c := int(lo); in && c <= int(hi); c++ {
			set[c] = true
		}
	}
	for c := range set {
		set[c] = set[c] != not
	}
	return n + 1
}

// globMember reads a member of a set. in says that it is one octet in comparable
// form too; another, such as %2F where an escaped slash stays escaped, matches no
// octet of a target, but may still be the end of a range.
func globMember(s string, e Escapes) (c byte, in bool, size int) {
	size = globToken(s, e)
	var buf [3]byte
	octets := globOctets(buf[:0], s[:size], e)
	if len(octets) == 1 {
		return octets[0], true, size
	}
	if size == 3 {
		return unhex(s[1])<<4 | unhex(s[2]), false, size
	}
	return s[size-1], false, size
}

// append appends the part that the set is.
func (set *globSet) append(b []byte) []byte {
	members := 0
	var one byte
	for c, in := range set {
		if in {
			members++
			one = byte(c)
		}
	}
	switch members {
	case 0:
		return append(b, '[', '^', 0, '-', 0xFF, ']')
	case 1:
		return appendGlobOctet(b, one, globSpecial)
	case 256:
		return append(b, '?')
	}
	b = append(b, '[')
	not := set[0] && set[255]
	if not {
		b = append(b, '^')
	}
	for lo := 0; lo < 256; lo++ {
		if set[lo] == not {
			continue
		}
		hi := lo
		for hi < 255 && set[hi+1] != not {
			hi++
		}
		b = appendGlobOctet(b, byte(lo), globSetSpecial)
		if hi > lo+1 {
			b = append(b, '-')
		}
		if hi > lo {
			b = appendGlobOctet(b, byte(hi), globSetSpecial)
		}
		lo = hi
	}
	return append(b, ']')
}

// globSample returns a target that an expression in comparable form matches if
// some does and it can begin with "/": with fill for its stars, and for its sets
// the first of their octets from "a" on.
func globSample(expr, fill string, e Escapes) string {
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
		if e == EscapesDraft && (c == '%' || c == '#' || c <= ' ' || c >= 0x7F) {
			b = appendEscape(b, c)
		} else {
			b = append(b, c)
		}
		i += n
	}
	return string(b)
}
