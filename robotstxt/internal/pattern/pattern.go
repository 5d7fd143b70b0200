package pattern

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// A pattern is a path in comparable form.
type Pattern struct {
	Text string // without the final "$"; "*" is the wildcard unless literal
	Lit  int    // how much of text is literal before the first special octet
	Kind patternKind
	End  bool // the match must reach the end of the target
}

type patternKind uint8

const (
	KindLiteral patternKind = iota // nothing is special in text
	KindWild                       // "*" is any run
	KindGlob                       // a shell expression, see glob.go
)

// match reports whether target, in comparable form, matches.
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

// key tells patterns apart that do not mean the same.
func (p Pattern) Key() string { return string(rune('0'+p.Shape())) + p.Text }

// stars returns how many wildcards p has; shell expressions are not counted.
func (p Pattern) Stars() int {
	if p.Kind != KindWild {
		return 0
	}
	return strings.Count(p.Text, "*")
}

// matchWild finds each piece between the stars at its first place behind the
// one before. With "*" between them that is enough: there is no way back, and
// the work is linear in the target for each piece. There is a star in text.
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

// newPattern brings the value of a rule to comparable form. It returns the
// length that counts for precedence too: octets of that form, with "*" and "$".
// glob says that the value is a shell expression.
func newPattern(value string, d *dialect.Dialect, glob bool) (p Pattern, length int) {
	return NewIn(nil, value, d, glob)
}

// newPatternIn is newPattern whose text may lie in scratch, if that is not nil,
// and then lives until scratch is used again.
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
		// "/x*" and "/x*$" are the beginning "/x".
		p.Text, p.Kind, p.End = p.Text[:p.Lit], KindLiteral, false
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

// A pathPattern is the path of a line that is no access rule, in all its forms.
type Path struct {
	Pattern
	Query []Pattern // see queryForms
}

// keepForms drops the query forms of a path if, with those of paths before it,
// they have more wildcards than most. It returns how many there are then.
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

// maxFormPath is the length in bytes of a path of such a line that has query
// forms: with keepForms it bounds what a matcher keeps of them.
const maxFormPath = 2 << 10

// newPath is newPattern for a line that is no access rule.
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

// comparableRule returns value itself if it has the form already.
func comparableRule(scratch *[]byte, value string, e dialect.Escapes) string {
	for i := 0; i < len(value); i++ {
		if c := value[i]; c != '*' && !plain[dialect.EscapesRFC][c] {
			return rewritten(scratch, value, e)
		}
	}
	return value
}

// rewritten returns the form of a rule's path.
func rewritten(scratch *[]byte, value string, e dialect.Escapes) string {
	if scratch == nil {
		return string(appendRule(nil, value, e))
	}
	*scratch = appendRule((*scratch)[:0], value, e)
	return AsString(*scratch)
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
func (p Pattern) Meets(q Pattern) bool {
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
func (p Pattern) apart(q Pattern) bool {
	n := min(p.Lit, q.Lit)
	return p.Text[:n] != q.Text[:n]
}

// meetWork is what meets costs at most, in steps.
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

// open returns the pattern's text with the star that its open end is.
func (p Pattern) open() string {
	if p.End {
		return p.Text
	}
	return p.Text + "*"
}

// The shapes that fit in two bits: an open literal, a literal to the end, an
// open path with wildcards, one that reaches the end. A shell expression always
// does, and is told apart by the dialect.
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

// String returns the pattern as a rule that has the same meaning.
func (p Pattern) String() string {
	if p.End {
		return p.Text + "$"
	}
	return p.Text
}
