package selector

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits on one selector.
const (
	MaxSelector = 2000 // bytes
	maxParts    = 64   // compounds of all alternatives
)

// A relation is a combinator: the relation of an element to that of the preceding compound.
type relation byte

// The relations, as they are written.
const (
	within    relation = ' '
	childOf   relation = '>'
	nextTo    relation = '+'
	laterThan relation = '~'
)

// A part is a compound with the combinator before it.
type part struct {
	compound
	relation relation
	first    bool   // it begins a selector
	last     bool   // it selects the element
	in       uint64 // the scope within which it selects, one bit; 0 for the page
}

// A parser parses one selector.
type parser struct {
	text   string
	at     int
	out    []part
	scoped bool // it selects within an element, which is :scope
}

// parseSelector returns the parts of a selector, with its alternatives one after another. A scoped one
// selects within an element.
func parseSelector(text string, scoped bool) ([]part, error) {
	if len(text) > MaxSelector {
		return nil, fmt.Errorf("the selector has more than %d bytes", MaxSelector)
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, errors.New("the selector is no text")
	}
	p := parser{text: text, scoped: scoped}
	for {
		if err := p.complex(); err != nil {
			return nil, fmt.Errorf("%w, at character %d of the selector", err, utf8.RuneCountInString(text[:min(p.at, len(text))])+1)
		}
		if p.at == len(text) {
			return p.out, nil
		}
		p.at++ // the comma
	}
}

// complex parses a selector up to a comma or the end.
func (p *parser) complex() error {
	p.spaces()
	for r, first := within, true; ; first = false {
		c, err := p.compound()
		if err != nil {
			return err
		}
		if p.out = append(p.out, part{compound: c, relation: r, first: first}); len(p.out) > maxParts {
			return fmt.Errorf("the selector has more than %d parts", maxParts)
		}
		spaced := p.spaces()
		switch next := p.peek(); {
		case c.scope && (!first || next == '+' || next == '~'):
			return errScope
		case next == 0 || next == ',':
			p.out[len(p.out)-1].last = true
			return nil
		case next == '>' || next == '+' || next == '~':
			r = relation(next)
			p.at++
			p.spaces()
		case spaced:
			r = within
		default:
			return fmt.Errorf("%q is not understood", next)
		}
	}
}

// errScope says where :scope may stand.
var errScope = errors.New(":scope begins a selector, and what follows it stands inside of it, as in :scope > a")

// compound parses the conditions on one element.
func (p *parser) compound() (c compound, err error) {
	from := p.at
	switch next := p.peek(); {
	case next == '*':
		p.at++
	case isName(next):
		var name string
		if name, err = p.name(); err != nil {
			return c, err
		}
		c.name = strings.ToLower(name)
	}
	for {
		switch p.peek() {
		case '.':
			p.at++
			var class string
			class, err = p.name()
			c.classes = append(c.classes, []byte(class))
		case '#':
			if c.id != "" {
				return c, errors.New("an element has one #id, and this would be a second one")
			}
			p.at++
			c.id, err = p.name()
		case '[':
			var a attribute
			a, err = p.attribute()
			c.attrs = append(c.attrs, a)
		case ':':
			err = p.pseudo(&c)
		default:
			if p.at == from {
				return c, errors.New("a tag, .class, #id or [attribute] is missing")
			}
			return c, nil
		}
		if err != nil {
			return c, err
		}
	}
}

// pseudoClasses are the pseudo-classes for the index of an element, with whether it counts among
// the elements with its name alone, and whether its number follows.
var pseudoClasses = [...]struct {
	text           string
	alike, numbers bool
}{
	{":first-child", false, false}, {":first-of-type", true, false}, {":nth-child(", false, true}, {":nth-of-type(", true, true},
}

// scopeClass is the pseudo-class of the element within which a selector selects.
const scopeClass = ":scope"

