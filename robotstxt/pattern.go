package robotstxt

import (
	"slices"
	"strings"
)

// A pattern is a path in comparable form.
type pattern struct {
	text string // without the final "$"; "*" is the wildcard unless literal
	lit  int    // how much of text is literal before the first special octet
	kind patternKind
	end  bool // the match must reach the end of the target
}

type patternKind uint8

const (
	kindLiteral patternKind = iota // nothing is special in text
	kindWild                       // "*" is any run
	kindGlob                       // a shell expression, see glob.go
)

// match reports whether target, in comparable form, matches.
func (p pattern) match(target string) bool {
	switch p.kind {
	case kindWild:
		return matchWild(p.text, p.end, target)
	case kindGlob:
		return matchGlob(p.text, target)
	}
	if p.end {
		return target == p.text
	}
	return strings.HasPrefix(target, p.text)
}

// key tells patterns apart that do not mean the same.
func (p pattern) key() string { return string(rune('0'+p.shape())) + p.text }

// stars returns how many wildcards p has; shell expressions are not counted.
func (p pattern) stars() int {
	if p.kind != kindWild {
		return 0
	}
	return strings.Count(p.text, "*")
}

// matchWild finds each piece between the stars at its first place behind the
// one before. With "*" between them that is enough: there is no way back, and
// the work is linear in the target for each piece. There is a star in text.
func matchWild(text string, end bool, target string) bool {
	lit := 0
	for lit < len(target) && text[lit] == target[lit] && text[lit] != '*' {
		lit++
	}
	if text[lit] != '*' {
		return false
	}
	text, rest := text[lit+1:], target[lit:]
	for {
		star := strings.IndexByte(text, '*')
		if star < 0 {
			break
		}
		if star > 0 {
			i := strings.Index(rest, text[:star])
			if i < 0 {
				return false
			}
			rest = rest[i+star:]
		}
		text = text[star+1:]
	}
	if end {
		return strings.HasSuffix(rest, text)
	}
	return text == "" || strings.Contains(rest, text)
}

// newPattern brings the value of a rule to comparable form. It returns the
// length that counts for precedence too: octets of that form, with "*" and "$".
// glob says that the value is a shell expression.
func newPattern(value string, d *Dialect, glob bool) (p pattern, length int) {
	return newPatternIn(nil, value, d, glob)
}

// newPatternIn is newPattern whose text may lie in scratch, if that is not nil,
// and then lives until scratch is used again.
func newPatternIn(scratch *[]byte, value string, d *Dialect, glob bool) (p pattern, length int) {
	switch {
	case glob:
		return newGlob(scratch, value, d.Escapes)
	case d.Patterns != PatternsWild:
		if !isPlain(value, d.Escapes) {
			value = rewritten(scratch, value, d.Escapes)
		}
		return pattern{text: value, lit: len(value)}, len(value)
	}
	length = 0
	if rest, ok := strings.CutSuffix(value, "$"); ok {
		value, p.end, length = rest, true, 1
	}
	p.text = comparableRule(scratch, value, d.Escapes)
	length += len(p.text)
	if d.TrailingStarIsFree && !p.end {
		length = len(strings.TrimRight(p.text, "*"))
	}
	p.text = collapseStars(p.text)
	p.lit = strings.IndexByte(p.text, '*')
	p.kind = kindWild
	switch {
	case p.lit < 0:
		p.lit, p.kind = len(p.text), kindLiteral
	case p.lit == len(p.text)-1:
		// "/x*" and "/x*$" are the beginning "/x".
		p.text, p.kind, p.end = p.text[:p.lit], kindLiteral, false
	}
	return p, length
}

// maxQueryForms is how many forms with a query a rule may have beside its own:
// those of its last wildcards.
const maxQueryForms = 16

// queryForms returns the patterns that a rule stands for beside p because a
// wildcard may take up the "?" of a target: what follows it is a query then,
// where the general delimiters and their escapes are equal (see appendRFC). Of
// "/*%3A" that is "/*?*:". There is none if no such escape follows a wildcard.
func (p pattern) queryForms(e Escapes) []pattern {
	if e != EscapesRFC || p.kind != kindWild {
		return nil
	}
	path, query := p.text, ""
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path, query = path[:i], path[i:]
	}
	last := -1
	for i := p.lit; i >= 0 && i < len(path); i++ {
		if _, ok := delimiterAt(path, i); ok {
			last = i
		}
	}
	var out []pattern
	for star := last; len(out) < maxQueryForms; {
		if star = strings.LastIndexByte(path[:max(star, 0)], '*'); star < 0 {
			break
		}
		text := path[:star] + "*?" + string(appendQuery(nil, path[star:])) + query
		out = append(out, pattern{text: text, lit: p.lit, kind: kindWild, end: p.end})
	}
	return out
}

