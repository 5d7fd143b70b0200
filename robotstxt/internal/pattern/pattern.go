package pattern

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// A Pattern is a path in comparable form.
type Pattern struct {
	Text string // without the final "$"; "*" is the wildcard unless Kind is KindLiteral
	Lit  int    // length of the literal text before the first special octet
	Kind patternKind
	End  bool // the match must reach the end of the target
}

type patternKind uint8

const (
	KindLiteral patternKind = iota // nothing is special
	KindWild                       // "*" is any run
	KindGlob                       // a shell expression, see glob.go
)

// Match reports whether target, in comparable form, matches.
func (p Pattern) Match(target string) bool {
	switch p.Kind {
	case KindWild:
		return MatchWild(p.Text, p.End, target)
	case KindGlob:
		return MatchGlob(p.Text, target)
	}
	if p.End {
		return target == p.Text
	}
	return strings.HasPrefix(target, p.Text)
}

// Key returns a string that differs for patterns with different meanings.
func (p Pattern) Key() string { return string(rune('0'+p.Shape())) + p.Text }

// Stars returns the number of wildcards of p, which is 0 for shell expressions.
func (p Pattern) Stars() int {
	if p.Kind != KindWild {
		return 0
	}
	return strings.Count(p.Text, "*")
}

// MatchWild finds each piece between stars at its first position after the previous one. With
// "*" between them that suffices without backtracking, and the work is linear in the target for
// each piece. text must contain a star.
func MatchWild(text string, end bool, target string) bool {
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

// newPattern converts the value of a rule to comparable form. It also returns the length that
// counts for precedence: octets of that form, including "*" and "$". glob is set if the value is
// a shell expression.
func newPattern(value string, d *dialect.Dialect, glob bool) (p Pattern, length int) {
	return NewIn(nil, value, d, glob)
}

// NewIn is newPattern with a buffer for the text, unless scratch is nil. The text is then valid
// until scratch is used again.
func NewIn(scratch *[]byte, value string, d *dialect.Dialect, glob bool) (p Pattern, length int) {
	switch {
	case glob:
		return newGlob(scratch, value, d.Escapes)
	case d.Patterns != dialect.PatternsWild:
		if !IsPlain(value, d.Escapes) {
			value = rewritten(scratch, value, d.Escapes)
		}
		return Pattern{Text: value, Lit: len(value)}, len(value)
	}
	length = 0
	if rest, ok := strings.CutSuffix(value, "$"); ok {
		value, p.End, length = rest, true, 1
	}
	p.Text = comparableRule(scratch, value, d.Escapes)
	length += len(p.Text)
	if d.TrailingStarIsFree && !p.End {
		length = len(strings.TrimRight(p.Text, "*"))
	}
	p.Text = collapseStars(p.Text)
	p.Lit = strings.IndexByte(p.Text, '*')
	p.Kind = KindWild
	switch {
	case p.Lit < 0:
		p.Lit, p.Kind = len(p.Text), KindLiteral
	case p.Lit == len(p.Text)-1:
		// "/x*" and "/x*$" are the prefix "/x".
		p.Text, p.Kind, p.End = p.Text[:p.Lit], KindLiteral, false
	}
	return p, length
}

// maxQueryForms is how many forms with a query a rule may have besides its own, for its last
// wildcards.
const maxQueryForms = 16

// QueryForms returns the patterns that a rule stands for besides p because a wildcard may match
// the "?" of a target: what follows is then a query, in which the general delimiters and their
// escapes are equal (see appendRFC). For "/*%3A" that is "/*?*:". There are none if no such
// escape follows a wildcard.
func (p Pattern) QueryForms(e dialect.Escapes) []Pattern {
	if e != dialect.EscapesRFC || p.Kind != KindWild {
		return nil
	}
	path, query := p.Text, ""
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path, query = path[:i], path[i:]
	}
	last := -1
	for i := p.Lit; i >= 0 && i < len(path); i++ {
		if _, ok := delimiterAt(path, i); ok {
			last = i
		}
	}
	var out []Pattern
	for star := last; len(out) < maxQueryForms; {
		if star = strings.LastIndexByte(path[:max(star, 0)], '*'); star < 0 {
			break
		}
		text := path[:star] + "*?" + string(appendQuery(nil, path[star:])) + query
		out = append(out, Pattern{Text: text, Lit: p.Lit, Kind: KindWild, End: p.End})
	}
	return out
}

