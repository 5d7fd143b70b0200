package robotstxt

import "strings"

// A pattern is a compiled path: literal pieces between wildcards, compared with
// the target octet by octet after both are brought to one form of escapes.
type pattern struct {
	pieces []string // the text between the stars; the first must start the target
	end    bool     // ends in "$": the last piece must end the target
}

// compilePattern brings the value of a rule into the form that targets have.
// A run of stars is one; "$" counts only as the last character.
func compilePattern(value string, d Dialect) pattern {
	var p pattern
	if rest, ok := strings.CutSuffix(value, "$"); ok {
		value, p.end = rest, true
	}
	for i, piece := range strings.Split(value, "*") {
		piece = normalize(piece, d.DecodeUnreserved)
		if i > 0 && piece == "" && len(p.pieces) > 1 && p.pieces[len(p.pieces)-1] == "" {
			continue
		}
		p.pieces = append(p.pieces, piece)
	}
	return p
}

// literal returns the text that every match starts with.
func (p *pattern) literal() string { return p.pieces[0] }

// match reports whether target matches. Each piece is found at its first place
// after the one before: with "*" between them that is enough, so the work is
// at most the product of the two lengths and there is no backtracking.
func (p *pattern) match(target string) bool {
	rest, ok := strings.CutPrefix(target, p.pieces[0])
	if !ok {
		return false
	}
	last := len(p.pieces) - 1
	if last == 0 {
		return !p.end || rest == ""
	}
	for _, piece := range p.pieces[1:last] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	if p.end {
		return strings.HasSuffix(rest, p.pieces[last])
	}
	return strings.Contains(rest, p.pieces[last])
}

// normalize brings a path to the form of RFC 9309 section 2.2.2: octets outside
// ASCII are escaped, escapes are in upper case and, with decode, escapes of
// unreserved octets and of "*" and "$" are decoded. It returns s itself if
// there is nothing to do.
func normalize(s string, decode bool) string {
	if clean(s) {
		return s
	}
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80 || c <= ' ':
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			o := unhex(s[i+1])<<4 | unhex(s[i+2])
			if decode && (unreserved(o) || o == '*' || o == '$') {
				b = append(b, o)
			} else {
				b = append(b, '%', hexDigits[o>>4], hexDigits[o&15])
			}
			i += 2
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

const hexDigits = "0123456789ABCDEF"

// clean reports whether normalize would change nothing.
func clean(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' || s[i] <= ' ' || s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
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

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// A ruleIndex finds the first matching rule without trying all of them: rules
// are bucketed by their first two octets.
type ruleIndex struct {
	buckets map[[2]byte][]int32
	short   []int32 // rules whose literal start has fewer than two octets
}

func indexRules(rules []rule) ruleIndex {
	x := ruleIndex{buckets: map[[2]byte][]int32{}}
	for i := range rules {
		lit := rules[i].pattern.literal()
		if len(lit) < 2 {
			x.short = append(x.short, int32(i))
			continue
		}
		k := [2]byte{lit[0], lit[1]}
		x.buckets[k] = append(x.buckets[k], int32(i))
	}
	return x
}

// find returns the lowest index of a rule that matches, or -1.
func (x *ruleIndex) find(rules []rule, target string) int {
	var bucket []int32
	if len(target) >= 2 {
		bucket = x.buckets[[2]byte{target[0], target[1]}]
	}
	short := x.short
	for len(bucket) > 0 || len(short) > 0 {
		var i int32
		if len(short) == 0 || len(bucket) > 0 && bucket[0] < short[0] {
			i, bucket = bucket[0], bucket[1:]
		} else {
			i, short = short[0], short[1:]
		}
		if rules[i].pattern.match(target) {
			return int(i)
		}
	}
	return -1
}