// pseudo parses a pseudo-class for the index of an element.
func (p *parser) pseudo(c *compound) error {
	rest := p.text[p.at:]
	if after, ok := strings.CutPrefix(rest, scopeClass); ok && p.scoped && (after == "" || !isName(after[0])) {
		c.scope = true
		p.at += len(scopeClass)
		return nil
	}
	for _, known := range pseudoClasses {
		after, ok := strings.CutPrefix(rest, known.text)
		if !ok {
			continue
		}
		place, size := 1, len(known.text)
		if known.numbers {
			digits, _, closed := strings.Cut(after, ")")
			n, err := strconv.Atoi(strings.TrimSpace(digits))
			if !closed || err != nil || n < 1 {
				return fmt.Errorf("%s takes one number from 1 on", known.text+")")
			}
			place, size = n, size+len(digits)+1
		}
		at := &c.child
		if known.alike {
			if at = &c.alike; c.name == "" {
				return fmt.Errorf("%s needs the name of the element before it, as in li%s", strings.TrimSuffix(known.text, "("), rest[:size])
			}
		}
		if *at != 0 {
			return errors.New("an element has one place among the children, and this would be a second one")
		}
		*at = place
		p.at += size
		return nil
	}
	if p.scoped {
		return errors.New("of what begins with a colon only :scope, :first-child, :nth-child(N), :first-of-type and :nth-of-type(N) can be told while a page is read")
	}
	return errors.New("of what begins with a colon only :first-child, :nth-child(N), :first-of-type and :nth-of-type(N) can be told while a page is read")
}

// attribute parses a condition in brackets.
func (p *parser) attribute() (a attribute, err error) {
	p.at++
	p.spaces()
	if a.name, err = p.name(); err != nil {
		return a, err
	}
	a.name = strings.ToLower(a.name)
	p.spaces()
	switch next := p.peek(); next {
	case ']':
		p.at++
		return a, nil
	case '=':
		a.op = '='
	case '~', '|', '^', '$', '*':
		a.op = next
		p.at++
	}
	if p.peek() != '=' {
		return a, errors.New("= or ] is missing")
	}
	p.at++
	p.spaces()
	value, err := p.value()
	if err != nil {
		return a, err
	}
	p.spaces()
	if next := p.peek(); next == 'i' || next == 'I' || next == 's' || next == 'S' {
		a.fold = next|' ' == 'i'
		p.at++
		p.spaces()
	}
	if p.peek() != ']' {
		return a, errors.New("] is missing")
	}
	if a.value = []byte(value); a.fold {
		a.value = appendLower(nil, a.value)
	}
	p.at++
	return a, nil
}

// value parses a name or a quoted string.
func (p *parser) value() (string, error) {
	quote := p.peek()
	if quote != '"' && quote != '\'' {
		return p.name()
	}
	var out strings.Builder
	for p.at++; p.at < len(p.text); {
		switch c := p.text[p.at]; c {
		case quote:
			p.at++
			return out.String(), nil
		case '\\':
			if err := p.escape(&out); err != nil {
				return "", err
			}
		default:
			out.WriteByte(c)
			p.at++
		}
	}
	return "", errors.New("the quotation mark is not closed")
}

// name parses an identifier.
func (p *parser) name() (string, error) {
	var out strings.Builder
	for {
		switch c := p.peek(); {
		case c == '\\':
			if err := p.escape(&out); err != nil {
				return "", err
			}
		case isName(c):
			out.WriteByte(c)
			p.at++
		case out.Len() == 0:
			return "", errors.New("a name is missing")
		default:
			return out.String(), nil
		}
	}
}

// escape parses a backslash and the character after it, literal or as a hexadecimal number.
func (p *parser) escape(out *strings.Builder) error {
	p.at++
	n := 0
	for n < 6 && p.at+n < len(p.text) && isHex(p.text[p.at+n]) {
		n++
	}
	if n > 0 {
		code, _ := strconv.ParseUint(p.text[p.at:p.at+n], 16, 32)
		if r := rune(code); code == 0 || !utf8.ValidRune(r) {
			out.WriteRune(utf8.RuneError)
		} else {
			out.WriteRune(r)
		}
		if p.at += n; p.peek() == ' ' {
			p.at++
		}
		return nil
	}
	if p.at >= len(p.text) {
		return errors.New("a backslash stands alone")
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	out.WriteRune(r)
	p.at += size
	return nil
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// spaces skips whitespace and reports whether there was any.
func (p *parser) spaces() bool {
	from := p.at
	for p.peek() == ' ' || p.peek() == '\t' {
		p.at++
	}
	return p.at > from
}

// isName reports whether a byte may be part of an identifier.
func isName(c byte) bool {
	return c >= utf8.RuneSelf || c == '-' || c == '_' || c == '\\' || '0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'z'
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'f' }

// Parts returns the number of compound selectors of a selector with all its alternatives, or what
// is wrong with it.
func Parts(text string) (int, error) {
	parts, err := parseSelector(text, false)
	return len(parts), err
}

// PartsWithin is Parts for a selector that selects within an element, as Scoped reads it.
func PartsWithin(text string) (int, error) {
	parts, err := parseSelector(text, true)
	return len(parts), err
}