// A Path is the path of a line other than an access rule, in all its forms.
type Path struct {
	Pattern
	Query []Pattern // see QueryForms
}

// KeepForms drops the query forms of a path if they, together with those of earlier paths, have
// more than most wildcards. It returns the resulting number of wildcards.
func (p *Path) KeepForms(wild, most int) int {
	stars := 0
	for _, q := range p.Query {
		stars += q.Stars()
	}
	if wild+stars > most {
		p.Query = nil
		return wild
	}
	return wild + stars
}

// maxFormPath is the longest path of such a line that has query forms, in bytes. Together with
// KeepForms it limits what a matcher keeps of them.
const maxFormPath = 2 << 10

// NewPath is newPattern for a line other than an access rule.
func NewPath(value string, d *dialect.Dialect) (p Path, length int) {
	p.Pattern, length = newPattern(value, d, false)
	if len(p.Text) <= maxFormPath {
		p.Query = p.QueryForms(d.Escapes)
	}
	return p, length
}

// Match reports whether target, in comparable form, matches in any form.
func (p Path) Match(target string) bool {
	return p.Pattern.Match(target) || slices.ContainsFunc(p.Query, func(q Pattern) bool { return q.Match(target) })
}

// comparableRule returns value itself if it is already in comparable form.
func comparableRule(scratch *[]byte, value string, e dialect.Escapes) string {
	for i := 0; i < len(value); i++ {
		if c := value[i]; c != '*' && !plain[dialect.EscapesRFC][c] {
			return rewritten(scratch, value, e)
		}
	}
	return value
}

// rewritten returns the comparable form of a rule's path.
func rewritten(scratch *[]byte, value string, e dialect.Escapes) string {
	if scratch == nil {
		return string(appendRule(nil, value, e))
	}
	*scratch = appendRule((*scratch)[:0], value, e)
	return AsString(*scratch)
}

// collapseStars replaces each run of stars by one.
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

// Covers reports whether p matches every target that q matches. Both must be literal or wild.
// The result is exact: q with each star replaced by an octet that does not occur in p is matched
// by p only if p's own stars match those octets.
func (p Pattern) Covers(q Pattern) bool {
	fresh := freshOctet(p.Text)
	if fresh == "" {
		return false
	}
	word := q.Text
	if q.Kind == KindWild {
		word = strings.ReplaceAll(word, "*", fresh)
	}
	if !q.End {
		word += fresh
	}
	return p.Match(word)
}

// freshOctet returns an octet that does not occur in s, or "" if there is none.
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

// Meets reports whether there is a target that both patterns match, each literal or wild. It
// fills a table for all pairs of positions: the work is the product of the lengths, unless their
// literal prefixes already differ.
func (p Pattern) Meets(q Pattern) bool {
	if p.apart(q) {
		return false
	}
	a, b := p.open(), q.open()
	// row[j] is set if a[:i] and b[:j] can match the same text.
	row, next := make([]bool, len(b)+1), make([]bool, len(b)+1)
	for i := 0; i <= len(a); i++ {
		for j := range next {
			next[j] = meetAt(a, b, i, j, row, next)
		}
		row, next = next, row
	}
	return row[len(b)]
}

// apart reports whether the literal prefixes of two patterns differ.
func (p Pattern) apart(q Pattern) bool {
	n := min(p.Lit, q.Lit)
	return p.Text[:n] != q.Text[:n]
}

// MeetWork returns the maximum cost of Meets in steps.
func (p Pattern) MeetWork(q Pattern) int {
	if p.apart(q) {
		return 1
	}
	return (len(p.Text) + 2) * (len(q.Text) + 2)
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

// open returns the pattern's text, with a star appended if its end is open.
func (p Pattern) open() string {
	if p.End {
		return p.Text
	}
	return p.Text + "*"
}

// Shape returns the shape of a pattern in two bits: an open literal, an anchored literal, an
// open path with wildcards, or an anchored one. A shell expression is always anchored, and the
// dialect distinguishes it.
func (p Pattern) Shape() byte {
	s := byte(0)
	if p.Kind != KindLiteral {
		s = 2
	}
	if p.End || p.Kind == KindGlob {
		s++
	}
	return s
}

// String returns a rule with the same meaning as the pattern.
func (p Pattern) String() string {
	if p.End {
		return p.Text + "$"
	}
	return p.Text
}