// A pathPattern is the path of a line that is no access rule, in all its forms.
type pathPattern struct {
	pattern
	query []pattern // see queryForms
}

// keepForms drops the query forms of a path if, with those of paths before it,
// they have more wildcards than most. It returns how many there are then.
func (p *pathPattern) keepForms(wild, most int) int {
	stars := 0
	for _, q := range p.query {
		stars += q.stars()
	}
	if wild+stars > most {
		p.query = nil
		return wild
	}
	return wild + stars
}

// maxFormPath is the length in bytes of a path of such a line that has query
// forms: with keepForms it bounds what a matcher keeps of them.
const maxFormPath = 2 << 10

// newPath is newPattern for a line that is no access rule.
func newPath(value string, d *Dialect) (p pathPattern, length int) {
	p.pattern, length = newPattern(value, d, false)
	if len(p.text) <= maxFormPath {
		p.query = p.queryForms(d.Escapes)
	}
	return p, length
}

func (p pathPattern) match(target string) bool {
	return p.pattern.match(target) || slices.ContainsFunc(p.query, func(q pattern) bool { return q.match(target) })
}

// comparableRule returns value itself if it has the form already.
func comparableRule(scratch *[]byte, value string, e Escapes) string {
	for i := 0; i < len(value); i++ {
		if c := value[i]; c != '*' && !plain[EscapesRFC][c] {
			return rewritten(scratch, value, e)
		}
	}
	return value
}

// rewritten returns the form of a rule's path.
func rewritten(scratch *[]byte, value string, e Escapes) string {
	if scratch == nil {
		return string(appendRule(nil, value, e))
	}
	*scratch = appendRule((*scratch)[:0], value, e)
	return asString(*scratch)
}

// collapseStars makes a run of stars one.
func collapseStars(s string) string {
	if !strings.Contains(s, "**") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] != '*' || i == 0 || s[i-1] != '*' {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// covers reports whether every target that q matches is matched by p. Both are
// literal or wild. It is exact: q with each star taken for an octet that p does
// not name is matched by p only if p's own stars take those octets up.
func (p pattern) covers(q pattern) bool {
	fresh := freshOctet(p.text)
	if fresh == "" {
		return false
	}
	word := q.text
	if q.kind == kindWild {
		word = strings.ReplaceAll(word, "*", fresh)
	}
	if !q.end {
		word += fresh
	}
	return p.match(word)
}

// freshOctet returns an octet that does not occur in s, "" if there is none.
func freshOctet(s string) string {
	var in [256]bool
	in['*'] = true
	for i := range len(s) {
		in[s[i]] = true
	}
	for c := range in {
		if !in[c] {
			return string([]byte{byte(c)})
		}
	}
	return ""
}

// meets reports whether some target is matched by both patterns, each literal
// or wild. It walks both at once, piece by piece of a table: the work is the
// product of the lengths, unless their beginnings differ already.
func (p pattern) meets(q pattern) bool {
	if p.apart(q) {
		return false
	}
	a, b := p.open(), q.open()
	// row[j] says whether a[:i] and b[:j] can stand for the same text.
	row, next := make([]bool, len(b)+1), make([]bool, len(b)+1)
	for i := 0; i <= len(a); i++ {
		for j := range next {
			next[j] = meetAt(a, b, i, j, row, next)
		}
		row, next = next, row
	}
	return row[len(b)]
}

// apart reports whether the literal beginnings of two patterns differ.
func (p pattern) apart(q pattern) bool {
	n := min(p.lit, q.lit)
	return p.text[:n] != q.text[:n]
}

// meetWork is what meets costs at most, in steps.
func (p pattern) meetWork(q pattern) int {
	if p.apart(q) {
		return 1
	}
	return (len(p.text) + 2) * (len(q.text) + 2)
}

func meetAt(a, b string, i, j int, above, here []bool) bool {
	switch {
	case i == 0 && j == 0:
		return true
	case i > 0 && a[i-1] == '*' && (above[j] || j > 0 && here[j-1]):
		return true
	case j > 0 && b[j-1] == '*' && (here[j-1] || i > 0 && above[j]):
		return true
	}
	return i > 0 && j > 0 && a[i-1] == b[j-1] && a[i-1] != '*' && above[j-1]
}

// open returns the pattern's text with the star that its open end is.
func (p pattern) open() string {
	if p.end {
		return p.text
	}
	return p.text + "*"
}
